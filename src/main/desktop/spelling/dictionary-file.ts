import { createHash } from 'node:crypto'
import { open } from 'node:fs/promises'
import { basename } from 'node:path'
import { GalleyError, sentence } from '../../../common/errors'
import { sizeOf } from '../../../common/content/size'

/** Four times the largest that is known. */
const MOST_BYTES = 32 * 1024 * 1024
/** Signature, version, two places, and the hash of what follows. */
const HEAD = 32

/**
 * The bytes of a spelling dictionary (`.bdic`, version 2) that a person chose: whole and as it was made, by its own hash.
 * @throws GalleyError with what is wrong with it
 */
export async function readDictionary(file: string): Promise<Buffer> {
  const name = basename(file)
  const refuse = (why: string, cause?: unknown) =>
    new GalleyError(
      'bad-request',
      sentence`“${{ name }}” ${{ why }} Choose a dictionary that ends with .bdic.`,
      { cause }
    )
  const handle = await open(file, 'r').catch((cause: unknown) => {
    throw refuse('could not be opened.', cause)
  })
  try {
    const found = await handle.stat()
    if (!found.isFile()) throw refuse('is no file.')
    if (found.size > MOST_BYTES)
      throw refuse(`is larger than ${sizeOf(MOST_BYTES)}, so it is no spelling dictionary.`)
    // what has grown since is not read
    const bytes = Buffer.alloc(found.size)
    const { bytesRead } = await handle.read(bytes, 0, found.size, 0)
    if (bytesRead < HEAD || bytes.toString('latin1', 0, 4) !== 'BDic')
      throw refuse('is no spelling dictionary.')
    if (bytes.readUInt16LE(4) !== 2) throw refuse('is of another version than this app reads.')
    const [affixes, words] = [bytes.readUInt32LE(8), bytes.readUInt32LE(12)]
    const isWhole =
      bytesRead === found.size &&
      affixes === HEAD &&
      words > affixes &&
      words < found.size &&
      createHash('md5').update(bytes.subarray(affixes)).digest().equals(bytes.subarray(16, HEAD))
    if (!isWhole) throw refuse('is not whole, or was changed.')
    return bytes
  } finally {
    await handle.close()
  }
}

/**
 * The language that a dictionary is of, by its name, such as `en-GB.bdic`, `en_GB.bdic` or `de-DE-3-0.bdic`.
 * @param known as the checker names them
 * @throws GalleyError where the name does not say it
 */
export function languageOf(file: string, known: readonly string[]): string {
  const name = basename(file)
    .replace(/\.bdic$/i, '')
    .replaceAll('_', '-')
    .replace(/-\d+-\d+$/, '')
    .toLowerCase()
  const exact = known.find((one) => one.toLowerCase() === name)
  const found = exact ?? known.find((one) => one.toLowerCase() === name.split('-')[0])
  if (found !== undefined) return found
  throw new GalleyError(
    'bad-request',
    sentence`The name “${{ file: basename(file) }}” does not say which language it is of. Name it after its language, such as de.bdic or en-GB.bdic.`
  )
}
