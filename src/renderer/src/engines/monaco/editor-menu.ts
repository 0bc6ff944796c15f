import { createStore, useStore } from '../../state/store'
import type * as Monaco from 'monaco-editor/editor'
import type { Point } from '../../workbench/PointMenu'

/** A menu was asked for in a code editor. */
interface EditorMenuRequest {
  readonly editor: Monaco.editor.ICodeEditor
  readonly at: Point
}

const request = createStore<EditorMenuRequest | null>(null)

/** Shows the menu of this editor there; null closes it. */
export const askEditorMenu = request.set

export const useEditorMenu = (): EditorMenuRequest | null => useStore(request)
