import type { DurableFs } from './durable-fs'
import { isUnreadable } from './error-codes'

/** All of a file; null when there is something that can never be read: no plain file, or one that is far too large. */
export async function readIfPlain(fs: DurableFs, file: string): Promise<Uint8Array | null> {
  try {
    return await fs.readFile(file)
  } catch (error) {
    if (isUnreadable(error)) return null
    throw error
  }
}
