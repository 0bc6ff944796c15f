import { dirname, join } from 'node:path'
import type { ContentPath } from '../../../common/content/paths'
import type { Core } from '../core/core'
import type { IndexRecord } from '../layout/content-index'
import { makeFolders, writeSynced } from '../disk/durable-write'
import { fileEvent, isVersioned, siteOf } from '../logs/entries'
import { needState, promoteCurrent, versionEvent } from '../core/keep-version'
import type { TrashRecord } from '../trash/trash-records'
import { RESTORE_POINT } from '../../../common/content/version-labels'
import { newGuid } from '../layout/names'
import { sideBySide } from '../../../common/side-by-side'

/** Each waits for the disk several times, and no one for another. */
const AT_ONCE = 16

/**
 * Another program deleted files: their contents, which the store has its own copies of, go to the trash (S5).
 * Files without versions have no copy and are only forgotten.
 */
export async function trashFromBacking(
  core: Core,
  path: ContentPath,
  kind: 'file' | 'folder',
  records: readonly IndexRecord[]
): Promise<void> {
  const by = core.outsidePerson()
  const id = newGuid()
  const staged = core.layout.staged(id)
  const there = new Map<string, IndexRecord>()
  await sideBySide(records, AT_ONCE, async (record) => {
    const bytes = isVersioned(record.path) ? await core.backing.read(record.id, record.hash) : null
    if (!bytes) return
    const target = join(staged, ...record.path.slice(path.length).split('/'))
    await makeFolders(core.fs, dirname(target))
    const { mtimeMs, ino } = await writeSynced(core.fs, target, bytes)
    there.set(record.id, { ...record, mtimeMs, ino })
    if (record.size === 0) return
    await promoteCurrent(core, record)
    const state = await needState(core, record)
    await core.logs.append(record.id, [versionEvent(record, state, [record.by], core.now(), RESTORE_POINT)])
  })
  const files = records.flatMap(({ id: one }) => there.get(one) ?? [])
  if (files.length > 0) {
    const item: TrashRecord = {
      id,
      path,
      kind,
      deletedAt: core.now(),
      deletedBy: by,
      cause: 'deleted',
      files
    }
    await core.trash.prepare(item)
    await core.fs.rename(staged, core.layout.trashContent(id))
    await core.fs.syncFolder(core.layout.trashItem(id))
    core.trash.added(item)
  }
  await core.index.unbind([path])
  // of media nothing is left that its history could bring back
  for (const { id, path: gone } of records) if (!isVersioned(gone)) await core.logs.remove(id)
  core.names.removed(path)
  if (kind === 'folder') {
    for (const folder of core.knownFolders.within(path)) core.knownFolders.delete(folder)
    core.emit({ type: 'folder', change: 'deleted', path, by })
  } else for (const record of records) core.emit(fileEvent('deleted', record, by, 'outside'))
  if (files.length > 0) core.emit({ type: 'trash', site: siteOf(path) })
}
