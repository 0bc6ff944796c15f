import type * as Monaco from 'monaco-editor/editor'
import { useSyncExternalStore } from 'react'
import type { Point } from '../../workbench/PointMenu'

/** A menu was asked for in a code editor. */
export interface EditorMenuWish {
  readonly editor: Monaco.editor.ICodeEditor
  readonly at: Point
}

let wish: EditorMenuWish | null = null
const listeners = new Set<() => void>()

/** Shows the menu of this editor there; null closes it. */
export function askEditorMenu(next: EditorMenuWish | null): void {
  wish = next
  listeners.forEach((tell) => tell())
}

export function useEditorMenu(): EditorMenuWish | null {
  return useSyncExternalStore(
    (changed) => {
      listeners.add(changed)
      return () => listeners.delete(changed)
    },
    () => wish
  )
}
