import { copyFile, lstat, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import type { Made } from '../store/types'
import { sumFileOf } from './engine/checksum'
import { otherOf } from './engine/other'
import type { FileMark, FileToRead } from './engine/types'
import { isRead, storedPath } from './marks'
import { contentHash, pastReading } from './past/examined'
import { knownIndexFile } from './seals'

/**
 * Compares the indices of the search, of what is there and of what was, with fresh ones (L4), of those that this computer made: others are never
 * opened. It is done on a copy, so that nothing of the workspace is written.
 * @param seals folders where this computer may keep what its indices are called
 */
export async function examineIndex(made: Made, seals: readonly string[]): Promise<void> {
  if (made.id === null) return
  for (const folder of seals) {
    const file = await knownIndexFile(made, made.id, folder)
    if (file === null) continue
    if (await isPlain(file)) await examineFile(made, file, (mark) => contentOf(made, mark))
    const past = otherOf(file)
    if (await isPlain(past)) await examineFile(made, past, (mark) => pastReading(made, mark))
  }
}

/** What is there now, when it is what the index read. */
async function contentOf(made: Made, mark: FileMark): Promise<FileToRead | null> {
  const bytes = await made.read(storedPath(mark))
  if (!bytes || contentHash(bytes) !== mark.hash) return null
  return { ...mark, bytes: isRead(mark) ? bytes : null }
}

async function examineFile(
  made: Made,
  file: string,
  read: (mark: FileMark) => Promise<FileToRead | null>
): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'galley-examined-'))
  try {
    const copy = join(folder, basename(file))
    await copyFile(file, copy)
    for (const beside of [`${file}-journal`, sumFileOf(file)])
      if (await isPlain(beside)) await copyFile(beside, join(folder, basename(beside)))
    // nobody else waits for a database
    const { compareIndex } = await import('./engine/compare')
    const found = await compareIndex(copy, read)
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
