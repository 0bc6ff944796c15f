import { clashKey, splitName } from './paths'

/** A file that lies in the folder already. */
interface FileThere {
  /** With extension. */
  readonly name: string
  /** sha256, lower-case hex; null when nobody tells it. */
  readonly hash: string | null
}

/**
 * A clean name for a file that comes from elsewhere (VE10): letters and digits in small letters, with hyphens
 * between; Latin letters without their accents; the extension as it is, small.
 * @param name as a camera or a person gave it, with or without extension
 * @param ext without dot: for a name that has none
 */
export function cleanAssetName(name: string, ext = ''): string {
  const parts = splitName(name.normalize('NFC').slice(-MOST_READ))
  const own = wordsOf(parts.ext).replaceAll('-', '')
  const ending = own === '' ? wordsOf(ext).replaceAll('-', '') : own
  const words = wordsOf(own === '' && parts.ext !== '' ? `${parts.name} ${parts.ext}` : parts.name)
  return named(Array.from(words).slice(0, MOST_LETTERS).join('').replace(/-+$/, '') || 'file', ending)
}

/**
 * Where a file goes among those of its folder (VE10): the very bytes that are there already stay the one
 * file; a name that other bytes have gets a number, from 2.
 * @param hash sha256 of its bytes, lower-case hex
 * @returns the name, and whether the file is there already
 */
export function placeForAsset(
  wanted: string,
  hash: string,
  there: readonly FileThere[]
): { readonly name: string; readonly isThere: boolean } {
  const ext = splitName(wanted).ext
  const same = there.filter((file) => file.hash === hash && splitName(file.name).ext.toLowerCase() === ext)
  const found = same.find(({ name }) => name === wanted) ?? same[0]
  if (found) return { name: found.name, isThere: true }
  const taken = new Set(there.map(({ name }) => clashKey(name)))
  const { name } = splitName(wanted)
  for (let number = 1; ; number += 1) {
    const candidate = number === 1 ? wanted : named(`${name}-${number}`, ext)
    if (!taken.has(clashKey(candidate))) return { name: candidate, isThere: false }
  }
}

/** What is longer than any name is read from its end, where the extension is. */
const MOST_READ = 1000
/** Of up to four bytes each: with number and extension well within the 255 bytes of a name (N5). */
const MOST_LETTERS = 50

const wordsOf = (text: string) =>
  text
    .normalize('NFKD')
    .replace(/(?<=[a-z])\p{M}+/giu, '')
    .normalize('NFC')
    .toLowerCase()
    .normalize('NFC')
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, '-')
    .replace(/^[-\p{M}]+|-+$/gu, '')

const named = (name: string, ext: string) => (ext === '' ? name : `${name}.${ext}`)
