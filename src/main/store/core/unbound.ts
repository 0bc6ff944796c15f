import type { ContentPath } from '../../../common/content/paths'
import { sideBySide } from '../../../common/side-by-side'
import type { DurableFs } from '../disk/durable-fs'
import type { FileLogs } from '../logs/file-log'
import type { DurableIndex } from '../logs/index-log'
import type { Layout } from '../layout/layout'
import type { CurrentEvent } from '../logs/log-events'
import { logFolders } from '../logs/log-names'
import type { Guid } from '../layout/names'
import type { TrashRecords } from '../trash/trash-records'

/** A history that tells of a file which nothing is bound to. */
interface UnboundHistory {
  readonly id: Guid
  readonly current: CurrentEvent
}

/**
 * Histories that the index lost, by the path that they tell of: a file that is found there goes on with its
 * own (W6).
 */
export interface UnboundHistories {
  /** Takes it: nobody else gets it. */
  take(path: ContentPath): Promise<UnboundHistory | null>
  /** Where there are some. */
  paths(): Promise<Pick<ReadonlySet<ContentPath>, 'has'>>
}

/**
 * They are looked for once, when the first file appears that has no id; only the logs of those are read.
 * @param known tells, as things are when it is called, which files are in the content or the trash
 */
export function createUnbound(
  fs: DurableFs,
  layout: Layout,
  logs: FileLogs,
  known: () => (id: Guid) => boolean
): UnboundHistories {
  let looking: Promise<Map<ContentPath, UnboundHistory>> | null = null

  async function look(): Promise<Map<ContentPath, UnboundHistory>> {
    const found = new Map<ContentPath, UnboundHistory>()
    const isKnown = known()
    for await (const { ids } of logFolders(fs, layout)) {
      await sideBySide(ids, 16, async (id) => {
        if (isKnown(id)) return
        const state = await logs.load(id)
        if (!state?.current || state.path === null) return
        const other = found.get(state.path)
        if (!other || other.current.at <= state.current.at)
          found.set(state.path, { id, current: state.current })
      })
    }
    return found
  }
  const all = () => (looking ??= look())

  return {
    async take(path) {
      const histories = await all()
      const found = histories.get(path)
      if (!found) return null
      histories.delete(path)
      if (known()(found.id)) return null
      // as it is now: what was being made then may have been taken back
      const current = (await logs.load(found.id))?.current
      return current ? { id: found.id, current } : null
    },
    paths: all
  }
}

/** Tells of an id whether the file is in the content or in the trash. */
export function knownFiles({ index, trash }: Known): (id: Guid) => boolean {
  const trashed = new Set(trash.all().flatMap(({ files }) => files.map(({ id }) => id)))
  return (id) => index.memory.byId(id) !== undefined || trashed.has(id)
}

interface Known {
  readonly index: Pick<DurableIndex, 'memory'>
  readonly trash: Pick<TrashRecords, 'all'>
}
