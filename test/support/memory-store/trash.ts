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
import { newGuid, type Guid } from '../../../src/main/store/layout/names'
import { RESTORE_POINT } from '../../../src/common/content/version-labels'
import type { ClientTrashed, RemoveOptions, WriteOptions } from '../../../src/main/store/types'
import { emitFile, isVersioned, newFile } from './files'
import { entryOf, type MemoryTrash, type State } from './state'
import { keepVersion } from './versions'

function itemOf(state: State, item: MemoryTrash): TrashItem {
  const { id, path, kind, deletedAt, deletedBy, cause } = item
  const files = [item, ...alongOf(state, id)].reduce((sum, one) => sum + one.files.length, 0)
  return { id, path, kind, files: cause === 'replaced' ? 1 : files, deletedAt, deletedBy, cause }
}

const alongOf = (state: State, id: string) => [...state.trash.values()].filter((one) => one.with === id)

export function removePath(
  state: State,
  path: ContentPath,
  { by, condition, along = [], onProgress, signal }: RemoveOptions
): TrashItem {
  if (path === ROOT) throw new GalleyError('bad-request', 'The workspace itself cannot be deleted here.')
  const file = state.here.get(path)
  condition?.(file ? entryOf(file) : null)
  if (state.kindAt(path) === 'none')
    throw new GalleyError('not-found', 'There is nothing to delete here.', { where: path })
  const there = along.filter((place) => state.kindAt(place) !== 'none')
  const files = [path, ...there].flatMap((place) => state.filesIn(place))
  const kept = files.filter((one) => isVersioned(one.path) && one.bytes.length > 0)
  onProgress?.(0, files.length)
  if (signal?.aborted && kept.length > 0) throw new GalleyError('cancelled', 'Cancelled.')
  const { item, notify } = togetherIntoTrash(state, [path, ...there], by)
  onProgress?.(files.length, files.length)
  notify()
  return item
}

/** Several as one item, for which the first stands. */
export function togetherIntoTrash(
  state: State,
  [first, ...along]: readonly ContentPath[],
  by: Person
): ReturnType<typeof intoTrash> {
  if (first === undefined) throw new Error('nothing to delete')
  const id = newGuid()
  const { item, notify } = intoTrash(state, first, by, { id })
  const others = along.map((path) => intoTrash(state, path, by, { with: id }))
  const stands = state.trash.get(item.id)
  return {
    item: stands ? itemOf(state, stands) : item,
    notify() {
      notify()
      for (const other of others) other.notify()
    }
  }
}

/** @returns the item, and what tells of it */
export function intoTrash(
  state: State,
  path: ContentPath,
  by: Person,
  { id = newGuid(), ...more }: { readonly id?: Guid; readonly with?: Guid } = {}
): { readonly item: TrashItem; readonly notify: () => void } {
  const [file] = [state.here.get(path)]
  for (const one of state.filesIn(path))
    if (isVersioned(one.path) && one.bytes.length > 0)
      keepVersion(state, one, [one.by], state.now(), RESTORE_POINT)
  const { files, folders } = state.takeOut(path)
  const kind = file ? 'file' : 'folder'
  const item: MemoryTrash = {
    id,
    path,
    kind,
    deletedAt: state.now(),
    deletedBy: by,
    cause: 'deleted',
    ...more,
    files,
    folders,
    was: null
  }
  state.trash.set(id, item)
  return {
    item: itemOf(state, item),
    notify() {
      if (file) emitFile(state, 'deleted', file, by)
      else state.emit({ type: 'folder', change: 'deleted', path, by })
      state.emit({ type: 'trash', site: siteOf(path) })
    }
  }
}

export function trashOf(state: State, site: ContentPath, id?: string): TrashItem[] {
  return [...state.trash.values()]
    .filter(
      (item) =>
        (id === undefined || item.id === id) &&
        isWithin(item.path, site) &&
        !(item.with && state.trash.has(item.with))
    )
    .sort((a, b) => b.deletedAt - a.deletedAt)
    .map((item) => itemOf(state, item))
}

export function clientTrashOf(state: State, scope: ContentPath, id?: string): ClientTrashed[] {
  const site = segmentsOf(scope).length > 2 ? siteOf(scope) : scope
  return state
    .filesIn(site)
    .filter((file) => (id === undefined || file.id === id) && isInClientTrash(file.path))
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
  const items = [item, ...alongOf(state, id)]
  for (const { path: place } of items) {
    if (state.kindAt(place) !== 'none')
      throw new GalleyError('exists', 'Something else has taken this name.', { where: place })
    state.checkNames(place)
  }
  for (const one of items) putBack(state, one, by)
  return path
}

function putBack(state: State, item: MemoryTrash, by: Person): void {
  const { id, path, was } = item
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
}

export function purgeItem(state: State, site: ContentPath, id: string): void {
  const item = needItem(state, site, id)
  const { path } = item
  for (const one of [...alongOf(state, id), item]) {
    state.trash.delete(one.id)
    for (const { id: fileId } of one.files) {
      state.files.delete(fileId)
      state.rooms.delete(fileId)
    }
  }
  state.emit({ type: 'trash', site: siteOf(path) })
}
