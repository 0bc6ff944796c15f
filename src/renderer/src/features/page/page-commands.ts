import { toggleMark } from 'prosemirror-commands'
import type { Command as PageStep } from 'prosemirror-state'
import { useEffect } from 'react'
import { pageSchema } from '../../../../common/formats/page/schema'
import type { DocumentSession } from '../../documents'
import { turnInto, withoutMarks } from '../../engines/page/commands/lines'
import { liftOut, toList, toQuote } from '../../engines/page/commands/lists'
import { onLine } from '../../engines/page/commands/on-line'
import { canRedo, canUndo, redo, undo } from '../../engines/page/page-history'
import {
  addBlock,
  addCell,
  addRow,
  addSection,
  deleteCell,
  deletePart,
  deleteRow,
  deleteSection,
  duplicatePart,
  movePart
} from '../../engines/page/parts/part-commands'
import { partAt } from '../../engines/page/parts/part-at'
import { selectInSteps } from '../../engines/page/parts/select-in-steps'
import type { PageSurface } from '../../engines/page/surface'
import { askCommandsAgain, registerCommands, type Command } from '../../workbench/commands/commands'
import { viewCommand } from '../../workbench/commands/view-commands'
import { changeEditorSettings, editorSettings } from '../../workbench/editor-settings'
import { historyCommands } from '../history'
import { pageCommand, type PageCommandId } from './command-names'
import { blockSteps } from './blocks/steps'
import { tableSteps } from './tables/steps'
import { words } from './words'

const { nodes, marks } = pageSchema

/** What a command does in the page, by its name. */
export const pageSteps: Readonly<Partial<Record<PageCommandId, PageStep>>> = {
  'page.bold': onLine(toggleMark(marks.strong)),
  'page.italic': onLine(toggleMark(marks.em)),
  'page.underline': onLine(toggleMark(marks.u)),
  'page.strike': onLine(toggleMark(marks.s)),
  'page.code': onLine(toggleMark(marks.code)),
  'page.superscript': onLine(toggleMark(marks.sup)),
  'page.subscript': onLine(toggleMark(marks.sub)),
  'page.clear-format': clearFormat,
  'page.paragraph': turnInto(nodes.paragraph),
  'page.heading-1': onLine(turnInto(nodes.heading, { level: 1 })),
  'page.heading-2': onLine(turnInto(nodes.heading, { level: 2 })),
  'page.heading-3': onLine(turnInto(nodes.heading, { level: 3 })),
  'page.heading-4': onLine(turnInto(nodes.heading, { level: 4 })),
  'page.heading-5': onLine(turnInto(nodes.heading, { level: 5 })),
  'page.heading-6': onLine(turnInto(nodes.heading, { level: 6 })),
  'page.bullets': onLine(toList(nodes.bullet_list)),
  'page.numbers': onLine(toList(nodes.ordered_list)),
  'page.quote': onLine(toQuote),
  ...blockSteps,
  ...tableSteps,
  'page.lift': liftOut,
  'page.duplicate': duplicatePart,
  'page.move-up': movePart(-1),
  'page.move-down': movePart(1),
  'page.delete-block': deletePart(['block', 'island']),
  'page.add-row': addRow('after'),
  'page.add-row-before': addRow('before'),
  'page.delete-row': deleteRow,
  'page.add-cell': addCell,
  'page.delete-cell': deleteCell,
  'page.add-section': addSection,
  'page.delete-section': deleteSection
}

/** What is said of a step that is not seen by everybody. */
const said: Readonly<Partial<Record<PageCommandId, string>>> = {
  'page.move-up': words.moved,
  'page.move-down': words.moved,
  'page.delete-block': words.deleted,
  'page.delete-row': words.deleted,
  'page.delete-cell': words.deleted,
  'page.delete-section': words.deleted,
  'page.delete-table-row': words.deleted,
  'page.delete-table-column': words.deleted,
  'page.delete-table': words.deleted,
  'page.paragraph': words.turnedInto(words.paragraph)
}

/** Milliseconds after the last change of what is chosen, when the native menu is told: not for every key. */
const SETTLED = 200

/** The commands of the page that is shown, for palette, menus and keys. */
export function usePageCommands(session: DocumentSession, surface: PageSurface): void {
  useEffect(() => {
    let timer = 0
    const end = surface.changed.subscribe(() => {
      clearTimeout(timer)
      timer = window.setTimeout(askCommandsAgain, SETTLED)
    })
    return () => {
      end()
      clearTimeout(timer)
    }
  }, [surface])
  useEffect(() => {
    const inPage = Object.entries(pageSteps).map(([name, step]): Command => {
      const id = name as PageCommandId
      return {
        ...pageCommand(id),
        enabled: () => surface.can(step),
        run: () => {
          if (surface.run(step) && said[id]) surface.said.notify(said[id])
        }
      }
    })
    return registerCommands([
      { ...viewCommand('file.save'), run: async () => void (await session.flush()) },
      {
        ...viewCommand('edit.undo'),
        enabled: () => inOtherField() || (surface.state !== null && canUndo(surface.state)),
        run: () => stepBack(surface, 'undo')
      },
      {
        ...viewCommand('edit.redo'),
        enabled: () => inOtherField() || (surface.state !== null && canRedo(surface.state)),
        run: () => stepBack(surface, 'redo')
      },
      {
        ...viewCommand('edit.select-all'),
        run: () => void (inOtherField() ? document.execCommand('selectAll') : surface.run(selectInSteps))
      },
      {
        ...viewCommand('document.split-preview'),
        checked: () => editorSettings().split,
        run: () => changeEditorSettings({ split: !editorSettings().split })
      },
      ...inPage,
      {
        ...pageCommand('page.add-block'),
        enabled: () => surface.can(addBlock(words.blockName, 1, 2)),
        run: () => {
          if (surface.run(addBlock(words.blockName, 1, 2))) surface.renameBlock()
        }
      },
      {
        ...pageCommand('page.rename-block'),
        enabled: () => surface.can((state) => partAt(state, ['block']) !== null),
        run: () => surface.renameBlock()
      },
      {
        ...pageCommand('page.format-bar'),
        enabled: () => editorSettings().formatBar && surface.can(() => true),
        run: () =>
          document.querySelector<HTMLElement>('[data-format-bar] :is(select, button):not(:disabled)')?.focus()
      },
      ...historyCommands(session.path)
    ])
  }, [session, surface])
}

/** Takes all marks off what is chosen. */
function clearFormat(...[state, dispatch]: Parameters<PageStep>): boolean {
  const { from, to, empty } = state.selection
  if (empty) return false
  dispatch?.(withoutMarks(state.tr, from, to))
  return true
}

/** A field that is not the page (the filter of the tree, a dialog) has its own undo. */
function inOtherField(): boolean {
  const field = document.activeElement
  const isField = field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement
  return isField && !inForm()
}

/** In a form whose fields are the page: what is taken back there is what the page takes back. */
const inForm = (): boolean => document.activeElement?.closest('[data-page-form]') != null

function stepBack(surface: PageSurface, which: 'undo' | 'redo'): void {
  if (inOtherField()) document.execCommand(which)
  else surface.run(which === 'undo' ? undo : redo, !inForm())
}
