import type { ContentPath } from '../../../../common/content/paths'
import { createStore } from '../../state/store'
import { updateWorkbench } from '../../workbench/workbench'

/** A file that the trash was opened for, until it is shown; null: for no special one. */
export const wantedInTrash = createStore<ContentPath | null>(null)

/** Shows the trash, at what holds this file. */
export function showInTrash(path: ContentPath): void {
  wantedInTrash.set(path)
  updateWorkbench((state) => ({ ...state, view: 'trash', drawer: null }))
}
