import { createHash } from 'node:crypto'
import { closeSync, openSync, readFileSync, readSync, rmSync, writeFileSync } from 'node:fs'

/** Where the sum of an index lies: it is there exactly while the index is closed, and was closed in peace. */
export const sumFileOf = (file: string): string => `${file}.sum`

/** Notes what the closed index is, byte for byte. */
export function noteSum(file: string): void {
  const sumFile = sumFileOf(file)
  rmSync(sumFile, { recursive: true, force: true })
  // nothing may be there: nothing is written through a link
  writeFileSync(sumFile, sumOf(file), { flag: 'wx', mode: 0o600 })
}

/**
 * Takes the note away, since the index is about to change. @returns whether it is what was closed; null where
 * nobody noted anything
 */
export function takeSum(file: string): boolean | null {
  const sumFile = sumFileOf(file)
  let noted: string
  try {
    noted = readFileSync(sumFile, 'utf8')
  } catch {
    return null
  }
  rmSync(sumFile, { force: true })
  return noted === sumOf(file)
}

const LUMP = 1024 * 1024

function sumOf(file: string): string {
  const hash = createHash('sha256')
  const lump = Buffer.alloc(LUMP)
  const opened = openSync(file, 'r')
  try {
    for (let read = readSync(opened, lump); read > 0; read = readSync(opened, lump))
      hash.update(lump.subarray(0, read))
  } finally {
    closeSync(opened)
  }
  return hash.digest('hex')
}
