import type { Entry, ZipFile } from 'yauzl'
import { clashKey } from '../../common/content/paths'
import { GalleyError, sentence } from '../../common/errors'
import { isPlaceBelow } from '../store/disk/confined-fs'
import { isSnapshotFile, isSnapshotFolder } from '../store/snapshot'
import { ABOUT, SUMS } from './about'

/** What the table of contents of an archive tells, judged. */
interface JudgedEntries {
  readonly folders: readonly string[]
  readonly files: ReadonlyMap<string, Entry>
  readonly about?: Entry
  readonly sums?: Entry
}

/** More than any workspace has. */
const MOST_ENTRIES = 8_000_000

/**
 * The archive is a stranger’s: no name in it leads anywhere else than into a workspace.
 * @throws GalleyError bad-path, damaged
 */
export async function judgeEntries(zip: ZipFile): Promise<JudgedEntries> {
  if (zip.entryCount > MOST_ENTRIES)
    throw new GalleyError(
      'too-large',
      sentence`The archive says that it has ${{ entries: zip.entryCount }} entries, more than ${{ most: MOST_ENTRIES }}: no backup has so many.`
    )
  const folders: string[] = []
  const files = new Map<string, Entry>()
  const taken = new Set<string>()
  const special = new Map<string, Entry>()
  const all: Entry[] = []
  for await (const entry of zip.eachEntry()) {
    const name = entry.fileName
    const isFolder = name.endsWith('/')
    const path = isFolder ? name.slice(0, -1) : name
    judgeKind(entry, path, isFolder)
    const isOurs = !isFolder && (path === ABOUT || path === SUMS)
    const isPlace = isFolder ? isSnapshotFolder(path) : isOurs || isSnapshotFile(path)
    if (!isPlace || !isPlaceBelow(path)) throw refused(path, 'no workspace has such a name in it')
    const key = clashKey(path)
    if (taken.has(key))
      throw refused(path, 'it is there twice, or in two spellings that are one name on some disks')
    taken.add(key)
    all.push(entry)
    if (isFolder) folders.push(path)
    else if (isOurs) special.set(path, entry)
    else files.set(path, entry)
  }
  const fileKeys = new Set([...files.keys()].map(clashKey))
  for (const path of [...files.keys(), ...folders]) requireFolders(path, fileKeys)
  requireApart(all)
  const [about, sums] = [special.get(ABOUT), special.get(SUMS)]
  return { folders, files, ...(about && { about }), ...(sums && { sums }) }
}

const KIND = 0o170000
const kinds = { file: 0o100000, folder: 0o040000 } as const

function judgeKind(entry: Entry, path: string, isFolder: boolean): void {
  const kind = (entry.externalFileAttributes >>> 16) & KIND
  if (kind !== 0 && kind !== (isFolder ? kinds.folder : kinds.file))
    throw refused(path, 'it is a link or something else that is no plain file or folder')
  if (entry.isEncrypted()) throw refused(path, 'it is encrypted, which no backup of Galley is')
  if (![0, 8].includes(entry.compressionMethod))
    throw refused(path, 'it is packed in a way that Galley never uses')
  if (isFolder && entry.uncompressedSize > 0) throw refused(path, 'it is a folder that says it has bytes')
}

/** Nothing lies below a file. */
function requireFolders(path: string, files: ReadonlySet<string>): void {
  for (let at = path.indexOf('/'); at > 0; at = path.indexOf('/', at + 1))
    if (files.has(clashKey(path.slice(0, at)))) throw refused(path, 'it lies below what is a file')
}

/** Entries that share bytes make a small archive into a huge one. */
function requireApart(entries: readonly Entry[]): void {
  const sorted = [...entries].sort((a, b) => a.relativeOffsetOfLocalHeader - b.relativeOffsetOfLocalHeader)
  let end = 0
  for (const { relativeOffsetOfLocalHeader: start, compressedSize, fileName } of sorted) {
    if (start < end) throw refused(fileName, 'it shares its bytes with another entry')
    end = start + LOCAL_HEADER + compressedSize
  }
}

const LOCAL_HEADER = 30

const refused = (path: string, why: string) =>
  new GalleyError(
    'bad-path',
    sentence`This is no sound backup: “${{ path: shown(path) }}” is in it, and ${{ why }}. Nothing was written.`,
    { where: shown(path) }
  )

const shown = (path: string) => (path.length > 200 ? `${path.slice(0, 197)}…` : path)
