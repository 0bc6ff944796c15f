import { z } from 'zod'
import { GalleyError } from '../../../common/errors'
import { sha256 } from '../layout/checksum'
import type { DurableFs } from '../disk/durable-fs'
import { readIfPlain } from '../disk/durable-read'
import { makeFolders, makeFoldersIn, replaceDurably } from '../disk/durable-write'
import type { Layout } from '../layout/layout'
import { foldersOf, isJunk, spread } from '../layout/layout'
import type { Problems } from '../damaged/problems'
import { newGuid } from '../layout/names'
import { stored } from '../layout/stored-values'

const FORMAT = 1

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
    const known = parsed(await readIfPlain(fs, file))
    if (known && known.format > FORMAT) {
      throw new GalleyError(
        'not-a-workspace',
        'A newer Galley made this workspace. Update Galley to open it.',
        { where: layout.root }
      )
    }
    if (known) {
      if (known.sha256 === undefined) await writeRecord(fs, file, known.id)
      if (!(await copied(fs, layout))) await writeRecord(fs, layout.workspaceCopy, known.id)
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
  await writeRecord(fs, file, id)
  if (!copy) await writeRecord(fs, layout.workspaceCopy, id)
  return id
}

const copied = async (fs: DurableFs, { workspaceCopy }: Layout) =>
  (await fs.lstat(workspaceCopy))?.kind === 'file' ? parsed(await readIfPlain(fs, workspaceCopy)) : null

/** The checksum stands beside, where an older Galley does not look. */
async function writeRecord(fs: DurableFs, file: string, id: string): Promise<void> {
  const record = { format: FORMAT, id }
  await replaceDurably(
    fs,
    file,
    Buffer.from(`${JSON.stringify({ ...record, sha256: checksumOf(record) }, null, 2)}\n`)
  )
}

const checksumOf = ({ format, id }: { format: number; id: string }) =>
  sha256(Buffer.from(JSON.stringify({ format, id })))

/** The id that is written down; null when there is none that can be understood. */
export async function idInRecord(fs: DurableFs, layout: Layout): Promise<string | null> {
  const found = await fs.lstat(layout.workspaceFile)
  const known = found?.kind === 'file' ? parsed(await readIfPlain(fs, layout.workspaceFile)) : null
  return (known ?? (await copied(fs, layout)))?.id ?? null
}

/** What the bytes of a workspace's record are: `newer` is of a Galley that knows more than this one. */
export function soundnessOfRecord(bytes: Uint8Array | null): 'sound' | 'newer' | 'damaged' {
  const record = parsed(bytes)
  if (!record) return 'damaged'
  return record.format > FORMAT ? 'newer' : 'sound'
}

/** The id of a workspace as its record says it; null where that is damaged. */
export const idOfRecord = (bytes: Uint8Array | null): string | null => parsed(bytes)?.id ?? null

function parsed(bytes: Uint8Array | null) {
  try {
    const record = bytes && schema.parse(JSON.parse(Buffer.from(bytes).toString('utf8')))
    if (!record) return null
    // older Galleys wrote none
    return record.sha256 === undefined || record.sha256 === checksumOf(record) ? record : null
  } catch {
    return null
  }
}

// the id is part of names elsewhere on this computer, such as those of tokens in the keychain
const schema = z.object({ format: z.number(), id: stored.guid, sha256: z.string().exactOptional() })
