import { stat } from 'node:fs/promises'
import { openPromise, type ZipFile } from 'yauzl'
import { GalleyError, sentence } from '../../common/errors'
import { sha256 } from '../store/layout/checksum'
import { codeOf } from '../store/disk/error-codes'
import { translated } from '../store/disk/os-errors'
import { ABOUT, readAbout, readSums, SUMS, type AboutBackup } from './about'
import { judgeEntries } from './entries'
import { badPlace, piecesOf, wholeOf } from './read-entry'

/** A file in a backup, under a name that was judged. */
export interface ArchivedFile {
  /** Relative to the workspace, with forward slashes. */
  readonly path: string
  readonly size: number
  /** sha256 that its bytes must have. */
  readonly hash: string
  /** Never more than `size` bytes. @throws GalleyError damaged */
  read(): AsyncIterable<Uint8Array>
}

/** An open backup: its list was read and judged, its contents were not. */
export interface Archive {
  readonly about: AboutBackup
  readonly folders: readonly string[]
  readonly files: readonly ArchivedFile[]
  close(): void
}

const MB = 1024 * 1024
const MOST = { about: 64 * 1024, sums: 512 * MB } as const

/**
 * Opens a backup, whoever made it: every name in it is one that a workspace may have, each once, and nothing
 * is anything else than a file or folder. Nothing is written anywhere.
 * @throws GalleyError not-found, damaged, bad-path; the message names the place
 */
export async function openArchive(file: string): Promise<Archive> {
  await requireFile(file)
  let zip: ZipFile
  try {
    zip = await openPromise(file, { autoClose: false, lazyEntries: true, strictFileNames: true })
  } catch (error) {
    throw codeOf(error) === '' ? noBackup(file, error) : translated(error, file)
  }
  try {
    return await readArchive(zip, file)
  } catch (error) {
    zip.close()
    if (error instanceof GalleyError) throw error
    throw codeOf(error) === '' ? badList(file, error) : translated(error, file)
  }
}

async function readArchive(zip: ZipFile, file: string): Promise<Archive> {
  const { folders, files, about: aboutEntry, sums: sumsEntry } = await judgeEntries(zip)
  if (!aboutEntry || !sumsEntry) throw noBackup(file)
  const about = readAbout(await wholeOf(zip, aboutEntry, MOST.about))
  if (about === 'newer')
    throw new GalleyError('damaged', 'A newer Galley made this backup. Update Galley to read it.', {
      where: file
    })
  if (!about) throw badPlace(ABOUT, 'what the backup says of itself cannot be read')
  const list = await wholeOf(zip, sumsEntry, MOST.sums)
  if (sha256(list) !== about.sums)
    throw badPlace(SUMS, 'the list of checksums is not the one that was written')
  const sums = readSums(list)
  if (!sums) throw badPlace(SUMS, 'the list of checksums cannot be read')
  for (const path of sums.keys()) if (!files.has(path)) throw badPlace(path, 'it is missing in the archive')
  return {
    about,
    folders,
    files: [...files].map(([path, entry]) => {
      const hash = sums.get(path)
      if (hash === undefined) throw badPlace(path, 'it is not in the list of checksums')
      return { path, size: entry.uncompressedSize, hash, read: () => piecesOf(zip, entry) }
    }),
    close: () => zip.close()
  }
}

async function requireFile(file: string): Promise<void> {
  let found
  try {
    found = await stat(file)
  } catch (error) {
    if (codeOf(error) !== 'ENOENT') throw translated(error, file)
    throw new GalleyError('not-found', sentence`There is no file ${{ file }}.`, { where: file })
  }
  if (!found.isFile())
    throw new GalleyError('not-found', sentence`${{ file }} is no file. Choose the backup’s zip.`, {
      where: file
    })
}

const noBackup = (file: string, cause?: unknown) =>
  new GalleyError(
    'damaged',
    sentence`${{ file }} is no backup of Galley, or its end is missing: a backup that was broken off is none.`,
    { where: file, cause }
  )

const badList = (file: string, cause: unknown) =>
  new GalleyError(
    'damaged',
    sentence`The table of contents of ${{ file }} is damaged (${{ why: cause instanceof Error ? cause.message : '' }}). Take another backup.`,
    { where: file, cause }
  )
