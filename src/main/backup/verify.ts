import { createHash } from 'node:crypto'
import { GalleyError } from '../../common/errors'
import type { Archive, ArchivedFile } from './read-archive'
import { badPlace } from './read-entry'

interface Fault {
  readonly path: string
  readonly message: string
}

interface Following {
  readonly onProgress?: ((bytes: number) => void) | undefined
  readonly signal?: AbortSignal | undefined
}

/**
 * Reads everything and holds it against its checksum.
 * @returns what is damaged, each with its place; empty when all is well
 */
export async function faultsIn(archive: Archive, { onProgress, signal }: Following = {}): Promise<Fault[]> {
  const faults: Fault[] = []
  let bytes = 0
  for (const file of archive.files) {
    try {
      for await (const piece of checkedPieces(file)) {
        signal?.throwIfAborted()
        bytes += piece.length
        onProgress?.(bytes)
      }
    } catch (error) {
      if (!(error instanceof GalleyError) || error.reason !== 'damaged') throw error
      faults.push({ path: file.path, message: error.message })
    }
  }
  return faults
}

/**
 * The bytes of a file, which throw at their end when they are not what was written.
 * @throws GalleyError damaged
 */
export async function* checkedPieces(file: ArchivedFile): AsyncGenerator<Uint8Array> {
  const hash = createHash('sha256')
  for await (const piece of file.read()) {
    hash.update(piece)
    yield piece
  }
  if (hash.digest('hex') !== file.hash) throw badPlace(file.path, 'its bytes are not those that were written')
}
