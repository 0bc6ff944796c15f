import { openDocument } from '../../app/workbench'
import type { TreeEntry } from './entries'
import { setExpanded } from './tree-store'

/** What Enter and a click do: a folder opens or closes, a file is shown in a tab. */
export function openEntry(entry: TreeEntry, expanded: boolean): void {
  if (entry.kind === 'folder') setExpanded(entry.path, !expanded)
  else openDocument(entry.path)
}
