import { open, stat } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import type { OpeningRequest } from '../../common/bridge'
import { isLink, readLink, readLinkFile, type StartArguments } from '../../common/links'

/** Bytes of a file `*.galley` that are read: one more than it may have. */
const MOST_OF_A_FILE = 4_097

/**
 * What a link, a folder or a file that was opened with Galley asks for (LI1 to LI4). Only looked at: nothing
 * is opened, made or changed before the window has it.
 */
export async function openingRequestsIn(
  { opens }: StartArguments,
  folder: string
): Promise<OpeningRequest[]> {
  return Promise.all(opens.map((one) => requestOf(one, folder)))
}

async function requestOf(text: string, folder: string): Promise<OpeningRequest> {
  if (isLink(text)) return ofReading(text, readLink(text))
  const path = resolve(folder, text)
  try {
    const found = await stat(path)
    if (found.isDirectory()) {
      const isWorkspace = await stat(join(path, '.galley')).then(
        (inside) => inside.isDirectory(),
        () => false
      )
      return isWorkspace
        ? { kind: 'workspace', location: path }
        : { kind: 'refused', what: path, problem: 'This folder is no workspace of Galley.' }
    }
    if (!found.isFile() || !/\.galley$/i.test(path))
      return {
        kind: 'refused',
        what: path,
        problem: 'Galley opens folders of workspaces, and files *.galley.'
      }
    return ofReading(path, readLinkFile(await beginningOf(path)))
  } catch {
    return { kind: 'refused', what: path, problem: 'It is not there, or may not be read.' }
  }
}

const ofReading = (what: string, reading: ReturnType<typeof readLink>): OpeningRequest =>
  'link' in reading
    ? { kind: 'document', ...reading.link }
    : { kind: 'refused', what: what.slice(0, 300), problem: reading.problem }

async function beginningOf(path: string): Promise<string> {
  const file = await open(path, 'r')
  try {
    const bytes = Buffer.alloc(MOST_OF_A_FILE)
    const { bytesRead } = await file.read(bytes, 0, bytes.length, 0)
    return bytes.toString('utf8', 0, bytesRead)
  } finally {
    await file.close()
  }
}
