import { contentPath, isWithin, type ContentPath } from '../../../../common/content/paths'
import { currentWorkspace } from '../../api'
import { keep, keptText } from '../../state/keep'

/** More open folders than anyone arranges by hand; the rest is closed again at the next start. */
const MOST = 300

/** The folders of the site that were open the last time; whatever of it is not understood is left out. */
export function keptFolders(site: ContentPath): ReadonlySet<ContentPath> {
  const paths = read()[site]
  if (!Array.isArray(paths)) return new Set()
  return new Set(paths.flatMap(pathFrom).filter((path) => path !== site && isWithin(path, site)))
}

/** Remembers which folders of the site are open, for the next start. */
export function keepFolders(site: ContentPath, open: ReadonlySet<ContentPath>): void {
  const kept = { ...read(), [site]: [...open].slice(0, MOST) }
  if (open.size === 0) Reflect.deleteProperty(kept, site)
  keep(key(), JSON.stringify(kept))
}

const key = () => `galley.tree.${currentWorkspace()?.id ?? ''}`

function read(): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(keptText(key()) ?? '{}')
    return typeof value === 'object' && value !== null ? { ...value } : {}
  } catch {
    return {}
  }
}

function pathFrom(value: unknown): ContentPath[] {
  if (typeof value !== 'string') return []
  try {
    return [contentPath(value)]
  } catch {
    return []
  }
}
