import { GalleyError } from '../../common/errors'
import { syncKey, type LocalFile, type RemoteFile, type SyncKey } from '../../common/sync'
import type { AgreedFile } from './memory'
import { listBounds } from '../outgoing'
import { eachOf } from './at-once'
import type { RemoteItem } from './sides'
import type { Failure, SyncWorld } from './world'

/** What the server told of everything below the root. */
export interface Observed {
  readonly items: ReadonlyMap<SyncKey, RemoteItem>
  readonly all: readonly RemoteItem[]
  /** Folders of which nothing is known (Y3). */
  readonly unknown: readonly string[]
  readonly failures: readonly Failure[]
}

/**
 * Reads every list to its end (Y3). A list that fails in any way makes its folder unknown. A missing root
 * counts as empty only as long as nothing was ever in sync with it.
 */
export async function observeRemote(
  { remote, memory, options, signal }: SyncWorld,
  hidden: readonly string[] = []
): Promise<Observed> {
  const all: RemoteItem[] = []
  const unknown: string[] = []
  const failures: Failure[] = []
  const isNew = [...memory.files.values()].every(({ agreed }) => !agreed)
  const isHidden = new Set(hidden)
  const seen = new Set<string>([''])
  let told = 0
  const look = async (folder: string): Promise<string[]> => {
    try {
      if (signal?.aborted) throw new GalleyError('cancelled', 'The sync was stopped.')
      const items = await remote.list(folder)
      if (items) {
        told += items.length
        if (told > listBounds.below) throw tooMany()
        for (const item of items) if (item.kind === 'file') all.push(item)
        return items.filter(({ kind }) => kind === 'folder').map(({ path }) => path)
      }
      // no list tells whether a hidden folder is there: each file in it is asked for (Y2)
      if (!isHidden.has(folder) && (folder !== '' || !isNew))
        throw new GalleyError('not-found', 'The server does not show this folder any more.', {
          where: folder
        })
    } catch (error) {
      // of a server that makes folders up nothing is known
      const at = told > listBounds.below ? '' : folder
      unknown.push(at)
      failures.push(failureOf(error, at === '' ? '/' : at))
    }
    return []
  }
  let waiting = await look('')
  if (unknown.length === 0) waiting.push(...hidden)
  while (waiting.length > 0 && told <= listBounds.below) {
    const folders = waiting.filter((folder) => !seen.has(folder) && seen.add(folder))
    waiting = []
    await eachOf(folders, options.atOnce, async (folder) => {
      if (told > listBounds.below) return
      for (const below of await look(folder)) waiting.push(below)
    })
  }
  return { items: new Map(all.map((item) => [syncKey(item.path), item])), all, unknown, failures }
}

/**
 * Folders with a dot, which no list shows: they are asked for by name where something is known to lie in
 * them, here or there.
 * @param always asked for in any case
 */
export function hiddenFolders(
  local: readonly LocalFile[],
  memory: SyncWorld['memory'],
  always: readonly string[]
): string[] {
  const found = new Set(always)
  const add = (path: string) => {
    const cut = path.indexOf('/.')
    const end = cut < 0 ? -1 : path.indexOf('/', cut + 1)
    if (end > 0) found.add(path.slice(0, end))
  }
  for (const { path } of local) add(path)
  for (const { agreed } of memory.files.values()) if (agreed) add(agreed.remotePath)
  return [...found].sort()
}

/**
 * What is known of each remote file without reading it: whoever tells the ETag of what was agreed on has that
 * (Y4).
 */
export function remoteFiles(
  { all }: Observed,
  memory: SyncWorld['memory'],
  local: ReadonlyMap<SyncKey, LocalFile>,
  isLookedAt: (key: SyncKey) => boolean
): RemoteFile[] {
  return all.map((item) => {
    const key = syncKey(item.path)
    return {
      path: item.path,
      hash: knownHash(item, memory.files.get(key)?.agreed, local.get(key), isLookedAt(key)),
      ...(item.id !== null && { id: item.id })
    }
  })
}

function knownHash(
  { etag, lastModified }: RemoteItem,
  agreed: AgreedFile | undefined,
  local: LocalFile | undefined,
  isLookedAt: boolean
): string | null {
  if (etag !== null) {
    if (agreed && agreed.etag !== null && sameEtag(agreed.etag, etag)) return agreed.hash
    // a server whose ETag is the hash of the bytes
    const text = bareEtag(etag)
    return local?.hash === text || agreed?.hash === text ? text : null
  }
  const isQuiet = agreed !== undefined && agreed.lastModified !== null && agreed.lastModified === lastModified
  return isQuiet && !isLookedAt ? agreed.hash : null
}

/** The ETag without its quotes and without a mark of weakness. */
export const bareEtag = (etag: string): string => etag.replace(/^W\//, '').replace(/^"(.*)"$/, '$1')

const sameEtag = (a: string, b: string) => bareEtag(a) === bareEtag(b)

/** More than any site has: a server that makes folders up, in folders that it makes up. */
export const tooMany = () =>
  new GalleyError(
    'too-large',
    'The server shows more than 1,000,000 files and folders here. Nothing is done with the rest; pair a smaller folder.'
  )

/** A failure for people. What is no GalleyError is no answer of a side but a fault, and is thrown on. */
export function failureOf(error: unknown, path: string): Failure {
  if (error instanceof GalleyError) return { path, reason: error.reason, message: error.message }
  throw error
}
