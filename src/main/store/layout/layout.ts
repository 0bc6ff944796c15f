import { dirname, join, sep } from 'node:path'
import type { ContentPath } from '../../../common/content/paths'
import { clashKey, contentPath, ROOT, segmentsOf } from '../../../common/content/paths'
import { shardOf, type ContentHash, type Guid, type RecordName } from './names'

/**
 * Where everything lies in a workspace folder. The only place that knows names on disk; it takes parsed names
 * alone (names.ts).
 */
export interface Layout {
  readonly root: string
  readonly contentFolder: string
  readonly service: string
  /** The file or folder on disk of a content path. */
  content(path: ContentPath): string
  readonly workspaceFile: string
  /** The same once more, for the day on which the first is damaged. */
  readonly workspaceCopy: string
  readonly lockFile: string
  readonly lockHolderFile: string
  readonly indexFile: string
  /** Tells whether the index is the one that was written last. */
  readonly indexSeal: string
  /** Every version once more, for the day on which a history is lost. */
  readonly historyCopy: string
  documentFile(name: RecordName): string
  /** The same value once more, for the day on which the first is damaged. */
  documentCopy(name: RecordName): string
  /**
   * The folder of one kind of keyed records; any name below `.galley/` that is not one of `reservedNames`.
   */
  records(kind: RecordName): string
  record(kind: RecordName, key: RecordName): string
  readonly logs: string
  log(fileId: Guid): string
  readonly shadows: string
  /** The store's own copy of a file's current content, until a version needs it. */
  shadow(fileId: Guid, hash: ContentHash): string
  readonly blobs: string
  blob(hash: ContentHash): string
  readonly trash: string
  trashItem(id: Guid): string
  trashRecord(id: Guid): string
  trashContent(id: Guid): string
  readonly journal: string
  /** What a move or copy is about to do. */
  intent(id: Guid): string
  /** Half-done things that a start may throw away: uploads under way, trees being copied. */
  readonly staging: string
  staged(id: Guid): string
  /** The files of a copy that is being made. */
  stagedRecords(id: Guid): string
  readonly damaged: string
  /** Room kept for a full disk. */
  readonly ballast: string
  readonly published: string
  /** What is made from the content and can be made anew: the index of the search. */
  readonly index: string
  /** The log of what is published of the site that a path lies in; null outside of any. */
  publishedLog(path: ContentPath): string | null
  /** The second copy of such a log. */
  publishedCopy(log: string): string
  readonly sync: string
  /** What a sync knows of the files of one pair. */
  syncLog(name: RecordName): string
  /** What is written together and is not in its file yet. */
  readonly rooms: string
  roomLog(fileId: Guid): string
}

/** @param root absolute, with links resolved */
export function layoutOf(root: string): Layout {
  const contentFolder = join(root, 'content')
  const service = join(root, '.galley')
  const at = (...parts: string[]) => join(service, ...parts)
  return {
    root,
    contentFolder,
    service,
    // as it is: what is no content path must not be made one on the way to the gate
    content: (path) => (path === ROOT ? contentFolder : contentFolder + path.replaceAll('/', sep)),
    workspaceFile: at('workspace.json'),
    workspaceCopy: at('workspace.copy.json'),
    lockFile: at('lock'),
    lockHolderFile: at('lock-holder.json'),
    indexFile: at('index.log'),
    indexSeal: at('index-seal.json'),
    historyCopy: at('versions.log'),
    documentFile: (name) => at('documents', `${name}.json`),
    documentCopy: (name) => at('documents', `${name}.copy.json`),
    records: (kind) => at(kind),
    record: (kind, key) => at(kind, `${key}.json`),
    logs: at('files'),
    log: (fileId) => at('files', shardOf(fileId), `${fileId}.log`),
    shadows: at('current'),
    shadow: (fileId, hash) => at('current', shardOf(fileId), `${fileId}.${hash}`),
    blobs: at('blobs'),
    blob: (hash) => at('blobs', hash.slice(0, 2), hash),
    trash: at('trash'),
    trashItem: (id) => at('trash', id),
    trashRecord: (id) => at('trash', id, 'record.json'),
    trashContent: (id) => at('trash', id, 'content'),
    journal: at('journal'),
    intent: (id) => at('journal', `${id}.json`),
    staging: at('staging'),
    staged: (id) => at('staging', id),
    stagedRecords: (id) => at('staging', id, 'records.json'),
    damaged: at('damaged'),
    ballast: at('ballast'),
    published: at('published'),
    index: at('index'),
    publishedLog: (path) => {
      const [org, site] = segmentsOf(path).map(clashKey)
      return org === undefined || site === undefined ? null : at('published', org, site, 'states.log')
    },
    publishedCopy: (log) => join(dirname(log), 'states.copy.log'),
    sync: at('sync'),
    syncLog: (name) => at('sync', `${name}.log`),
    rooms: at('rooms'),
    roomLog: (fileId) => at('rooms', `${fileId}.log`)
  }
}

/** Files with an id or a hash are spread over as many folders, by its first two digits. */
export const spread: readonly string[] = Array.from({ length: 256 }, (_, index) =>
  index.toString(16).padStart(2, '0')
)

/** The folders of a workspace, parents first. */
export function foldersOf(layout: Layout): string[] {
  const { service } = layout
  return [
    layout.contentFolder,
    service,
    join(service, 'documents'),
    layout.logs,
    layout.shadows,
    layout.blobs,
    layout.trash,
    layout.journal,
    layout.staging,
    layout.damaged
  ]
}

/** Names below `.galley/` that have a meaning of their own. */
export const reservedNames: ReadonlySet<string> = new Set([
  'documents',
  'files',
  'current',
  'blobs',
  'trash',
  'journal',
  'staging',
  'damaged',
  'published',
  'sync',
  'rooms',
  'lock',
  'ballast',
  'index',
  'workspace.json',
  'workspace.copy.json',
  'lock-holder.json',
  'index.log',
  'index-seal.json',
  'versions.log'
])

const TEMP = /^\.galley-[0-9a-f-]{36}\.tmp$/

/** A unique name for a new file in the folder of the one that it will replace (W4). */
export const tempName = (unique: string) => `.galley-${unique}.tmp`
export const isTempName = (name: string) => TEMP.test(name)

/** Names that systems and programs leave in folders, and our own temporary ones: no content. */
export function isJunk(name: string): boolean {
  return (
    isTempName(name) || junk.has(name.toLowerCase()) || name.startsWith('.~lock.') || name.startsWith('._')
  )
}

/** True for a path with such a name in it: nothing at it is content. */
export const isJunkPath = (path: ContentPath) => segmentsOf(path).some(isJunk)

const junk = new Set([
  '.ds_store',
  'thumbs.db',
  'desktop.ini',
  '.directory',
  '.trashes',
  '.spotlight-v100',
  '.fseventsd'
])

/** A name on disk as a content path, or null when the rules for names refuse it (N5). */
export function childPath(folder: ContentPath, name: string): ContentPath | null {
  // a Mac may hand out decomposed names for what it finds under the composed one; elsewhere they are two
  // names
  if (process.platform !== 'darwin' && name.normalize('NFC') !== name) return null
  try {
    return contentPath(`${folder === '/' ? '' : folder}/${name}`)
  } catch {
    return null
  }
}
