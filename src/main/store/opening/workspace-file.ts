import { GalleyError } from '../../../common/errors'
import type { DurableFs } from '../disk/durable-fs'
import { readIfPlain } from '../disk/durable-read'
import { makeFolders, makeFoldersIn } from '../disk/durable-write'
import type { Layout } from '../layout/layout'
import { foldersOf, isJunk, spread } from '../layout/layout'
import type { Problems } from '../damaged/problems'
import { newGuid } from '../layout/names'
import { workspaceRecordIn, WORKSPACE_FORMAT, writeWorkspaceRecord } from '../records/workspace-record'

/**
 * Makes sure that a folder is a workspace: an empty one becomes one, and so does one that has only
 * `content/`.
 * @throws not-a-workspace, so that Galley never settles in a folder of other things by mistake
 */
export async function prepareFolder(fs: DurableFs, layout: Layout): Promise<void> {
  const entries = (await fs.readdir(layout.root)) ?? []
  const others = entries.filter(({ name }) => !isJunk(name) && name !== 'lost+found')
  const isOurs = others.some(({ name }) => name === '.galley' || name === 'content')
  if (others.length > 0 && !isOurs) {
    throw new GalleyError(
      'not-a-workspace',
      'This folder holds other things and is no Galley workspace. Choose an empty folder or an existing workspace.',
      { where: layout.root }
    )
  }
  // all content would look deleted behind a link, so these two are needed before anything is done
  for (const folder of [layout.contentFolder, layout.service]) await makeFolders(fs, folder)
  // what lies in the place of another one is told, and only what needs that folder fails
  for (const folder of foldersOf(layout)) if (!(await fs.lstat(folder))) await makeFolders(fs, folder)
}

/**
 * The folders that files are spread over, all at once in a workspace that is new, so that no save has to make
 * one. The last thing that opening it does: before, there is nothing to look for in them.
 */
export async function spreadOut(fs: DurableFs, layout: Layout): Promise<void> {
  for (const folder of [layout.logs, layout.shadows, layout.blobs])
    if ((await fs.lstat(folder))?.kind === 'folder') await makeFoldersIn(fs, folder, spread)
}

/** The workspace's id; written at first opening. @throws not-a-workspace when a newer Galley made it */
export async function readWorkspaceId(fs: DurableFs, layout: Layout, problems: Problems): Promise<string> {
  const file = layout.workspaceFile
  if (await fs.lstat(file)) {
    const known = workspaceRecordIn(await readIfPlain(fs, file))
    if (known && known.format > WORKSPACE_FORMAT) {
      throw new GalleyError(
        'not-a-workspace',
        'A newer Galley made this workspace. Update Galley to open it.',
        { where: layout.root }
      )
    }
    if (known) {
      if (known.sha256 === undefined) await writeWorkspaceRecord(fs, file, known.id)
      if (!(await copied(fs, layout))) await writeWorkspaceRecord(fs, layout.workspaceCopy, known.id)
      return known.id
    }
  }
  const copy = await copied(fs, layout)
  if (await fs.lstat(file))
    await problems.setAside(
      file,
      copy
        ? 'The record of the workspace was damaged; it was written anew from its second copy.'
        : 'The record of the workspace was damaged; it has a new id.'
    )
  const id = copy?.id ?? newGuid()
  await writeWorkspaceRecord(fs, file, id)
  if (!copy) await writeWorkspaceRecord(fs, layout.workspaceCopy, id)
  return id
}

const copied = async (fs: DurableFs, { workspaceCopy }: Layout) =>
  (await fs.lstat(workspaceCopy))?.kind === 'file'
    ? workspaceRecordIn(await readIfPlain(fs, workspaceCopy))
    : null

/** The id that is written down; null when there is none that can be understood. */
export async function idInRecord(fs: DurableFs, layout: Layout): Promise<string | null> {
  const found = await fs.lstat(layout.workspaceFile)
  const known = found?.kind === 'file' ? workspaceRecordIn(await readIfPlain(fs, layout.workspaceFile)) : null
  return (known ?? (await copied(fs, layout)))?.id ?? null
}

/** What the bytes of a workspace's record are: `newer` is of a Galley that knows more than this one. */
export function soundnessOfRecord(bytes: Uint8Array | null): 'sound' | 'newer' | 'damaged' {
  const record = workspaceRecordIn(bytes)
  if (!record) return 'damaged'
  return record.format > WORKSPACE_FORMAT ? 'newer' : 'sound'
}

/** The id of a workspace as its record says it; null where that is damaged. */
export const idOfRecord = (bytes: Uint8Array | null): string | null => workspaceRecordIn(bytes)?.id ?? null
