import type { Entry, ZipFile } from 'yauzl'
import { GalleyError, sentence } from '../../common/errors'

/**
 * The bytes of one entry. Its own header has to agree with the table of contents.
 * @throws GalleyError damaged
 */
export async function* piecesOf(zip: ZipFile, entry: Entry): AsyncGenerator<Uint8Array> {
  const { fileName, fileNameRaw, compressionMethod } = entry
  try {
    const header = await zip.readLocalFileHeaderPromise(entry)
    if (!header.fileName.equals(fileNameRaw) || header.compressionMethod !== compressionMethod)
      throw badPlace(fileName, 'its two headers do not agree')
    const stream = await zip.openReadStreamPromise(entry)
    for await (const piece of stream) if (piece instanceof Uint8Array) yield piece
  } catch (error) {
    if (error instanceof GalleyError) throw error
    throw badPlace(
      fileName,
      `it cannot be unpacked (${error instanceof Error ? error.message : 'for no reason that is told'})`
    )
  }
}

/** All of a small one. @throws GalleyError damaged */
export async function wholeOf(zip: ZipFile, entry: Entry, most: number): Promise<Uint8Array> {
  if (entry.uncompressedSize > most) throw badPlace(entry.fileName, 'it is larger than Galley ever writes it')
  const pieces: Uint8Array[] = []
  for await (const piece of piecesOf(zip, entry)) pieces.push(piece)
  return Buffer.concat(pieces)
}

export const badPlace = (path: string, why: string): GalleyError =>
  new GalleyError('damaged', sentence`The backup is damaged at “${{ path }}”: ${{ why }}.`, { where: path })
