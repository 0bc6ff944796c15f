import { acting, actingHere } from '../../engines/tree/selection'
import { entryOf, type TreeState } from '../../engines/tree/tree-state'

/** What the context menu of the tree was asked of. */
export type ClickedKind = 'file' | 'folder' | 'several' | 'site' | 'gone'

/** A command by its id, or several of a kind behind one line. */
type ContextEntry = string | { readonly title: string; readonly more: readonly string[] }

/** `gone`: everything that is chosen is still published and not here any more. `site`: nothing is chosen. */
export function clickedKind(state: TreeState): ClickedKind {
  const chosen = acting(state)
  const here = actingHere(state)
  const [first] = here
  if (chosen.length > 0 && first === undefined) return 'gone'
  if (chosen.length > 1) return 'several'
  if (first === undefined || first === state.root) return 'site'
  return entryOf(state, first)?.kind === 'folder' ? 'folder' : 'file'
}

const make: readonly ContextEntry[] = [
  'file.new-page',
  'file.new-structured',
  'file.new-folder',
  {
    title: 'More to add',
    more: ['file.new-from-template', 'file.new-sheet', 'file.new-json', 'file.upload', 'file.upload-folder']
  }
]
const publish = ['tree.publish', 'tree.unpublish']
const change = ['file.rename', 'file.delete']
const favourite = ['favourites.add', 'favourites.remove']

/** Two of which only the one that can be done is offered. */
export const isEither = (id: string): boolean => favourite.includes(id)

/** What the menu offers of each kind, in groups; everything else is in the palette. */
export const menuOf: Readonly<Record<ClickedKind, readonly (readonly ContextEntry[])[]>> = {
  file: [
    ['tree.open', ...publish],
    ['edit.cut', 'edit.copy', 'edit.paste', 'file.duplicate', 'file.move'],
    change,
    favourite,
    ['tree.copy-path', 'tree.copy-address', 'workspace.reveal']
  ],
  folder: [
    make,
    publish,
    ['edit.cut', 'edit.copy', 'edit.paste', 'file.move'],
    change,
    [
      'folder.moment',
      'folder.bind',
      {
        title: 'More of this folder',
        more: [...favourite, 'folder.restore', 'config.open', 'file.duplicate', 'tree.copy-path']
      }
    ],
    ['workspace.reveal']
  ],
  several: [
    ['tree.open', ...publish],
    ['edit.cut', 'edit.copy', 'file.duplicate', 'file.move'],
    ['file.delete'],
    ['tree.copy-path', 'tree.copy-address']
  ],
  site: [make, ['edit.paste'], ['config.site', 'workspace.reveal']],
  gone: [['gone.look', 'gone.bring-back'], ['tree.unpublish'], ['gone.copy-address', 'tree.copy-path']]
}
