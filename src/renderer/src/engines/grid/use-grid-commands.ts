import { useEffect, useState } from 'react'
import { registerCommands } from '../../workbench/commands/commands'
import { viewCommand } from '../../workbench/commands/view-commands'
import { runKey } from './run-key'
import { endEditing } from './editing'
import type { Shown } from './grid-actions'
import type { SheetStore } from './sheet-store'

/**
 * Undo, redo, select all and find of the sheets that are shown.
 * @returns how often the search was asked for
 */
export function useGridCommands(store: SheetStore | null): number {
  const [asked, setAsked] = useState(0)
  useEffect(() => {
    if (!store) return
    return registerCommands([
      {
        ...viewCommand('edit.undo'),
        enabled: () => inField() || store.undoTitle !== null,
        run: () => step(store, 'undo')
      },
      {
        ...viewCommand('edit.redo'),
        enabled: () => inField() || store.redoTitle !== null,
        run: () => step(store, 'redo')
      },
      {
        ...viewCommand('sheet.redo-y'),
        enabled: () => !inField() && store.redoTitle !== null,
        run: () => step(store, 'redo')
      },
      {
        ...viewCommand('edit.select-all'),
        run: () => {
          const shown = shownIn(store)
          if (inField() || !shown) document.execCommand('selectAll')
          else runKey(shown, { kind: 'select', what: 'all' })
        }
      },
      {
        ...viewCommand('document.find'),
        title: 'Find in the sheet',
        run: () => setAsked((times) => times + 1)
      }
    ])
  }, [store])
  return asked
}

/** The sheet that is shown, for commands. */
export function shownIn(store: SheetStore): Shown | null {
  const { sheet } = store
  return sheet ? { store, id: sheet.id, state: store.stateOf(sheet.id) } : null
}

/** A field that has its own undo: everything but the grid's field while no cell is edited. */
function inField(): boolean {
  const field = document.activeElement
  if (!(field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement)) return false
  return !(field.matches('textarea[data-grid-field]') && !field.matches('[data-editing]'))
}

function step(store: SheetStore, which: 'undo' | 'redo'): void {
  if (inField()) return void document.execCommand(which)
  const shown = shownIn(store)
  if (shown?.state.editing) endEditing(shown, true)
  store[which]()
  shown?.state.focus()
}
