import type { ContentPath } from '../../common/content/paths'
import { isInClientTrash, segmentsOf } from '../../common/content/paths'
import type { Person } from '../../common/person'
import { environments, type Environment } from '../../common/publishing/environments'
import type { PublishingParts } from './parts'
import { takingTurns } from '../system/turns'

/** Tells that what is published went along when a file, a folder or a site got another path. */
interface MovedStates {
  /** Resolves when every move so far has been told. */
  settled(): Promise<void>
  close(): Promise<void>
}

/**
 * What is published of a page goes with it when it is moved or renamed (U1): readers get the same content, at
 * the new address, and are sent on from the old one; what clients delete, by moving it into their `.trash`,
 * is not published any more (S4). The store takes it along, as a part of the move; here those hear of it who
 * follow what is published.
 */
export function followMoves({ store, events, report }: PublishingParts): MovedStates {
  let queue: Promise<void> = Promise.resolve()

  /** A file is one path: the states of its site are not gone over for it. */
  async function statesAt(environment: Environment, to: ContentPath, isFile: boolean) {
    if (!isFile) return store.published.list(environment, to)
    const state = await store.published.get(environment, to)
    return state ? [state] : []
  }

  async function follow(from: ContentPath, to: ContentPath, isFile: boolean, by: Person): Promise<void> {
    const turn = takingTurns()
    for (const environment of environments) {
      const notify = (change: 'published' | 'unpublished', path: string) =>
        void events.publish({ type: 'published', change, environment, path, by })
      if (isInClientTrash(to)) {
        for (const { path } of await store.published.leftFor(environment, from, to)) {
          await turn()
          notify('unpublished', path)
        }
        continue
      }
      for (const { path } of await statesAt(environment, to, isFile)) {
        await turn()
        notify('unpublished', `${from}${path.slice(to.length)}`)
        notify('published', path)
      }
    }
  }

  const stop = events.subscribe((event) => {
    if ((event.type !== 'file' && event.type !== 'folder') || event.change !== 'moved') return
    if (event.from === undefined) return
    const { type, by } = event
    const [from, to] = [event.from, event.path] as ContentPath[]
    if (!from || !to || segmentsOf(from).length < 2 || segmentsOf(to).length < 2) return
    queue = queue.then(() => follow(from, to, type === 'file', by)).catch(report)
  })

  return {
    settled: () => queue,
    async close() {
      stop()
      await queue
    }
  }
}
