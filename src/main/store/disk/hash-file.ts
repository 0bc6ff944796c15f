import { createHash } from 'node:crypto'
import type { DurableFs, DurableHandle } from './durable-fs'
import { closing } from './durable-fs'
import type { ContentHash } from '../layout/names'
import { digestOf } from '../layout/names'

const CHUNK = 256 * 1024

/** Reads an open file to its end. @param keep false: only the hash is wanted, whatever the size */
export async function hashFile(
  handle: DurableHandle,
  keep: boolean
): Promise<{ hash: ContentHash; size: number; bytes: Uint8Array | null }> {
  const hash = createHash('sha256')
  const parts: Uint8Array[] = []
  const buffer = new Uint8Array(CHUNK)
  let size = 0
  for (;;) {
    const read = await handle.read(buffer, size)
    if (read === 0) break
    const part = buffer.subarray(0, read)
    hash.update(part)
    if (keep) parts.push(part.slice())
    size += read
  }
  return { hash: digestOf(hash), size, bytes: keep ? Buffer.concat(parts) : null }
}

/** The hash of a file on disk. */
export async function readHash(fs: DurableFs, file: string): Promise<ContentHash> {
  const handle = await fs.open(file, 'read')
  return (await closing(handle, () => hashFile(handle, false))).hash
}
