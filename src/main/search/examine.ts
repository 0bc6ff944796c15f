import { copyFile, lstat, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import type { Made } from '../store/types'
import { sumFileOf } from './engine/checksum'
import { isRead, storedPath } from './marks'
import { knownIndexFile } from './seals'

/**
 * Compares the index of the search with a fresh one (L4), of those that this computer made: others are never
 * opened. It is done on a copy, so that nothing of the workspace is written.
 * @param seals folders where this computer may keep what its indices are called
 */
export async function examineIndex(made: Made, seals: readonly string[]): Promise<void> {
  if (made.id === null) return
  for (const folder of seals) {
    const file = await knownIndexFile(made, made.id, folder)
    if (file !== null && (await isPlain(file))) await examineFile(made, file)
  }
}

async function examineFile(made: Made, file: string): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'galley-examined-'))
  try {
    const copy = join(folder, basename(file))
    await copyFile(file, copy)
    for (const beside of [`${file}-journal`, sumFileOf(file)])
      if (await isPlain(beside)) await copyFile(beside, join(folder, basename(beside)))
    // nobody else waits for a database
    const { compareIndex } = await import('./engine/compare')
    const found = await compareIndex(copy, (mark) => made.read(storedPath(mark)), isRead)
    const message =
      found.kind === 'unreadable'
        ? 'The index of the search is damaged, or of an earlier Galley: it is not used, and made anew by itself.'
        : found.other.length > 0
          ? `The index of the search says something else of ${found.other.length} of ${found.files} files than is in them: searching may miss them.`
          : null
    if (message === null) return
    await made.report({
      file,
      kind: found.kind === 'unreadable' ? 'leftover' : 'damage',
      message,
      repair: {
        does: 'Removes it; the next search makes it anew.',
        run: () =>
          Promise.all(
            [file, `${file}-journal`, sumFileOf(file)].map((one) => rm(one, { recursive: true, force: true }))
          )
      }
    })
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

async function isPlain(file: string): Promise<boolean> {
  const found = await lstat(file).catch(() => null)
  return found?.isFile() === true && found.nlink === 1
}
