import { useEffect } from 'react'
import { registerCommands } from '../../../app/commands'
import type { DocumentSession } from '../../documents'
import { historyCommands } from '../../history/history-commands'
import type { FormStore } from '../store/form-store'

interface FormCommands {
  readonly session: DocumentSession
  readonly store: FormStore
  readonly nextError: (step: 1 | -1) => void
}

/** The commands of the form that is shown. */
export function useFormCommands({ session, store, nextError }: FormCommands): void {
  useEffect(
    () =>
      registerCommands([
        {
          id: 'file.save',
          title: 'Save now',
          group: 'File',
          shortcut: 'mod+S',
          run: async () => void (await session.flush())
        },
        {
          id: 'edit.undo',
          title: 'Undo',
          group: 'Edit',
          shortcut: 'mod+Z',
          enabled: elsewhereOr(() => store.undoTitle !== null),
          run: () => step(store, 'undo')
        },
        {
          id: 'edit.redo',
          title: 'Redo',
          group: 'Edit',
          shortcut: 'mod+shift+Z',
          enabled: elsewhereOr(() => store.redoTitle !== null),
          run: () => step(store, 'redo')
        },
        {
          id: 'form.redo-y',
          title: 'Redo in the form',
          group: 'Edit',
          shortcut: 'mod+Y',
          enabled: () => !inOtherField() && store.redoTitle !== null,
          run: () => step(store, 'redo')
        },
        {
          id: 'form.next-problem',
          title: 'Next problem in the form',
          group: 'Go',
          shortcut: 'F8',
          enabled: () => store.errorCount > 0,
          run: () => nextError(1)
        },
        {
          id: 'form.previous-problem',
          title: 'Previous problem in the form',
          group: 'Go',
          shortcut: 'shift+F8',
          enabled: () => store.errorCount > 0,
          run: () => nextError(-1)
        },
        ...historyCommands(session.path)
      ]),
    [session, store, nextError]
  )
}

/** A field that is not the form's (the filter of the tree, a dialog) has its own undo. */
function inOtherField(): boolean {
  const field = document.activeElement
  const editable = field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement
  return editable && field.closest('[role="form"]') === null
}

const elsewhereOr = (enabled: () => boolean) => () => inOtherField() || enabled()

function step(store: FormStore, which: 'undo' | 'redo'): void {
  if (inOtherField()) document.execCommand(which)
  else store[which]()
}
