import type { ContentPath } from '../../../common/content/paths'
import { segmentsOf } from '../../../common/content/paths'
import type { Person } from '../../../common/api/types'
import { environments } from '../../../common/publishing/environments'
import type { ServiceContext } from '../context'
import { takingTurns } from '../turns'

/** Tells that what is published went along when a file, a folder or a site got another path. */
export interface MovedStates {
  /** Resolves when every move so far has been told. */
  settled(): Promise<void>
  close(): Promise<void>
}

/**
 * What is published of a page goes with it when it is moved or renamed (U1): readers get the same content, at the new address, and are
 * sent on from the old one. The store takes it along, as a part of the move; here those hear of it who follow what is published.
 */
export function followMoves({ store, events, options }: ServiceContext): MovedStates {
  let queue: Promise<void> = Promise.resolve()

  async function follow(from: ContentPath, to: ContentPath, by: Person): Promise<void> {
    const turn = takingTurns()
    for (const environment of environments) {
      for (const { path } of await store.published.list(environment, to)) {
        await turn()
        const before = `${from}${path.slice(to.length)}`
        events.publish({ type: 'published', change: 'unpublished', environment, path: before, by })
        events.publish({ type: 'published', change: 'published', environment, path, by })
      }
    }
  }

  const stop = events.subscribe((event) => {
    if ((event.type !== 'file' && event.type !== 'folder') || event.change !== 'moved') return
    if (event.from === undefined) return
    const { by } = event
    const [from, to] = [event.from, event.path] as ContentPath[]
    if (!from || !to || segmentsOf(from).length < 2 || segmentsOf(to).length < 2) return
    queue = queue.then(() => follow(from, to, by)).catch((error: unknown) => options.report(error))
  })

  return {
    settled: () => queue,
    async close() {
      stop()
      await queue
    }
  }
}
