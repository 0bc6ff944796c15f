import type { Environment } from '../../common/publishing/environments'
import {
  contentPath,
  isHidden,
  isWithin,
  nameOf,
  ROOT,
  segmentsOf,
  siteOf,
  type ContentPath
} from '../../common/content/paths'
import { formatOfPath } from '../../common/formats/files'
import { configFile, configFolder, configPathOf, configsRoot } from '../configs/config-file'
import { unlessDeleted } from '../configs/deleted-config'
import type { FileEntry, Store } from '../store/types'
import type { FileMark } from './engine/types'

/** What the name of a config is among the documents: below the path that it is of, where no list looks. */
const CONFIG_NAME = '.config'

/** Where a config is found: below what it is of, as all else there. */
export const indexedConfig = (path: ContentPath): string =>
  path === ROOT ? `/${CONFIG_NAME}` : `${path}/${CONFIG_NAME}`

/** The path that a config is of; null for what is none. */
export const configAt = (indexed: string): string | null =>
  indexed.endsWith(`/${CONFIG_NAME}`) ? indexed.slice(0, -CONFIG_NAME.length - 1) || '/' : null

/** Whether something may be found: no dot names (N4), so no schemas (F8), pictures of pages, or trash. */
export function isSearched(path: ContentPath): boolean {
  const config = configPathOf(path)
  const segments = segmentsOf(config ?? path)
  return segments.length > (config ? 0 : 2) && !segments.some(isHidden)
}

/** What the index is to know of a file; null for what is not searched. */
export async function markOf(store: Store, entry: FileEntry): Promise<FileMark | null> {
  if (!isSearched(entry.path) || !unlessDeleted(entry)) return null
  const hashIn = async (environment: Environment) =>
    configPathOf(entry.path) ? null : ((await store.published.get(environment, entry.path))?.hash ?? null)
  return markWith(entry, await hashIn('preview'), await hashIn('live'))
}

function markWith(entry: FileEntry, preview: string | null, live: string | null): FileMark {
  const config = configPathOf(entry.path)
  const { email, name } = entry.modifiedBy
  return {
    file: entry.id,
    path: config ? indexedConfig(config) : entry.path,
    isConfig: config !== null,
    hash: entry.hash,
    size: entry.size,
    changedAt: entry.lastModified,
    changedBy: name === undefined ? email : `${email}\n${name}`,
    preview,
    live
  }
}

/** Every file that is searched and is found at or below a path, with the configs of what is there, or was. */
export async function* marksFrom(store: Store, from: ContentPath): AsyncGenerator<FileMark[]> {
  yield* marksWithin(store, from)
  if (from === ROOT || isWithin(from, configsRoot)) return
  const own = await store.stat(configFile(from))
  const mark = own?.kind === 'file' ? await markOf(store, own) : null
  if (mark) yield [mark]
  yield* marksWithin(store, configFolder(from))
}

/** Folder by folder. */
async function* marksWithin(store: Store, from: ContentPath): AsyncGenerator<FileMark[]> {
  const published = new Map<ContentPath, ReturnType<typeof publishedIn>>()
  const waiting: ContentPath[] = [from]
  for (let folder = waiting.pop(); folder !== undefined; folder = waiting.pop()) {
    const marks: FileMark[] = []
    for (const entry of (await store.list(folder)) ?? []) {
      if (entry.kind === 'folder') {
        if (!isHidden(nameOf(entry.path)) || entry.path === configsRoot || folder.startsWith(configsRoot))
          waiting.push(entry.path)
        continue
      }
      if (!isSearched(entry.path) || !unlessDeleted(entry)) continue
      const site = siteOf(entry.path)
      // below a site nobody else's states are asked for
      const states = configPathOf(entry.path)
        ? null
        : (published.get(site) ?? publishedIn(store, segmentsOf(from).length > 2 ? from : site))
      if (states) published.set(site, states)
      const known = await states
      marks.push(markWith(entry, known?.preview.get(entry.path) ?? null, known?.live.get(entry.path) ?? null))
    }
    if (marks.length > 0) yield marks
  }
}

async function publishedIn(store: Store, folder: ContentPath) {
  const [preview, live] = await Promise.all([
    store.published.list('preview', folder),
    store.published.list('live', folder)
  ])
  const hashes = (states: typeof live) => new Map(states.map(({ path, hash }) => [path, hash]))
  return { preview: hashes(preview), live: hashes(live) }
}

/** Where the store has a file of the index. */
export function storedPath({ path }: Pick<FileMark, 'path'>): ContentPath {
  const config = configAt(path)
  return config === null ? contentPath(path) : configFile(contentPath(config))
}

/** Whether its content is read; other files are found by their names alone. */
export const isRead = (mark: Pick<FileMark, 'path' | 'size'>): boolean =>
  mark.size <= MOST_BYTES && formatOfPath(storedPath(mark)) !== 'media'

/** A larger file is found by its name alone. */
const MOST_BYTES = 16 * 1024 * 1024
