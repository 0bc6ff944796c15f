import {
  contentPath,
  isInClientTrash,
  nameOf,
  parentOf,
  siteOf,
  type ContentPath
} from '../../../common/content/paths'
import { GalleyError } from '../../../common/errors'
import type { Person } from '../../../common/person'
import { requireReadableName } from '../core/folder-names'
import { movedPath } from '../layout/content-index'
import { checkTransfer } from '../layout/transfer-rules'
import type { TransferOptions } from '../seam/content'
import { filesBelow, filesIn, heldBelow, longestBelow, type Below } from './below'
import { emitFile, type FileRow } from './files'
import { placeAt, placeCopies } from './placing'
import { checkNames, holdPlaces, kindAt, makeFolders, type Kind } from './places'
import { movePublished } from './published-move'
import { intoTrash } from './trash'
import { inTurn, type Turn, type Workspace } from './turn'

type Way = 'move' | 'copy'

/** S4: one whole thing to a place that is free, or file by file into a folder that is there; all or nothing. */
export function transfer(
  workspace: Workspace,
  way: Way,
  from: ContentPath,
  to: ContentPath,
  options: TransferOptions
): Promise<number> {
  checkTransfer(from, to)
  return inTurn(workspace, async (turn) => {
    await holdPlaces(turn, [from, to])
    await checkWay(turn, way, from, to, options.overwrite === true)
    return go(turn, way, from, to, options)
  })
}

/** What `checkWay` has allowed. The caller holds both places. @returns how many files */
export async function go(
  turn: Turn,
  way: Way,
  from: ContentPath,
  to: ContentPath,
  { by, signal, onProgress }: TransferOptions
): Promise<number> {
  const target = sameButCase(from, to) ? 'none' : await kindAt(turn, to)
  const isMerge = target === 'folder'
  if (way === 'move' && !isMerge && (await kindAt(turn, from)) === 'folder') {
    const count = await filesIn(turn, from)
    onProgress?.(0, count)
    await moveFolder(turn, from, to, target, by)
    onProgress?.(count, count)
    return count
  }
  const below = await heldBelow(turn, from)
  const { length } = below.files
  if ((way === 'copy' || isMerge) && signal?.aborted && length > 0)
    throw new GalleyError('cancelled', 'Cancelled. Nothing was changed.')
  onProgress?.(0, length)
  if (isMerge) await merge(turn, way, from, to, below, by)
  else await placeWhole(turn, way, from, to, below, target, by)
  if ((way === 'copy' || isMerge) && length > 0)
    await turn.requireGoing(signal, 'Cancelled. Nothing was changed.')
  onProgress?.(length, length)
  return length
}

const sameButCase = (a: ContentPath, b: ContentPath) =>
  parentOf(a) === parentOf(b) && a !== b && nameOf(a).toLowerCase() === nameOf(b).toLowerCase()

/** @throws not-found · exists · is-folder · name-clash · bad-path */
export async function checkWay(
  turn: Turn,
  way: Way,
  from: ContentPath,
  to: ContentPath,
  overwrite: boolean
): Promise<void> {
  const source = await kindAt(turn, from)
  if (source === 'none')
    throw new GalleyError('not-found', 'There is nothing to move or copy here.', { where: from })
  if (nameOf(to) !== nameOf(from)) requireReadableName(to)
  await checkNames(turn, to, way === 'move' ? from : undefined)
  const longest = to.length > from.length ? await longestBelow(turn, from) : null
  if (longest) contentPath(movedPath(longest, from, to))
  const target = sameButCase(from, to) ? 'none' : await kindAt(turn, to)
  if (target === 'none') return
  if (!overwrite) throw new GalleyError('exists', 'Something with this name is already there.', { where: to })
  if (target === 'folder' && source === 'file')
    throw new GalleyError('is-folder', 'A folder is in the way of the file. Choose another name.', {
      where: to
    })
  if (target === 'file') return
  for (const path of await filesBelow(turn, from)) {
    const place = movedPath(path, from, to)
    await checkNames(turn, place)
    if ((await kindAt(turn, place)) === 'folder')
      throw new GalleyError('is-folder', 'A folder is in the way of a file. Nothing was changed.', {
        where: place
      })
  }
}

async function placeWhole(
  turn: Turn,
  way: Way,
  from: ContentPath,
  to: ContentPath,
  { files, folders }: Below,
  target: Kind,
  by: Person
): Promise<void> {
  const isFolder = folders.includes(from)
  if (target === 'file') await intoTrash(turn, [{ path: to, kind: 'file' }], by)
  await makeFolders(turn, parentOf(to), by)
  if (way === 'copy') {
    if (isFolder) turn.emit({ type: 'folder', change: 'created', path: to, by })
    for (const file of await placeCopies(turn, from, to, files, folders, by))
      emitFile(turn, 'created', file, by)
    return
  }
  await placeAt(turn, from, to, by)
  await movedAway(turn, from, to)
  for (const file of files) emitFile(turn, 'moved', { ...file, path: to }, by, from)
}

/** Nothing of what is in it is asked for: it goes along, however much it is. */
async function moveFolder(
  turn: Turn,
  from: ContentPath,
  to: ContentPath,
  target: Kind,
  by: Person
): Promise<void> {
  if (target === 'file') await intoTrash(turn, [{ path: to, kind: 'file' }], by)
  await makeFolders(turn, parentOf(to), by)
  await placeAt(turn, from, to, by)
  await movedAway(turn, from, to)
  turn.emit({ type: 'folder', change: 'moved', path: to, from, by })
}

async function movedAway(turn: Turn, from: ContentPath, to: ContentPath): Promise<void> {
  await movePublished(turn, from, to)
  for (const path of [from, to]) if (isInClientTrash(path)) turn.emit({ type: 'trash', site: siteOf(path) })
}

/** Into a folder that is there: what is in the way of a file goes to the trash. */
async function merge(
  turn: Turn,
  way: Way,
  from: ContentPath,
  to: ContentPath,
  { files, folders }: Below,
  by: Person
): Promise<void> {
  for (const file of files) {
    const path = movedPath(file.path, from, to)
    if ((await kindAt(turn, path)) === 'file') await intoTrash(turn, [{ path, kind: 'file' }], by)
    await makeFolders(turn, parentOf(path), by)
    await placeOne(turn, way, file, path, by)
  }
  for (const folder of folders) await makeFolders(turn, movedPath(folder, from, to), by)
  if (way === 'copy') return
  await movePublished(turn, from, to)
  // its files have gone: what is left are folders
  await turn.change(
    `delete from entries where workspace_id = $1 and here and kind = 'folder' and path = any($2)`,
    [turn.workspace, folders]
  )
}

async function placeOne(turn: Turn, way: Way, file: FileRow, path: ContentPath, by: Person): Promise<void> {
  if (way === 'move') {
    await placeAt(turn, file.path, path, by)
    emitFile(turn, 'moved', { ...file, path }, by, file.path)
  } else
    for (const copy of await placeCopies(turn, file.path, path, [file], [], by))
      emitFile(turn, 'created', copy, by)
}
