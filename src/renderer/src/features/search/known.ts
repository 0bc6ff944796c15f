import { isHidden, nameOf, segmentsOf, type ContentPath } from '../../../../common/content/paths'
import { tree } from '../../engines/tree/tree-store'
import type { Known } from './filters'
import { searchNow } from './search-state'

/** What the window knows that may stand behind a filter: people of what was found, folders of the tree. */
export function knownForFilters(): Known {
  const people = new Set((searchNow().answer?.hits ?? []).map(({ by }) => by.email))
  const { folders, root } = tree()
  const known = [...folders.values()].flatMap((folder) =>
    folder.status === 'ready'
      ? folder.entries.filter(({ kind, name }) => kind === 'folder' && !isHidden(name))
      : []
  )
  return {
    people: [...people].sort(),
    folders: known.map(({ path }) => inSite(path, root)).sort()
  }
}

const inSite = (path: ContentPath, root: ContentPath | null): string =>
  root === null ? `/${segmentsOf(path).slice(2).join('/') || nameOf(path)}` : path.slice(root.length)
