import type { ContentPath } from '../../common/content/paths'
import { contentPath, isWithin, segmentsOf } from '../../common/content/paths'

/**
 * Where configs are stored: in an organization of their own that no content address reaches. There they are
 * files like all others, with versions, ETags and recovery (C2). Each config path has exactly one file, and
 * no file is in the way of another's folder (C1).
 */
export const configsRoot: ContentPath = contentPath('/.config')

/**
 * The file that holds the config of a path: `/acme` → `/.config/acme.json`, `/acme/site` →
 * `/.config/acme/site.json`.
 */
export function configFile(path: ContentPath): ContentPath {
  const segments = segmentsOf(path)
  const folders = segments.slice(0, -1).map(asFolder)
  return contentPath([configsRoot, ...folders, `${segments.at(-1) ?? ''}.json`].join('/'))
}

/** The path whose config is in a file; null for what is no config. */
export function configPathOf(file: ContentPath): ContentPath | null {
  if (!isWithin(file, configsRoot)) return null
  const segments = segmentsOf(file).slice(1)
  const last = segments.pop()
  if (last === undefined || !last.endsWith('.json') || last === '.json') return null
  return contentPath(`/${[...segments.map(fromFolder), last.slice(0, -5)].join('/')}`)
}

/** The folder that holds the configs below a path. */
export function configFolder(path: ContentPath): ContentPath {
  return contentPath([configsRoot, ...segmentsOf(path).map(asFolder)].join('/'))
}

/** No folder ends like a file, so the two never take each other's name. */
const asFolder = (segment: string) => (/\.json~*$/i.test(segment) ? `${segment}~` : segment)
const fromFolder = (name: string) => (/\.json~+$/i.test(name) ? name.slice(0, -1) : name)
