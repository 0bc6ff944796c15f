import type { TrashItem } from '../../../src/common/api/types'
import type { Person } from '../../../src/common/person'
import {
  isInClientTrash,
  isWithin,
  parentOf,
  ROOT,
  segmentsOf,
  siteOf,
  type ContentPath
} from '../../../src/common/content/paths'
import { GalleyError } from '../../../src/common/errors'
import { newGuid } from '../../../src/main/store/layout/names'
import { RESTORE_POINT } from '../../../src/common/content/version-labels'
import type { ClientTrashed, RemoveOptions, WriteOptions } from '../../../src/main/store/types'
import { emitFile, isVersioned, newFile } from './files'
import { entryOf, type MemoryTrash, type State } from './state'
import { keepVersion } from './versions'

const itemOf = ({ id, path, kind, files, deletedAt, deletedBy, cause }: MemoryTrash): TrashItem => ({
  id,
  path,
  kind,
  files: cause === 'replaced' ? 1 : files.length,
  deletedAt,
  deletedBy,
  cause
})

export function removePath(
  state: State,
  path: ContentPath,
  { by, condition, onProgress, signal }: RemoveOptions
): TrashItem {
  if (path === ROOT) throw new GalleyError('bad-request', 'The workspace itself cannot be deleted here.')
  const file = state.here.get(path)
  condition?.(file ? entryOf(file) : null)
  if (state.kindAt(path) === 'none')
    throw new GalleyError('not-found', 'There is nothing to delete here.', { where: path })
  const files = state.filesIn(path)
  const kept = files.filter((one) => isVersioned(one.path) && one.bytes.length > 0)
  onProgress?.(0, files.length)
  if (signal?.aborted && kept.length > 0) throw new GalleyError('cancelled', 'Cancelled.')
  const { item, notify } = intoTrash(state, path, by)
  onProgress?.(files.length, files.length)
  notify()
  return item
}

/** @returns the item, and what tells of it */
export function intoTrash(
  state: State,
  path: ContentPath,
  by: Person
): { readonly item: TrashItem; readonly notify: () => void } {
  const [file] = [state.here.get(path)]
  for (const one of state.filesIn(path))
    if (isVersioned(one.path) && one.bytes.length > 0)
      keepVersion(state, one, [one.by], state.now(), RESTORE_POINT)
  const { files, folders } = state.takeOut(path)
  const id = newGuid()
  const kind = file ? 'file' : 'folder'
  const item: MemoryTrash = {
    id,
    path,
    kind,
    deletedAt: state.now(),
    deletedBy: by,
    cause: 'deleted',
    files,
    folders,
    was: null
  }
  state.trash.set(id, item)
  return {
    item: itemOf(item),
    notify() {
      if (file) emitFile(state, 'deleted', file, by)
      else state.emit({ type: 'folder', change: 'deleted', path, by })
      state.emit({ type: 'trash', site: siteOf(path) })
    }
  }
}

export function trashOf(state: State, site: ContentPath): TrashItem[] {
  return [...state.trash.values()]
    .filter(({ path }) => isWithin(path, site))
    .sort((a, b) => b.deletedAt - a.deletedAt)
    .map(itemOf)
}

export function clientTrashOf(state: State, scope: ContentPath): ClientTrashed[] {
  const site = segmentsOf(scope).length > 2 ? siteOf(scope) : scope
  return state
    .filesIn(site)
    .filter(({ path }) => isInClientTrash(path))
    .map((file) => {
      let before = file.path.replace('/.trash/', '/') as ContentPath
      let deleted = { at: file.at, by: file.by }
      for (const { path, at, by } of [file.created, ...file.places])
        if (!isInClientTrash(path)) before = path
        else deleted = { at, by: by ?? file.by }
      const item = { id: file.id, path: before, kind: 'file', files: 1, cause: 'deleted' } as const
      return { item: { ...item, deletedAt: deleted.at, deletedBy: deleted.by }, path: file.path }
    })
}

function needItem(state: State, site: ContentPath, id: string): MemoryTrash {
  const item = state.trash.get(id)
  if (item && isWithin(item.path, site)) return item
  throw new GalleyError('not-found', 'This is no longer in the trash.', { where: site })
}

/** @param write saves a file, as people do */
export async function restoreItem(
  state: State,
  site: ContentPath,
  id: string,
  by: Person,
  write: (path: ContentPath, bytes: Uint8Array, options: WriteOptions) => Promise<unknown>
): Promise<ContentPath> {
  const item = needItem(state, site, id)
  const { path, was } = item
  if (was && state.here.has(path)) {
    if (isVersioned(path)) throw new GalleyError('exists', 'A document has taken this name.')
    await write(path, was.bytes, { by })
    state.trash.delete(id)
    state.emit({ type: 'trash', site: siteOf(path) })
    return path
  }
  if (state.kindAt(path) !== 'none')
    throw new GalleyError('exists', 'Something else has taken this name.', { where: path })
  state.checkNames(path)
  const files = was ? [newFile(newGuid(), path, was.bytes, was)] : item.files
  const made = state.makeFolders(parentOf(path))
  for (const folder of item.folders) state.folders.add(folder)
  for (const file of files) {
    state.place(file, file.path)
    file.places.push({ path: file.path, at: state.now(), by, deletedAt: item.deletedAt })
  }
  state.trash.delete(id)
  state.notifyFolders(item.kind === 'folder' ? [...made, path] : made, by)
  for (const file of files) emitFile(state, 'restored', file, by)
  state.emit({ type: 'trash', site: siteOf(path) })
  return path
}

export function purgeItem(state: State, site: ContentPath, id: string): void {
  const { path, files } = needItem(state, site, id)
  state.trash.delete(id)
  for (const file of files) state.files.delete(file.id)
  state.emit({ type: 'trash', site: siteOf(path) })
}
