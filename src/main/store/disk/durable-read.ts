import type { DurableFs } from './durable-fs'
import { isUnreadable } from './error-codes'

/**
 * All of a file; null when there is something that can never be read: no plain file, or one that is far too
 * large.
 */
export async function readIfPlain(fs: DurableFs, file: string): Promise<Uint8Array | null> {
  try {
    return await fs.readFile(file)
  } catch (error) {
    if (isUnreadable(error)) return null
    throw error
  }
}

/** The names of the files in a folder, sorted; none when there is no such folder. */
export async function filesIn(fs: DurableFs, folder: string): Promise<string[]> {
  const entries = (await fs.readdir(folder)) ?? []
  return entries.flatMap(({ name, kind }) => (kind === 'file' ? [name] : [])).sort()
}

/** The names of the folders in a folder, sorted. */
export async function foldersIn(fs: DurableFs, folder: string): Promise<string[]> {
  const entries = (await fs.readdir(folder)) ?? []
  return entries.flatMap(({ name, kind }) => (kind === 'folder' ? [name] : [])).sort()
}
