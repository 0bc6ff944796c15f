import type { Sheet } from '../../../../common/formats/sheet'
import { shortcutOf } from '../../workbench/commands/commands'
import { leftToView } from '../../workbench/commands/shortcuts'
import { PointMenu, type PointMenuEntry } from '../../workbench/PointMenu'
import { viewCommand } from '../../workbench/commands/view-commands'
import { chosenPlace } from './chosen-place'
import {
  addColumns,
  addRows,
  clearSelection,
  copyRows,
  fill,
  removeColumns,
  removeRows,
  selectedRows,
  shiftColumn,
  shiftRows,
  sizeColumn,
  sortBy,
  type Shown
} from './grid-actions'
import { fitting } from './layout'

export interface MenuPlace {
  readonly x: number
  readonly y: number
  /** The menu of a column; else that of cells and rows. */
  readonly slot: number | null
}

interface GridMenuProps {
  readonly shown: Shown
  readonly sheet: Sheet
  readonly at: MenuPlace | null
  readonly onClose: () => void
  readonly onFilter: (slot: number) => void
  /** Asks who changed the chosen cell or row last. */
  readonly onWhoChanged?: () => void
}

/**
 * What can be done with a column, or with cells and rows. Everything in it works from the keyboard as well.
 */
export function GridMenu({ shown, sheet, at, onClose, onFilter, onWhoChanged }: GridMenuProps) {
  const groups =
    at === null
      ? []
      : at.slot === null
        ? cellEntries(shown, sheet, onWhoChanged ? [whoChanged(shown, onWhoChanged)] : [])
        : columnEntries(shown, sheet, at.slot, onFilter)
  return (
    <PointMenu
      label={at?.slot == null ? 'Menu of cells' : 'Menu of the column'}
      at={at}
      groups={groups}
      width={290}
      onClose={() => {
        onClose()
        shown.state.focus()
      }}
    />
  )
}

function cellEntries(shown: Shown, sheet: Sheet, more: readonly PointMenuEntry[][]): PointMenuEntry[][] {
  const { store } = shown
  const rows = selectedRows(shown)
  const many = rows.length !== 1
  const off = store.readOnly
  const named = (one: string, other: (count: number) => string) => (many ? other(rows.length) : one)
  const places = rows.length === 0 ? [0] : rows
  return [
    [{ title: 'Clear', shortcut: leftToView('Delete'), run: () => clearSelection(shown), off }],
    [
      {
        title: named('Insert row above', (n) => `Insert ${n} rows above`),
        run: () => addRows(shown, 'above'),
        off
      },
      {
        title: named('Insert row below', (n) => `Insert ${n} rows below`),
        run: () => addRows(shown, 'below'),
        off
      },
      {
        title: named('Duplicate row', (n) => `Duplicate ${n} rows`),
        shortcut: leftToView('mod+shift+D'),
        run: () => copyRows(shown),
        off
      },
      {
        title: named('Move row up', () => 'Move rows up'),
        shortcut: leftToView('alt+ArrowUp'),
        run: () => shiftRows(shown, Math.min(...places) - 1),
        off: off || Math.min(...places) === 0
      },
      {
        title: named('Move row down', () => 'Move rows down'),
        shortcut: leftToView('alt+ArrowDown'),
        run: () => shiftRows(shown, Math.max(...places) + 2),
        off: off || Math.max(...places) >= sheet.rows.length - 1
      }
    ],
    [
      { title: 'Fill down', shortcut: leftToView('mod+D'), run: () => fill(shown, 'down'), off },
      { title: 'Fill right', shortcut: leftToView('mod+R'), run: () => fill(shown, 'right'), off }
    ],
    ...more,
    [
      {
        title: named('Delete row', (n) => `Delete ${n} rows`),
        shortcut: leftToView('mod+-'),
        run: () => removeRows(shown),
        off,
        danger: true
      }
    ]
  ]
}

function whoChanged(shown: Shown, onWhoChanged: () => void): PointMenuEntry[] {
  return [
    {
      title: viewCommand('history.who-changed').title,
      shortcut: shortcutOf('history.who-changed'),
      run: onWhoChanged,
      off: chosenPlace(shown) === null
    }
  ]
}

function columnEntries(
  shown: Shown,
  sheet: Sheet,
  slot: number,
  onFilter: (slot: number) => void
): PointMenuEntry[][] {
  const { state, store } = shown
  const off = store.readOnly
  const index = sheet.columns.findIndex((column) => column.slot === slot)
  const column = sheet.columns[index]
  if (!column) return []
  const here = () =>
    state.select({ anchor: { row: 0, column: index }, head: { row: 0, column: index }, kind: 'columns' })
  const then = (run: () => void) => () => {
    here()
    run()
  }
  const sorted = state.view.sort?.slot === slot
  return [
    [{ title: 'Rename', shortcut: leftToView('F2'), run: () => state.rename(slot), off }],
    [
      { title: 'Sort A to Z', run: () => sortBy(shown, slot, false) },
      { title: 'Sort Z to A', run: () => sortBy(shown, slot, true) },
      ...(sorted ? [{ title: 'Show in stored order', run: () => sortBy(shown, slot, null) }] : []),
      { title: 'Filter…', run: () => onFilter(slot) }
    ],
    [
      { title: 'Insert column left', run: then(() => addColumns(shown, 'left')), off },
      { title: 'Insert column right', run: then(() => addColumns(shown, 'right')), off },
      {
        title: 'Move left',
        shortcut: leftToView('alt+ArrowLeft'),
        run: () => shiftColumn(shown, index, index - 1),
        off: off || index === 0
      },
      {
        title: 'Move right',
        shortcut: leftToView('alt+ArrowRight'),
        run: () => shiftColumn(shown, index, index + 2),
        off: off || index === sheet.columns.length - 1
      },
      {
        title: 'Fit width to content',
        run: () => sizeColumn(shown, slot, fitting(column, sheet.rows, 480)),
        off
      }
    ],
    [{ title: 'Delete column', run: then(() => removeColumns(shown)), off, danger: true }]
  ]
}
