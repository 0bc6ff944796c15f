import { describe, expect, it } from 'vitest'
import {
  deleteColumns,
  deleteRows,
  insertRows,
  typeCells,
  wholeSheet
} from '../../../../src/common/formats/sheet'
import type { Selection } from '../../../../src/renderer/src/engines/grid/grid-state'
import { openGrid } from './open-grid'

const select = (
  rows: [number, number],
  columns: [number, number],
  kind: Selection['kind'] = 'cells'
): Selection => ({
  anchor: { row: rows[0], column: columns[0] },
  head: { row: rows[1], column: columns[1] },
  kind
})

describe('what is selected in a sheet', () => {
  it('SH8 is an area from the anchor to the head, whichever comes first, within what is there', () => {
    const { state, sheet } = openGrid()
    state.select(select([2, 1], [2, 0]))
    expect(state.area(sheet())).toEqual({ top: 1, left: 0, bottom: 2, right: 2 })
    state.select(select([2, 99], [1, 99]))
    expect(state.area(sheet())).toEqual({ top: 2, left: 1, bottom: 3, right: 2 })
    state.select(select([-1, -1], [1, 1]))
    expect(state.area(sheet())).toEqual({ top: 0, left: 1, bottom: 0, right: 1 })
  })

  it('SH8 whole rows reach over all columns, and whole columns over all rows', () => {
    const { state, sheet } = openGrid()
    state.select(select([1, 2], [1, 1], 'rows'))
    expect(state.area(sheet())).toEqual({ top: 1, left: 0, bottom: 2, right: 2 })
    state.select(select([1, 1], [0, 1], 'columns'))
    expect(state.area(sheet())).toEqual({ top: 0, left: 0, bottom: 3, right: 1 })
  })

  it('SH8 what is selected already is no move', () => {
    const { state } = openGrid()
    let told = 0
    state.moved.subscribe(() => (told += 1))
    state.goTo({ row: 1, column: 1 })
    state.goTo({ row: 1, column: 1 })
    expect(told).toBe(1)
  })

  it('SH8 stays on its row when rows above it come and go, and inside when its own goes', () => {
    const { state, store, shown, sheet } = openGrid()
    state.goTo({ row: 2, column: 2 })
    store.edit(shown.id, 'Insert rows', (now) => insertRows(now, 0, 2))
    expect(state.selection.head).toEqual({ row: 4, column: 2 })
    store.undo()
    expect(state.selection.head).toEqual({ row: 2, column: 2 })
    store.edit(shown.id, 'Delete rows', (now) => deleteRows(now, new Set([1, 2, 3])))
    store.edit(shown.id, 'Delete columns', (now) => deleteColumns(now, new Set([1, 2])))
    expect(state.selection.head).toEqual({ row: 0, column: 0 })
    expect(state.area(sheet())).toEqual({ top: 0, left: 0, bottom: 0, right: 0 })
  })
})

describe('how a sheet is looked at', () => {
  const whoIn = ({ state, sheet }: ReturnType<typeof openGrid>) =>
    state.shown(sheet()).map((row) => sheet().rows[row]?.cells[0])

  it('SH6 rows do not jump away while they are edited, until the order is asked for again', () => {
    const grid = openGrid()
    const { state, store, shown } = grid
    store.look(shown.id, 'Sort', { ...wholeSheet, sort: { slot: 0, descending: false } })
    expect(whoIn(grid)).toEqual(['Adult', 'adult dog', 'Child', 'Islander'])
    store.edit(shown.id, 'Typing', (now) => typeCells(now, [{ row: 0, slot: 0, text: 'Zoologist' }]))
    expect(whoIn(grid)).toEqual(['Zoologist', 'adult dog', 'Child', 'Islander'])
    state.again()
    expect(whoIn(grid)).toEqual(['adult dog', 'Child', 'Islander', 'Zoologist'])
  })

  it('SH6 a row that is added stands behind the row before it, also where the filter would not show it', () => {
    const grid = openGrid()
    const { store, shown } = grid
    store.look(shown.id, 'Filter', { sort: null, filters: [{ slot: 0, kind: 'contains', text: 'adult' }] })
    expect(whoIn(grid)).toEqual(['Adult', 'adult dog'])
    store.edit(shown.id, 'Insert row', (now) => insertRows(now, 1, 1))
    expect(whoIn(grid)).toEqual(['Adult', '', 'adult dog'])
  })

  it('SH6 sorting and filtering by a column end with the column, and come back with Undo', () => {
    const grid = openGrid()
    const { state, store, shown } = grid
    const view = {
      sort: { slot: 1, descending: true },
      filters: [{ slot: 2, kind: 'filled' as const, text: '' }]
    }
    store.look(shown.id, 'Filter', view)
    store.edit(shown.id, 'Delete column', (now) => deleteColumns(now, new Set([1])))
    expect(state.view).toEqual({ sort: null, filters: view.filters })
    store.edit(shown.id, 'Delete column', (now) => deleteColumns(now, new Set([2])))
    expect(state.view).toEqual(wholeSheet)
    expect(whoIn(grid)).toHaveLength(4)
  })

  it('SH8 a cell that is edited is left when its row or its column goes', () => {
    const { state, store, shown, sheet } = openGrid()
    const editing = { row: sheet().rows[1]?.id ?? 0, slot: 1, typed: true, text: '4' }
    state.beginEditing(editing)
    store.edit(shown.id, 'Delete row', (now) => deleteRows(now, new Set([0])))
    expect(state.editing).toEqual(editing)
    store.edit(shown.id, 'Delete row', (now) => deleteRows(now, new Set([0])))
    expect(state.editing).toBeNull()
    state.beginEditing({ ...editing, row: sheet().rows[0]?.id ?? 0 })
    store.edit(shown.id, 'Delete column', (now) => deleteColumns(now, new Set([1])))
    expect(state.editing).toBeNull()
  })
})
