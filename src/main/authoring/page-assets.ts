import { withAssetsAt } from '../../common/assets/asset-addresses'
import { assetFolderOf, pageOfAssetFolder } from '../../common/assets/asset-folder'
import { contentPath, isWithin, type ContentPath } from '../../common/content/paths'
import { GalleyError } from '../../common/errors'
import { placesOf } from '../../common/moment/file-history'
import type { Content } from '../permissions/content'
import type { Edit, FileEntry, RemoveOptions, Route, TransferOptions } from '../store/types'

/** What it takes to know a page's asset folder, and the addresses that lead into it. */
export interface AssetNames {
  /** Without its dot. */
  readonly serviceFolder: string
  /** By which this service is asked, `https://host`. */
  readonly origins: readonly string[]
}

/**
 * S4 with VE10: a page takes its asset folder along, and its addresses follow.
 * @returns the number of files
 */
export async function moveWithAssets(
  content: Content,
  from: ContentPath,
  to: ContentPath,
  options: TransferOptions,
  names: AssetNames
): Promise<number> {
  return whileUnchanged(async () => {
    const plan = await planFor(content, { from, to }, names)
    if (plan.along.length === 0 && plan.edits.length === 0) return content.move(from, to, options)
    if (plan.isFolder && options.overwrite === true && (await content.stat(to)) !== null) {
      const files = await content.move(from, to, options)
      // what is merged keeps no place that it could be led back to: the addresses follow it
      await content.change({ edits: await followed(content, plan.edits, { from, to }), by: options.by })
      return files
    }
    const { by, overwrite, signal, onProgress } = options
    onProgress?.(0, plan.files)
    await content.change({
      edits: plan.edits,
      moves: [{ from, to }, ...plan.along],
      by,
      ...(overwrite !== undefined && { overwrite }),
      ...(signal && { signal })
    })
    onProgress?.(plan.files, plan.files)
    return plan.files
  })
}

/** The same of a copy, whose addresses lead to the copies. */
export async function copyWithAssets(
  content: Content,
  from: ContentPath,
  to: ContentPath,
  options: TransferOptions,
  names: AssetNames
): Promise<number> {
  return whileUnchanged(async () => {
    const { along, edits } = await planFor(content, { from, to }, names)
    return content.copy(from, to, { ...options, along, edits })
  })
}

/** S5 with VE10: the asset folder lies in the trash with its page. */
export async function removeWithAssets(
  content: Content,
  path: ContentPath,
  options: RemoveOptions,
  { serviceFolder }: Pick<AssetNames, 'serviceFolder'>
) {
  const folder = assetFolderOf(path, serviceFolder)
  const isPage = folder !== null && (await content.stat(path))?.kind === 'file'
  return content.remove(path, isPage ? { ...options, along: [folder] } : options)
}

/**
 * A client that knows nothing of asset folders moves, copies or deletes one by itself, behind its page, with
 * which it went already (VE10). Null where that is not so.
 * @returns how many files of it went where the client wants them
 */
export async function wentAlong(
  content: Content,
  kind: 'move' | 'copy',
  { from, to }: Route,
  { serviceFolder }: Pick<AssetNames, 'serviceFolder'>
): Promise<number | null> {
  const [page, target] = [from, to].map((path) => pageOfAssetFolder(path, serviceFolder))
  if (!page || !target || (await asFarAsAllowed(() => content.stat(target)))?.kind !== 'file') return null
  if (kind === 'move') return (await content.stat(from)) === null ? wentTo(content, { from, to }) : null
  const { files } = await everythingIn(content, from)
  if (files.length === 0) return null
  for (const { path, hash } of files) {
    const copy = await content.stat(movedPath(path, { from, to }))
    if (copy?.kind !== 'file' || copy.hash !== hash) return null
  }
  return files.length
}

/** The same of a deletion: the id of the page in the trash, with which it lies there. */
export async function trashedAlong(
  content: Content,
  folder: ContentPath,
  { serviceFolder }: Pick<AssetNames, 'serviceFolder'>
): Promise<string | null> {
  const page = pageOfAssetFolder(folder, serviceFolder)
  if (!page || (await content.stat(folder)) !== null) return null
  const lives = await content.histories(folder, Date.now() - NOT_LONG_AGO_MS)
  return (
    lives.find(({ trashed }) => trashed?.item === page && isWithin(trashed.path, folder))?.trashed?.id ?? null
  )
}

/** Who may not know of the page is told of its folder alone, as ever (P6). */
async function asFarAsAllowed<T>(work: () => Promise<T>): Promise<T | null> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof GalleyError && error.reason === 'forbidden') return null
    throw error
  }
}

/** Files of a folder that came there from another one not long ago; null when there is none. */
async function wentTo(content: Content, { from, to }: Route): Promise<number | null> {
  // to look through the histories of all files is dear: where nothing is, nothing came
  if ((await asFarAsAllowed(() => content.stat(to)))?.kind !== 'folder') return null
  const lives = await content.histories(to, Date.now() - NOT_LONG_AGO_MS)
  const came = lives.filter(
    (life) =>
      life.current && isWithin(life.current.path, to) && placesOf(life).some((place) => isWithin(place, from))
  )
  return came.length > 0 ? came.length : null
}

const NOT_LONG_AGO_MS = 24 * 60 * 60 * 1000

interface Plan {
  readonly isFolder: boolean
  readonly along: readonly Route[]
  readonly edits: readonly Edit[]
  /** Of what is moved, and along. */
  readonly files: number
}

/** What goes along with a page, how its addresses change for that, and how many files it is. */
export async function planFor(content: Content, { from, to }: Route, names: AssetNames): Promise<Plan> {
  const entry = await content.stat(from)
  if (entry?.kind === 'folder') return planForFolder(content, { from, to }, names)
  const [folder, target] = [from, to].map((path) => assetFolderOf(path, names.serviceFolder))
  const none = { isFolder: false, along: [], edits: [], files: 1 }
  if (!entry || !folder || !target) return none
  const isThere = (await content.stat(folder))?.kind === 'folder'
  if (!isThere && (await wentTo(content, { from: folder, to: target })) === null) return none
  const edit = await editFor(content, from, { from: folder, to: target }, names)
  return {
    isFolder: false,
    along: isThere ? [{ from: folder, to: target }] : [],
    edits: edit ? [edit] : [],
    files: 1 + (isThere ? (await everythingIn(content, folder)).files.length : 0)
  }
}

/** Everything in a folder goes with it: what is left to do are the addresses that begin above it. */
async function planForFolder(content: Content, route: Route, names: AssetNames): Promise<Plan> {
  const { files, folders } = await everythingIn(content, route.from)
  const edits: Edit[] = []
  for (const { path } of files) {
    const folder = assetFolderOf(path, names.serviceFolder)
    if (folder === null || !folders.has(folder)) continue
    const edit = await editFor(content, path, { from: folder, to: movedPath(folder, route) }, names)
    if (edit) edits.push(edit)
  }
  return { isFolder: true, along: [], edits, files: files.length }
}

/** The page with its addresses exchanged; null where there is none. */
async function editFor(
  content: Content,
  page: ContentPath,
  route: Route,
  { origins }: AssetNames
): Promise<Edit | null> {
  const found = await content.read(page)
  const to = found && withAssetsAt(found.bytes, route, origins)
  return to && { path: page, from: found.entry.hash, to }
}

/** The same edits at their new places, as far as the files are what they were. */
async function followed(content: Content, edits: readonly Edit[], route: Route): Promise<Edit[]> {
  const found: Edit[] = []
  for (const edit of edits) {
    const path = movedPath(edit.path, route)
    const entry = await content.stat(path)
    if (entry?.kind === 'file' && entry.hash === edit.from) found.push({ ...edit, path })
  }
  return found
}

const movedPath = (path: ContentPath, { from, to }: Route): ContentPath =>
  contentPath(to + path.slice(from.length))

async function everythingIn(content: Content, folder: ContentPath) {
  const files: FileEntry[] = []
  const folders = new Set<ContentPath>([folder])
  // grows while it is walked
  for (const one of folders)
    for (const entry of (await content.list(one)) ?? [])
      if (entry.kind === 'file') files.push(entry)
      else folders.add(entry.path)
  return { files, folders }
}

/** Planned of what somebody changes meanwhile, it is planned anew. */
async function whileUnchanged<T>(work: () => Promise<T>): Promise<T> {
  for (let left = 3; ; left -= 1)
    try {
      return await work()
    } catch (error) {
      if (left === 0 || !(error instanceof GalleyError) || error.reason !== 'precondition-failed') throw error
    }
}
