import type * as Monaco from 'monaco-editor/editor'
import { useEffect } from 'react'
import { registerCommands } from '../../app/commands'
import type { DocumentSession } from '../documents'
import { historyCommands } from '../history/history-commands'
import { changeEditorSettings, editorSettings } from './settings'

interface ActiveDocument {
  readonly session: DocumentSession
  readonly editor: Monaco.editor.IStandaloneCodeEditor | null
  readonly language: string
}

/** The commands of the text document that is shown. */
export function useDocumentCommands({ session, editor, language }: ActiveDocument): void {
  useEffect(() => {
    const run = (action: string) => {
      editor?.focus()
      void editor?.getAction(action)?.run()
    }
    const canFormat = () => editor !== null && (language === 'html' || language === 'json')
    return registerCommands([
      {
        id: 'file.save',
        title: 'Save now',
        group: 'File',
        shortcut: 'mod+S',
        run: async () => void (await session.flush())
      },
      { id: 'edit.undo', title: 'Undo typing', group: 'Edit', run: () => typingStep(editor, 'undo') },
      { id: 'edit.redo', title: 'Redo typing', group: 'Edit', run: () => typingStep(editor, 'redo') },
      {
        id: 'edit.select-all',
        title: 'Select all',
        group: 'Edit',
        run: () => typingStep(editor, 'selectAll')
      },
      {
        id: 'document.find',
        title: 'Find in document',
        group: 'Edit',
        shortcut: 'mod+F',
        enabled: () => editor !== null,
        run: () => run('actions.find')
      },
      {
        id: 'document.replace',
        title: 'Find and replace in document',
        group: 'Edit',
        shortcut: 'mod+alt+R',
        enabled: () => editor !== null,
        run: () => run('editor.action.startFindReplaceAction')
      },
      {
        id: 'document.go-to-line',
        title: 'Go to line…',
        group: 'Go',
        shortcut: 'ctrl+G',
        enabled: () => editor !== null,
        run: () => run('editor.action.gotoLine')
      },
      {
        id: 'document.next-problem',
        title: 'Next problem in the text',
        group: 'Go',
        shortcut: 'F8',
        enabled: () => editor !== null,
        run: () => run('editor.action.marker.next')
      },
      {
        id: 'document.previous-problem',
        title: 'Previous problem in the text',
        group: 'Go',
        shortcut: 'shift+F8',
        enabled: () => editor !== null,
        run: () => run('editor.action.marker.prev')
      },
      {
        id: 'document.format',
        title: 'Format document',
        group: 'Edit',
        shortcut: 'shift+alt+F',
        enabled: canFormat,
        run: () => run('editor.action.formatDocument')
      },
      {
        id: 'document.wrap',
        title: 'Wrap long lines',
        group: 'View',
        checked: () => editorSettings().wrap,
        run: () => changeEditorSettings({ wrap: !editorSettings().wrap })
      },
      {
        id: 'document.split-preview',
        title: 'Preview beside the text',
        group: 'View',
        checked: () => editorSettings().split,
        enabled: () => language === 'html',
        run: () => changeEditorSettings({ split: !editorSettings().split })
      },
      ...historyCommands(session.path)
    ])
  }, [session, editor, language])
}

type TypingStep = 'undo' | 'redo' | 'selectAll'

/** In the field that has the focus; else in the editor. */
function typingStep(editor: ActiveDocument['editor'], step: TypingStep): void {
  const field = document.activeElement
  const inField =
    field instanceof HTMLInputElement ||
    (field instanceof HTMLTextAreaElement && !field.closest('.monaco-editor'))
  if (inField || !editor) {
    document.execCommand(step)
    return
  }
  editor.focus()
  if (step === 'selectAll') {
    const model = editor.getModel()
    if (model) editor.setSelection(model.getFullModelRange())
  } else editor.trigger('command', step, null)
}
