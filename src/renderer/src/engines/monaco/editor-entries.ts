import type * as Monaco from 'monaco-editor/editor'
import { desktop } from '../../workbench/bridge'
import { allCommands, runCommand } from '../../workbench/commands/commands'
import { shownShortcut } from '../../workbench/commands/shown-keys'
import type { PointMenuEntry } from '../../workbench/PointMenu'
import { notify } from '../../workbench/toast'
import { isOfDocument } from './document-uri'

type CodeEditor = Monaco.editor.ICodeEditor

/**
 * What can be done in a code editor, as in any field of text; and in that of a document, what its commands
 * offer.
 */
export function editorEntries(editor: CodeEditor): PointMenuEntry[][] {
  const off = isReadOnly(editor)
  const nothing = editor.getSelection()?.isEmpty() !== false
  const act = (run: () => unknown) => () => {
    editor.focus()
    run()
  }
  const step = (name: string) => act(() => editor.trigger('menu', name, null))
  const model = editor.getModel()
  return [
    [
      { title: 'Undo', shortcut: 'mod+Z', run: step('undo'), off },
      { title: 'Redo', shortcut: 'mod+shift+Z', run: step('redo'), off }
    ],
    [
      { title: 'Cut', shortcut: 'mod+X', run: act(() => document.execCommand('cut')), off: off || nothing },
      { title: 'Copy', shortcut: 'mod+C', run: act(() => document.execCommand('copy')), off: nothing },
      { title: 'Paste', shortcut: 'mod+V', run: act(() => paste(editor)), off },
      {
        title: 'Select all',
        shortcut: 'mod+A',
        run: act(() => model && editor.setSelection(model.getFullModelRange()))
      }
    ],
    ...(model && isOfDocument(model.uri) ? ofDocument() : [lookFor(editor)])
  ]
}

const documentGroups = [
  [
    ['document.find', 'Find…'],
    ['document.replace', 'Find and replace…'],
    ['document.go-to-line', 'Go to line…'],
    ['document.format', null]
  ],
  [
    ['links.follow', null],
    ['links.mend', null]
  ],
  [
    ['history.who-changed', null],
    ['history.compare-previous', null],
    ['history.create-version', null]
  ]
] as const

/** The same commands as in the palette, with those that cannot run now left out. */
function ofDocument(): PointMenuEntry[][] {
  return documentGroups.map((group) =>
    group.flatMap(([id, title]) => {
      const command = allCommands().find((one) => one.id === id)
      if (!command || command.enabled?.() === false) return []
      return [{ title: title ?? command.title, shortcut: command.shortcut, run: () => void runCommand(id) }]
    })
  )
}

function lookFor(editor: CodeEditor): PointMenuEntry[] {
  return [{ title: 'Find…', shortcut: 'mod+F', run: () => editor.trigger('menu', 'actions.find', null) }]
}

/** A page may not read the clipboard by itself: the desktop pastes, and a browser asks the person. */
async function paste(editor: CodeEditor): Promise<void> {
  const bridge = desktop()
  if (bridge) return bridge.call('paste')
  try {
    const text = await navigator.clipboard.readText()
    editor.trigger('menu', 'paste', { text, pasteOnNewLine: false })
  } catch {
    notify(`This browser does not let the page read the clipboard. Press ${shownShortcut('mod+V')} to paste.`)
  }
}

/** As the editor was made: its own commands may still move the caret and copy. */
const isReadOnly = (editor: CodeEditor): boolean => editor.getRawOptions().readOnly === true
