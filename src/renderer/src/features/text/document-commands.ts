import type * as Monaco from 'monaco-editor/editor'
import { useEffect } from 'react'
import { registerCommands } from '../../workbench/commands/commands'
import { viewCommand } from '../../workbench/commands/view-commands'
import type { DocumentSession } from '../../documents'
import { historyCommands } from '../history'
import { changeEditorSettings, editorSettings } from '../../workbench/editor-settings'

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
        ...viewCommand('file.save'),
        run: async () => void (await session.flush())
      },
      { id: 'edit.undo', title: 'Undo typing', group: 'Edit', run: () => typingStep(editor, 'undo') },
      { id: 'edit.redo', title: 'Redo typing', group: 'Edit', run: () => typingStep(editor, 'redo') },
      {
        ...viewCommand('edit.select-all'),
        run: () => typingStep(editor, 'selectAll')
      },
      {
        ...viewCommand('document.find'),
        enabled: () => editor !== null,
        run: () => run('actions.find')
      },
      {
        ...viewCommand('document.replace'),
        enabled: () => editor !== null,
        run: () => run('editor.action.startFindReplaceAction')
      },
      {
        ...viewCommand('document.go-to-line'),
        enabled: () => editor !== null,
        run: () => run('editor.action.gotoLine')
      },
      {
        ...viewCommand('document.next-problem'),
        enabled: () => editor !== null,
        run: () => run('editor.action.marker.next')
      },
      {
        ...viewCommand('document.previous-problem'),
        enabled: () => editor !== null,
        run: () => run('editor.action.marker.prev')
      },
      {
        ...viewCommand('document.format'),
        enabled: canFormat,
        run: () => run('editor.action.formatDocument')
      },
      {
        ...viewCommand('document.wrap'),
        checked: () => editorSettings().wrap,
        run: () => changeEditorSettings({ wrap: !editorSettings().wrap })
      },
      {
        ...viewCommand('document.split-preview'),
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
