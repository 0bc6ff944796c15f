import { useEffect } from 'react'
import { registerCommands } from '../../../workbench/commands/commands'
import { viewCommand } from '../../../workbench/commands/view-commands'
import type { DocumentSession } from '../../../documents'
import { historyCommands } from '../../history'
import type { FormStore } from '../../../engines/form/store/form-store'

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
          ...viewCommand('file.save'),
          run: async () => void (await session.flush())
        },
        {
          ...viewCommand('edit.undo'),
          enabled: elsewhereOr(() => store.undoTitle !== null),
          run: () => step(store, 'undo')
        },
        {
          ...viewCommand('edit.redo'),
          enabled: elsewhereOr(() => store.redoTitle !== null),
          run: () => step(store, 'redo')
        },
        {
          ...viewCommand('form.redo-y'),
          enabled: () => !inOtherField() && store.redoTitle !== null,
          run: () => step(store, 'redo')
        },
        {
          ...viewCommand('form.next-problem'),
          enabled: () => store.errorCount > 0,
          run: () => nextError(1)
        },
        {
          ...viewCommand('form.previous-problem'),
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
