import { dirname } from 'node:path'
import type { Person } from '../../../common/person'
import type { ContentPath } from '../../../common/content/paths'
import { isWithin, parentOf } from '../../../common/content/paths'
import { GalleyError } from '../../../common/errors'
import type { Core } from '../core/core'
import type { IndexRecord } from '../layout/content-index'
import { makeContentFolder, removeEmptyFolders, notifyFolders } from './create'
import { closing } from '../disk/durable-fs'
import { currentEvent, fileEvent, isVersioned, siteOf } from '../logs/entries'
import { hashFile } from '../disk/hash-file'
import { sideBySide } from '../../../common/side-by-side'
import { undoAll } from './replace'
import { adopt } from '../outside/adopt'
import type { TrashRecord } from '../trash/trash-records'
import { writeFile } from './write'
import { newGuid } from '../layout/names'

/**
 * What is in the trash below a site, newest first; not what was deleted with something else.
 * @param id that item alone, if it is there
 */
export function trashOf(core: Core, site: ContentPath, id?: string): TrashRecord[] {
  const one = id === undefined ? undefined : core.trash.get(id)
  const asked = id === undefined ? core.trash.all() : one ? [one] : []
  return asked
    .filter((item) => isWithin(item.path, site) && !(item.with && core.trash.get(item.with)))
    .sort((a, b) => b.deletedAt - a.deletedAt)
}

/** S5: back with ids and history. Media that an upload replaced changes places with what is there now. */
export async function restoreItem(
  core: Core,
  site: ContentPath,
  trashId: string,
  by: Person
): Promise<ContentPath> {
  const { path, cause } = needItem(core, site, trashId)
  const swap = cause === 'replaced' && (await core.fs.lstat(core.layout.content(path)))?.kind === 'file'
  if (swap) return swapBack(core, site, trashId, by)
  const { id } = needItem(core, site, trashId)
  return core.locks.run([path, ...core.trash.along(id).map((item) => item.path)], async () => {
    const item = needItem(core, site, trashId)
    const items = [item, ...core.trash.along(item.id)]
    for (const { path: place } of items) {
      if ((await adopt(core, place)).kind !== 'none')
        throw new GalleyError(
          'exists',
          'Something else has taken this name. Rename or move it, then restore again.',
          { where: place }
        )
      await core.names.check(place)
    }
    // the one that stands for all goes first: what a crash leaves without it goes back at the next start
    for (const one of items) await putBack(core, one, by)
    return path
  })
}

/** Gone for good, with its history. */
export async function purgeItem(core: Core, site: ContentPath, trashId: string): Promise<void> {
  const { path } = needItem(core, site, trashId)
  await core.locks.run([path], async () => {
    const item = needItem(core, site, trashId)
    // it goes last: what was deleted with it would go back without it
    for (const one of [...core.trash.along(item.id), item]) await purge(core, one)
    core.emit({ type: 'trash', site: siteOf(path) })
  })
}

async function purge(core: Core, item: TrashRecord): Promise<void> {
  await core.trash.discard(item.id)
  for (const { id, hash } of item.files) {
    if (core.index.memory.byId(id) || core.trash.holds(id)) continue
    await core.backing.drop(id, hash)
    await core.logs.remove(id)
    await core.rooms.drop(id)
  }
}

/** The caller holds the lock, and has seen that the place is free. */
export async function putBack(core: Core, item: TrashRecord, by: Person): Promise<void> {
  const { fs, layout } = core
  const target = layout.content(item.path)
  const undo: (() => Promise<unknown>)[] = []
  const records = item.cause === 'replaced' ? await asNewFiles(core, item, undo) : item.files
  try {
    const made = await makeContentFolder(core, parentOf(item.path))
    undo.push(() => removeEmptyFolders(core, made))
    await fs.rename(layout.trashContent(item.id), target)
    undo.push(() => fs.rename(target, layout.trashContent(item.id)))
    await fs.syncFolder(dirname(target))
    await core.index.bind(records)
    undo.push(() => core.index.unbind([item.path]))
    await core.trash.returned(item.id)
    core.names.added(item.path)
    notifyFolders(core, item.kind === 'folder' ? [...made, target] : made, by)
  } catch (error) {
    await undoAll(undo)
    throw error
  }
  await sideBySide(records, 16, ({ id, path }) =>
    core.logs
      .note(id, { event: 'restored', path, at: core.now(), by, deletedAt: item.deletedAt })
      .catch(() => undefined)
  )
  for (const record of records) core.emit(fileEvent('restored', record, by, 'api'))
  core.emit({ type: 'trash', site: siteOf(item.path) })
}

/**
 * The id of replaced media stayed with its path; when that file has gone elsewhere, the old bytes are a file
 * of their own.
 */
async function asNewFiles(
  core: Core,
  item: TrashRecord,
  undo: (() => Promise<unknown>)[]
): Promise<IndexRecord[]> {
  const records: IndexRecord[] = []
  for (const file of item.files) {
    const record = { ...file, id: newGuid() }
    const { id, path, by, at } = record
    await core.logs.create(id, [{ event: 'created', id, path, by, at }, currentEvent(record)])
    undo.push(() => core.logs.remove(id))
    records.push(record)
  }
  return records
}

async function swapBack(core: Core, site: ContentPath, trashId: string, by: Person): Promise<ContentPath> {
  const item = needItem(core, site, trashId)
  if (isVersioned(item.path))
    throw new GalleyError('exists', 'A document has taken this name. Rename it, then restore again.')
  const handle = await core.fs.open(core.layout.trashContent(item.id), 'read')
  const { bytes } = await closing(handle, () => hashFile(handle, true))
  await writeFile(core, item.path, bytes ?? new Uint8Array(), { by })
  await core.trash.returned(item.id)
  core.emit({ type: 'trash', site: siteOf(item.path) })
  return item.path
}

function needItem(core: Core, site: ContentPath, trashId: string): TrashRecord {
  const item = core.trash.get(trashId)
  if (!item || !isWithin(item.path, site)) {
    throw new GalleyError('not-found', 'This is no longer in the trash.', { where: site })
  }
  return item
}
