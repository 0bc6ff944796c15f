import { prefixOf } from '../../common/api/endpoints'
import type { FileEvent } from '../../common/api/events'
import { holdOperations } from '../../common/api/operations/holds'
import { LONGEST_HOLD, type Hold as Told } from '../../common/held'
import { contentPath, isWithin, type ContentPath } from '../../common/content/paths'
import { GalleyError } from '../../common/errors'
import { personOf } from '../callers/people'
import type { EventHub } from '../events/event-hub'
import { doneAnswer, jsonAnswer } from '../http/answers'
import type { Asked, Known, Step } from '../http/asked'
import { pathAfterAppPrefix, requireFilePath } from '../http/request-path'
import { openRoom, type Room } from '../http/room'
import type { Hold, Store } from '../store/types'

interface HoldParts {
  readonly store: Store
  readonly events: EventHub
  readonly report: (error: unknown) => void
}

/** Files that people keep for themselves for a while (RT15): asked of any process that serves the workspace. */
export function openHolds(known: Step<Asked, Known>, { store, events, report }: HoldParts): Room {
  const { holds } = store
  const tell = (path: ContentPath) => events.tell({ type: 'hold', path })

  // what comes back from the trash is nobody's
  events.subscribe((event) => {
    if (event.type === 'file' && event.change === 'restored') void forget(event).catch(report)
  })
  async function forget({ fileId, path }: Pick<FileEvent, 'fileId' | 'path'>): Promise<void> {
    if (await holds.end(fileId, null)) await tell(contentPath(path))
  }

  /** Who may not write there learns nothing of what is there (P6). */
  async function allowed({ access, url }: Known): Promise<ContentPath> {
    const path = requireFilePath(pathAfterAppPrefix(url))
    await access.require('read', path)
    await access.require('write', path)
    return path
  }

  async function idOf(path: ContentPath): Promise<string> {
    const entry = await store.stat(path)
    if (entry?.kind !== 'file') throw noFile(path)
    return entry.id
  }

  return openRoom({
    operations: holdOperations,
    trees: [prefixOf('listHolds').replace(/\/$/, '')],
    enter: known,
    handlers: {
      async listHolds({ access, url }) {
        const scope = pathAfterAppPrefix(url)
        if (!(await access.at(scope)).maySee(scope))
          throw new GalleyError('forbidden', 'You may not read here. Ask who looks after the organization.')
        const shown: Told[] = []
        for (const one of await holds.list())
          if (isWithin(one.path, scope) && (await access.at(one.path)).may('read', one.path))
            shown.push(told(one))
        return jsonAnswer({ holds: shown })
      },
      async hold(asked, { body }) {
        const path = await allowed(asked)
        const { seconds = LONGEST_HOLD } = await body()
        const taken = await holds.take(await idOf(path), personOf(asked.caller), seconds * 1000)
        if (!taken) throw noFile(path)
        await tell(taken.path)
        return jsonAnswer(told(taken))
      },
      async passHold(asked) {
        const path = await allowed(asked)
        const passed = await holds.pass(await idOf(path), personOf(asked.caller))
        if (!passed) throw new GalleyError('not-found', 'Nobody holds this file (any more).', { where: path })
        await tell(passed.path)
        return jsonAnswer(told(passed))
      },
      async letGo(asked) {
        const path = await allowed(asked)
        if (await holds.end(await idOf(path), personOf(asked.caller))) await tell(path)
        return doneAnswer()
      }
    }
  })
}

const noFile = (path: ContentPath) => new GalleyError('not-found', 'There is no such file.', { where: path })

const told = ({ path, by, since, until, left, besides }: Hold): Told => ({
  path,
  by,
  since: Math.round(since),
  until: Math.round(until),
  left: Math.round(left),
  besides: [...besides]
})
