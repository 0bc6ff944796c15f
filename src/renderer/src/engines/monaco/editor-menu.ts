import { createStore, useStore } from '../../state/store'
import type * as Monaco from 'monaco-editor/editor'
import type { Point } from '../../workbench/PointMenu'

/** A menu was asked for in a code editor. */
export interface EditorMenuWish {
  readonly editor: Monaco.editor.ICodeEditor
  readonly at: Point
}

const wish = createStore<EditorMenuWish | null>(null)

/** Shows the menu of this editor there; null closes it. */
export const askEditorMenu = wish.set

export const useEditorMenu = (): EditorMenuWish | null => useStore(wish)
