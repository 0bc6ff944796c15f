import { contentPath, segmentsOf, type ContentPath } from '../../common/content/paths'
import { syncKey, type RemoteFolder, type SyncSurvey } from '../../common/sync'
import { leavesOut } from '../../common/sync/left-out'
import type { Store } from '../store/types'
import type { Ask } from './ask'
import { eachOf } from './at-once'
import { listBounds } from '../outgoing'
import { failureOf, tooMany } from './observe'
import { remoteSide } from './remote-http'

const AT_ONCE = 6

/**
 * What lies directly in a folder of a server; of the root its organizations.
 * @throws GalleyError not-found · unreachable
 */
export async function folderOf(ask: Ask, path: ContentPath): Promise<RemoteFolder> {
  const root = path === '/' ? '' : path
  const items = (await remoteSide(ask, { root, serviceFolder: null }).list('')) ?? []
  return {
    path,
    items: items
      .map((item) => ({
        path: root + item.path,
        name: item.path.slice(item.path.lastIndexOf('/') + 1),
        kind: item.kind
      }))
      .sort((a, b) => (a.kind === b.kind ? (a.name < b.name ? -1 : 1) : a.kind === 'folder' ? -1 : 1))
  }
}

/**
 * Counts what lies in two folders, before they are paired (Y16). What cannot be read is told, and not
 * counted.
 */
export async function survey(
  ask: Ask,
  store: Store,
  places: { readonly remote: ContentPath; readonly local: ContentPath }
): Promise<SyncSurvey> {
  const here = await localFiles(store, places.local)
  const there = remoteSide(ask, { root: places.remote, serviceFolder: null })
  const failures: SyncSurvey['failures'] = []
  const all = emptyCount()
  const media = emptyCount()
  const top = new Map<string, Count & { readonly path: string; here: number }>()
  const topAt = (path: string) => {
    const folder = topOf(path)
    const known = top.get(syncKey(folder)) ?? { ...emptyCount(), path: folder, here: 0 }
    top.set(syncKey(folder), known)
    return known
  }
  for (const path of here.paths) topAt(path).here += 1
  const counts = { folders: 0, both: 0 }
  let counted = 0
  let waiting = ['']
  const seen = new Set(waiting)
  while (waiting.length > 0) {
    const folders = waiting
    waiting = []
    await eachOf(folders, AT_ONCE, async (folder) => {
      try {
        const items = (await there.list(folder)) ?? []
        counted += items.length
        if (counted > listBounds.below) throw tooMany()
        for (const item of items) {
          if (item.kind === 'folder') {
            counts.folders += 1
            if (!seen.has(item.path)) waiting.push(item.path)
            seen.add(item.path)
            continue
          }
          add(all, item.size)
          add(topAt(item.path), item.size)
          if (isMedia(item.path)) add(media, item.size)
          if (here.sizes.has(syncKey(item.path))) counts.both += 1
        }
      } catch (error) {
        if (folder === '' || counted > listBounds.below) throw error
        failures.push(failureOf(error, folder))
      }
    })
  }
  const { folders, both } = counts
  return {
    remote: { ...countIn(all), folders },
    media: countIn(media),
    top: [...top.values()]
      .sort((a, b) => (a.path < b.path ? -1 : 1))
      .map((count) => ({ path: count.path, ...countIn(count), here: count.here })),
    local: { files: here.sizes.size, bytes: [...here.sizes.values()].reduce((sum, size) => sum + size, 0) },
    both,
    failures
  }
}

interface Count {
  files: number
  bytes: number
  /** Whose lists tell no size. */
  sizeless: number
}

const emptyCount = (): Count => ({ files: 0, bytes: 0, sizeless: 0 })

function add(count: Count, size: number | null): void {
  count.files += 1
  if (size === null) count.sizeless += 1
  else count.bytes += size
}

const countIn = ({ files, bytes, sizeless }: Count) => ({ files, bytes: sizeless > 0 ? null : bytes })

/** The folder directly in the root that a file lies in; `''` when it lies in none. */
function topOf(path: string): string {
  const end = path.indexOf('/', 1)
  return end < 0 ? '' : path.slice(0, end)
}

const isMedia = leavesOut({ folders: [], media: true })

async function localFiles(store: Store, root: ContentPath) {
  const sizes = new Map<string, number>()
  const paths: string[] = []
  const look = async (folder: ContentPath): Promise<void> => {
    for (const entry of (await store.list(folder)) ?? []) {
      if (entry.name.startsWith('.')) continue
      if (entry.kind === 'folder') await look(entry.path)
      else {
        const path = entry.path.slice(root.length)
        sizes.set(syncKey(path), entry.size)
        paths.push(path)
      }
    }
  }
  await look(root)
  return { sizes, paths }
}

/** A folder to look at: the root, an organization, or below. @throws GalleyError bad-path */
export function folderPath(text: string): ContentPath {
  const path = contentPath(text === '' ? '/' : text)
  return segmentsOf(path).length === 0 ? contentPath('/') : path
}
