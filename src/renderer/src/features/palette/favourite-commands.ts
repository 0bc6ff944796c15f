import { entryOf } from '../../engines/tree/tree-state'
import { chosenPaths, subjects } from '../../engines/tree/subjects'
import { tree } from '../../engines/tree/tree-store'
import type { Command } from '../../workbench/commands/commands'
import { notify } from '../../workbench/toast'
import { nameOf, type ContentPath } from '../../../../common/content/paths'
import { addFavourites, isFavourite, removeFavourites } from './kept-places'

/** For what is chosen in the tree, else for the open document. */
export const favouriteCommands: readonly Command[] = [
  {
    id: 'favourites.add',
    title: 'Add to favourites',
    group: 'Go',
    enabled: () => fresh().length > 0,
    run: () => {
      const paths = fresh()
      addFavourites(paths.map((path) => ({ path, kind: entryOf(tree(), path)?.kind ?? 'file' })))
      notify(`Added ${named(paths)} to the favourites, which the palette begins with`)
    }
  },
  {
    id: 'favourites.remove',
    title: 'Remove from favourites',
    group: 'Go',
    enabled: () => marked().length > 0,
    run: () => {
      const paths = marked()
      removeFavourites(paths)
      notify(`Removed ${named(paths)} from the favourites`)
    }
  }
]

const fresh = () => subjects().filter((path) => !isFavourite(path))
const marked = () => chosenPaths().filter(isFavourite)

const named = ([first, ...others]: readonly ContentPath[]): string =>
  first !== undefined && others.length === 0 ? `“${nameOf(first)}”` : `${others.length + 1} items`
