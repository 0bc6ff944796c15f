import type { DurableHandle } from '../disk/durable-fs'
import type { DurableFs } from '../disk/durable-fs'
import { isMissing } from '../disk/error-codes'
import type { SnapshotFile } from '../seam/folder'

const CHUNK = 256 * 1024

/** An entry of bytes in memory. */
export function entryOfBytes(
  path: string,
  bytes: Uint8Array,
  about: Pick<SnapshotFile, 'hash' | 'modified'> = {}
): SnapshotFile {
  return {
    kind: 'file',
    path,
    size: bytes.length,
    ...about,
    read: async function* () {
      if (bytes.length > 0) yield await Promise.resolve(bytes)
    }
  }
}

/** The entry of an open file of this size; it closes the file after the entry was used. */
export async function* entryOfHandle(
  path: string,
  handle: DurableHandle,
  size: number,
  about: Pick<SnapshotFile, 'hash' | 'modified'> = {}
): AsyncGenerator<SnapshotFile, void> {
  try {
    yield { kind: 'file', path, size, ...about, read: () => piecesOf(handle, size) }
  } finally {
    await handle.close()
  }
}

/** The entry of a file that is replaced as a whole, if at all; none when there is no plain file. */
export async function* entryOfFile(
  fs: DurableFs,
  file: string,
  path: string,
  about: Pick<SnapshotFile, 'hash'> = {}
): AsyncGenerator<SnapshotFile, void> {
  const stat = await fs.lstat(file)
  if (stat?.kind !== 'file') return
  let handle: DurableHandle
  try {
    handle = await fs.open(file, 'read')
  } catch (error) {
    if (isMissing(error)) return
    throw error
  }
  const { size, mtimeMs } = await handle.stat()
  yield* entryOfHandle(path, handle, size, { ...about, modified: mtimeMs })
}

/** Exactly so many bytes: what is appended meanwhile belongs to a later moment. */
async function* piecesOf(handle: DurableHandle, size: number): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < size;) {
    const buffer = new Uint8Array(Math.min(CHUNK, size - at))
    const read = await handle.read(buffer, at)
    if (read === 0) return
    at += read
    yield buffer.subarray(0, read)
  }
}
