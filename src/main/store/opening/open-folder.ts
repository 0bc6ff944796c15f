import type { Person } from '../../../common/person'
import type { ServiceEventBody } from '../../../common/api/events'
import { ROOT } from '../../../common/content/paths'
import { createBacking } from '../core/backing'
import { confinedFs } from '../disk/confined-fs'
import type { IndexRecord } from '../layout/content-index'
import type { Core } from '../core/core'
import type { DurableFs } from '../disk/durable-fs'
import { nodeFs } from '../disk/node-fs'
import { makeRoot } from '../disk/durable-write'
import { createFileLogs } from '../logs/file-log'
import { createFolderNames } from '../core/folder-names'
import { createFreshness } from '../core/freshness'
import { createHistoryCopy } from '../logs/history-copy'
import { newerInLogs } from './index-behind'
import { isLong, loadIndex, openIndexLog, writeIndex } from '../logs/index-log'
import { sealIndex, unsealIndex, worthOfIndex } from '../logs/index-seal'
import { FolderTree } from '../layout/folder-tree'
import type { Layout } from '../layout/layout'
import { layoutOf } from '../layout/layout'
import { makeLast } from '../outside/make-last'
import { createPendingAdoption } from '../core/pending-adoption'
import { translated } from '../disk/os-errors'
import { followOutsideChanges } from '../outside/follow-outside'
import { ownedFs } from './owned-fs'
import { createPathLocks } from '../core/path-locks'
import { createProblems } from '../damaged/problems'
import { lockWorkspace } from './process-lock'
import { createPublishedLogs } from '../published/published-logs'
import { rebuildIndex } from './rebuild'
import { recover } from './recover'
import { createLeases } from '../core/leases'
import { createRequests } from '../core/requests'
import { createRoomLogs } from '../logs/room-logs'
import { storeOf } from './store-of'
import { strangersIn } from './strangers'
import { createTrashRecords, readTrashRecords } from '../trash/trash-records'
import type { OpenedFolder } from '../seam/store'
import { createLiveSessions } from '../core/live-sessions'
import { createUnbound, knownFiles } from '../core/unbound'
import { createVerified } from '../core/verified'
import { prepareFolder, readWorkspaceId, spreadOut } from './workspace-file'

export interface FolderOptions {
  /** Who stands for changes that other programs make; default `outside@localhost`. */
  readonly outsidePerson?: Person
  /** False: nothing is noticed until it is asked for. Default true. */
  readonly watch?: boolean
  /**
   * What other programs did while the workspace was closed is looked for after this, or after ten seconds, so that it
   * competes with nothing that somebody waits for. Default: once the first requests are answered.
   */
  readonly scanAfter?: Promise<void>
  readonly fs?: DurableFs
  readonly now?: () => number
}

/**
 * Opens the workspace in a folder; makes one of an empty or missing folder. What a crash interrupted is
 * finished or taken back before this resolves.
 * @throws in-use, read-only, no-access, not-a-workspace, disk-full, io-failed
 */
export async function openFolder(location: string, options: FolderOptions = {}): Promise<OpenedFolder> {
  try {
    const { fs = nodeFs } = options
    const layout = layoutOf(await makeRoot(fs, location))
    return await openAt(confinedFs(fs, layout), layout, options)
  } catch (error) {
    throw translated(error, location)
  }
}

async function openAt(disk: DurableFs, layout: Layout, options: FolderOptions): Promise<OpenedFolder> {
  const { now = Date.now } = options
  const startedAt = Date.now()
  const listeners = new Set<(event: ServiceEventBody) => void>()
  const emit = (event: ServiceEventBody) => {
    for (const listener of [...listeners]) listener(event)
  }
  const problems = createProblems(disk, layout, now, () => emit({ type: 'workspace' }))
  const isNew = (await disk.lstat(layout.service)) === null
  await prepareFolder(disk, layout)
  const hadId = (await disk.lstat(layout.workspaceFile)) !== null
  for (const { file, message } of await strangersIn(disk, layout)) problems.report(file, message)
  const lock = await lockWorkspace(disk, layout, problems)
  const fs = ownedFs(disk, lock)
  try {
    const id = await readWorkspaceId(fs, layout, problems)
    const copy = createHistoryCopy(fs, layout.historyCopy)
    const logs = createFileLogs(fs, layout, problems, copy)
    const worth = await worthOfIndex(fs, layout, startedAt)
    const loaded = await loadIndex(fs, layout.indexFile)
    let behind: readonly IndexRecord[] = []
    if (!loaded.whole || worth.is === 'another') {
      if (loaded.unreadable)
        await problems.setAside(layout.indexFile, 'The index could not be read and has been rebuilt.')
      if (loaded.lines > 0)
        await problems.setAsideCopy(
          layout.indexFile,
          loaded.whole
            ? 'The index was an older one, or cut, and has been rebuilt.'
            : 'The index was damaged and has been rebuilt.'
        )
      const trashed = await readTrashRecords(fs, layout, problems)
      loaded.index = await rebuildIndex(fs, layout, logs, trashed)
    } else if (worth.is === 'behind') behind = await newerInLogs(fs, layout, logs, loaded.index, worth.since)
    const isAnew = !loaded.whole || worth.is === 'another' || isLong(loaded.lines, loaded.index)
    if (isAnew) await writeIndex(fs, layout.indexFile, loaded.index)
    await sealIndex(fs, layout, 'open')
    let outsidePerson: Person = options.outsidePerson ?? { email: 'outside@localhost' }
    const pendingAdoption = createPendingAdoption((records) => makeLast(core, records))
    const core: Core = {
      fs,
      layout,
      index: openIndexLog(fs, layout.indexFile, loaded.index, {
        lines: isAnew ? loaded.index.size + 1 : loaded.lines,
        isPending: (id) => pendingAdoption.waiting.has(id),
        // without its seal an index is held against all that was written lately
        beforeAnew: () => unsealIndex(fs, layout)
      }),
      logs,
      backing: createBacking(fs, layout, problems),
      trash: createTrashRecords(fs, layout),
      locks: createPathLocks(),
      names: createFolderNames(fs, layout),
      problems,
      verified: createVerified(),
      sessions: createLiveSessions(),
      fresh: createFreshness(),
      requests: createRequests(),
      leases: createLeases(lock.run),
      unfinished: new Set(),
      pendingAdoption,
      unbound: createUnbound(fs, layout, logs, () => knownFiles(core)),
      publishedLogs: createPublishedLogs(fs, layout, problems),
      rooms: createRoomLogs(fs, layout, problems, (id) => core.index.memory.byId(id)?.path ?? null),
      now,
      outsidePerson: () => outsidePerson,
      emit,
      knownFolders: new FolderTree([ROOT])
    }
    for (const record of behind) core.index.refresh(record)
    await recover(core)
    if (!hadId) await spreadOut(fs, layout)
    // where files were, a folder was: it is no news when the scan sees it
    for (const folder of core.index.memory.allFolders()) core.knownFolders.add(folder)
    const outside =
      options.watch === false ? null : await followOutsideChanges(core, startedAt, options.scanAfter)
    return storeOf(core, {
      id,
      isNew,
      subscribe: (listener) => {
        listeners.add(listener)
        return () => void listeners.delete(listener)
      },
      setOutsidePerson: (person) => void (outsidePerson = person),
      close: async () => {
        try {
          await outside?.close()
          await core.pendingAdoption.done()
          await core.locks.idle()
          if (await core.index.close()) await sealIndex(fs, layout, 'closed').catch(() => undefined)
          await copy.close()
        } catch (error) {
          // nothing more may be written, and that was said
          if (!lock.isLost()) throw error
        } finally {
          listeners.clear()
          await lock.free()
        }
      }
    })
  } catch (error) {
    await lock.free()
    throw error
  }
}
