import { nameOf, type ContentPath } from '../../common/content/paths'
import type { Surroundings } from './graph'
import { isOwnThing, type KnownFile } from './link-index'

type IsCounted = (path: ContentPath) => boolean

/** What is asked by folders and names: made once for a state of all files when somebody asks, and once for each asker. */
export function namesOf(files: ReadonlyMap<ContentPath, KnownFile>): Pick<Surroundings, 'holds' | 'called'> {
  const folders = new WeakMap<IsCounted, ReadonlySet<string>>()
  const sites = new Map<ContentPath, ReadonlyMap<string, readonly ContentPath[]>>()
  return {
    holds(folder, isCounted = all) {
      const known = folders.get(isCounted) ?? foldersOf([...files.keys()].filter(isCounted))
      folders.set(isCounted, known)
      return known.has(folder)
    },
    called(site, name) {
      const known = sites.get(site) ?? byName(files, site)
      sites.set(site, known)
      return known.get(name) ?? []
    }
  }
}

const all: IsCounted = () => true

function byName(
  files: ReadonlyMap<ContentPath, KnownFile>,
  site: ContentPath
): ReadonlyMap<string, readonly ContentPath[]> {
  const names = new Map<string, ContentPath[]>()
  for (const path of files.keys()) {
    if (!path.startsWith(`${site}/`) || isOwnThing(path)) continue
    const name = nameOf(path).toLowerCase()
    const same = names.get(name)
    if (same) same.push(path)
    else names.set(name, [path])
  }
  return names
}

/** Each folder that something lies in, below its site. */
function foldersOf(files: readonly ContentPath[]): Set<string> {
  const found = new Set<string>()
  for (const path of files)
    for (
      let end = path.lastIndexOf('/');
      end > 0 && !found.has(path.slice(0, end));
      end = path.lastIndexOf('/', end - 1)
    )
      found.add(path.slice(0, end))
  return found
}
