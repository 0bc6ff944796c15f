import type * as MonacoEditor from 'monaco-editor/editor'
import { askEditorMenu } from './editor-menu'

type Monaco = typeof MonacoEditor

/** Every code editor and comparison of the window shows Galley's menu instead of its own. */
export function showOwnMenu(monaco: Monaco): void {
  monaco.editor.onDidCreateEditor((editor) => {
    editor.updateOptions({ contextmenu: false })
    const byMouse = editor.onContextMenu(({ event, target }) => {
      // fields of its own, such as that of Find, have the menu of every field
      if (target.type === monaco.editor.MouseTargetType.OVERLAY_WIDGET) return
      event.preventDefault()
      askEditorMenu({ editor, at: { x: event.browserEvent.clientX, y: event.browserEvent.clientY } })
    })
    const byKey = editor.onKeyDown((event) => {
      const isMenuKey = event.keyCode === monaco.KeyCode.ContextMenu
      if (!isMenuKey && !(event.shiftKey && event.keyCode === monaco.KeyCode.F10)) return
      event.preventDefault()
      event.stopPropagation()
      askEditorMenu({ editor, at: caretOf(editor) })
    })
    editor.onDidDispose(() => {
      byMouse.dispose()
      byKey.dispose()
    })
  })
  leaveOut(monaco)
}

/** Below the caret, in the window. */
function caretOf(editor: MonacoEditor.editor.ICodeEditor): { x: number; y: number } {
  const box = editor.getContainerDomNode().getBoundingClientRect()
  const position = editor.getPosition()
  const place = position && editor.getScrolledVisiblePosition(position)
  return { x: box.left + (place?.left ?? 0), y: box.top + (place ? place.top + place.height : 0) }
}

/**
 * Actions that nobody who writes pages has a use for: those of program text, for which these languages have
 * no answers, and a second palette. Their keys are free for Galley's commands.
 */
const leftOut = [
  'editor.action.quickCommand',
  'editor.action.quickOutline',
  'editor.action.showContextMenu',
  'editor.action.rename',
  'editor.action.quickFix',
  'editor.action.refactor',
  'editor.action.autoFix',
  'editor.action.sourceAction',
  'editor.action.triggerParameterHints',
  'editor.action.revealDefinition',
  'editor.action.revealDefinitionAside',
  'editor.action.peekDefinition',
  'editor.action.peekImplementation',
  'editor.action.goToImplementation',
  'editor.action.goToReferences',
  // Galley's own keys do these
  'editor.action.formatDocument',
  'editor.action.marker.next',
  'editor.action.marker.prev',
  'editor.action.marker.nextInFiles',
  'editor.action.marker.prevInFiles'
]

function leaveOut(monaco: Monaco): void {
  monaco.editor.addKeybindingRules(leftOut.map((action) => ({ keybinding: 0, command: `-${action}` })))
}
