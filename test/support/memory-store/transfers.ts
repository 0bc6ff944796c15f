import {
  contentPath,
  isInClientTrash,
  isWithin,
  nameOf,
  parentOf,
  siteOf,
  type ContentPath
} from '../../../src/common/content/paths'
import { GalleyError } from '../../../src/common/errors'
import { requireReadableName } from '../../../src/main/store/core/folder-names'
import { newGuid } from '../../../src/main/store/layout/names'
import { checkChange, checkTransfer } from '../../../src/main/store/layout/transfer-rules'
import type { CopyOptions, TransferOptions } from '../../../src/main/store/types'
import { emitFile, newFile } from './files'
import { movePublished } from './published'
import { hashOf, movedPath, type MemoryFile, type State } from './state'
import { intoTrash, togetherIntoTrash } from './trash'

/** S4: one whole thing to a place that is free, or file by file into a folder that is there; all or nothing. */
export function transfer(
  state: State,
  kind: 'move' | 'copy',
  from: ContentPath,
  to: ContentPath,
  options: TransferOptions
): number {
  checkTransfer(from, to)
  const files = check(state, kind, from, to, options.overwrite === true)
  if (kind === 'copy' && options.signal?.aborted && files.length > 0)
    throw new GalleyError('cancelled', 'Cancelled. Nothing was changed.')
  options.onProgress?.(0, files.length)
  const isMerge = state.kindAt(to) === 'folder' && !sameButCase(from, to)
  if (isMerge) merge(state, kind, from, to, files, options)
  else placeWhole(state, kind, from, to, files, options)
  options.onProgress?.(files.length, files.length)
  return files.length
}

const sameButCase = (a: ContentPath, b: ContentPath) =>
  parentOf(a) === parentOf(b) && a !== b && nameOf(a).toLowerCase() === nameOf(b).toLowerCase()

/** As `transfer` looks before it moves onto nothing. */
export const checkMove = (state: State, from: ContentPath, to: ContentPath, overwrite: boolean) =>
  check(state, 'move', from, to, overwrite)

/** S4: of a file also with what goes along, and with other bytes for some; all or nothing. */
export async function copyPath(
  state: State,
  from: ContentPath,
  to: ContentPath,
  { along = [], edits = [], ...options }: CopyOptions
): Promise<number> {
  if (along.length === 0 && edits.length === 0) return transfer(state, 'copy', from, to, options)
  const routes = [{ from, to }, ...along]
  checkChange([], routes)
  for (const route of routes) check(state, 'copy', route.from, route.to, options.overwrite === true)
  for (const { path, from: hash } of edits)
    if (state.here.get(path)?.hash !== hash)
      throw new GalleyError('precondition-failed', 'It changed.', { where: path })
  const inTheWay = along.length === 0 ? [] : routes.filter((route) => state.kindAt(route.to) !== 'none')
  const paths = inTheWay.map((route) => route.to)
  if (paths.length > 0) togetherIntoTrash(state, paths, options.by).notify()
  let files = 0
  for (const route of routes) files += transfer(state, 'copy', route.from, route.to, options)
  for (const edit of edits) {
    const route = routes.find((one) => isWithin(edit.path, one.from)) ?? { from, to }
    const file = state.here.get(movedPath(edit.path, route.from, route.to))
    if (!file) continue
    const hash = hashOf(edit.to)
    Object.assign(file, {
      bytes: edit.to,
      hash,
      written: [{ ...file.written[0], hash, size: edit.to.length }]
    })
  }
  return files
}

function check(
  state: State,
  kind: 'move' | 'copy',
  from: ContentPath,
  to: ContentPath,
  overwrite: boolean
): MemoryFile[] {
  const source = state.kindAt(from)
  if (source === 'none')
    throw new GalleyError('not-found', 'There is nothing to move or copy here.', { where: from })
  if (nameOf(to) !== nameOf(from)) requireReadableName(to)
  state.checkNames(to, kind === 'move' ? from : undefined)
  const files = state.filesIn(from)
  for (const { path } of files) contentPath(movedPath(path, from, to))
  const target = sameButCase(from, to) ? 'none' : state.kindAt(to)
  if (target === 'none') return files
  if (!overwrite) throw new GalleyError('exists', 'Something with this name is already there.', { where: to })
  if (target === 'folder' && source === 'file')
    throw new GalleyError('is-folder', 'A folder is in the way of the file.', { where: to })
  if (target === 'file') return files
  for (const { path } of files) {
    const place = movedPath(path, from, to)
    state.checkNames(place)
    if (state.folders.has(place))
      throw new GalleyError('is-folder', 'A folder is in the way of a file.', { where: place })
  }
  return files
}

function copyOf(state: State, file: MemoryFile, path: ContentPath, { by }: TransferOptions): MemoryFile {
  return newFile(newGuid(), path, file.bytes, { by, at: state.now() })
}

function placeWhole(
  state: State,
  kind: 'move' | 'copy',
  from: ContentPath,
  to: ContentPath,
  files: readonly MemoryFile[],
  options: TransferOptions
): void {
  const { by } = options
  const isFolder = state.folders.has(from)
  const trashed = state.kindAt(to) === 'file' ? intoTrash(state, to, by) : null
  const made = state.makeFolders(parentOf(to))
  const folders = [...state.folders].filter((folder) => isWithin(folder, from))
  if (kind === 'move') state.takeOut(from)
  for (const folder of folders) state.folders.add(movedPath(folder, from, to))
  const placed = files.map((file) => {
    const path = movedPath(file.path, from, to)
    const one = kind === 'move' ? file : copyOf(state, file, path, options)
    state.place(one, path)
    if (kind === 'move') one.places.push({ path, at: state.now(), by })
    return one
  })
  if (kind === 'move') movePublished(state, from, to)
  trashed?.notify()
  state.notifyFolders(isFolder && kind === 'copy' ? [...made, to] : made, by)
  if (kind === 'copy') {
    for (const file of placed) emitFile(state, 'created', file, by)
    return
  }
  for (const path of [from, to]) if (isInClientTrash(path)) state.emit({ type: 'trash', site: siteOf(path) })
  if (isFolder) state.emit({ type: 'folder', change: 'moved', path: to, from, by })
  else for (const file of placed) emitFile(state, 'moved', file, by, from)
}

function merge(
  state: State,
  kind: 'move' | 'copy',
  from: ContentPath,
  to: ContentPath,
  files: readonly MemoryFile[],
  options: TransferOptions
): void {
  const { by } = options
  if (options.signal?.aborted && files.length > 0) throw new GalleyError('cancelled', 'Cancelled.')
  const folders = [...state.folders].filter((folder) => isWithin(folder, from))
  const notify: (() => void)[] = []
  for (const file of files) {
    const path = movedPath(file.path, from, to)
    if (state.here.has(path)) notify.push(intoTrash(state, path, by).notify)
    const made = state.makeFolders(parentOf(path))
    const before = file.path
    const one = kind === 'move' ? file : copyOf(state, file, path, options)
    state.place(one, path)
    if (kind === 'move') one.places.push({ path, at: state.now(), by })
    notify.push(() => {
      state.notifyFolders(made, by)
      if (kind === 'copy') emitFile(state, 'created', one, by)
      else emitFile(state, 'moved', one, by, before)
    })
  }
  if (kind === 'move') {
    movePublished(state, from, to)
    state.takeOut(from)
  }
  for (const folder of folders) state.makeFolders(movedPath(folder, from, to))
  for (const one of notify) one()
}
