import { afterEach, describe, expect, it } from 'vitest'
import { wholeSheet } from '../../../../src/common/formats/sheet'
import { startEditing } from '../../../../src/renderer/src/engines/grid/editing'
import {
  addColumns,
  addRows,
  applyOrder,
  clearSelection,
  copyRows,
  fill,
  removeColumns,
  removeRows,
  shiftColumn,
  shiftRows,
  sizeColumn,
  sortBy
} from '../../../../src/renderer/src/engines/grid/grid-actions'
import { columnOf, fares, openGrid, rowsOf, toldSince } from './open-grid'

afterEach(() => void toldSince())

type Grid = ReturnType<typeof openGrid>
const select = ({ state }: Grid, top: number, bottom: number, left = 0, right = left) =>
  state.select({ anchor: { row: top, column: left }, head: { row: bottom, column: right }, kind: 'cells' })

describe('what is done to the selected rows', () => {
  it('SH7 as many are added as are selected, above, below or at the end, and the first of them is chosen', () => {
    const grid = openGrid()
    select(grid, 1, 2)
    addRows(grid.shown, 'below')
    expect(columnOf(grid.store, 'who')).toEqual(['Adult', 'Child', 'Islander', '', '', 'adult dog'])
    expect([grid.store.undoTitle, grid.state.selection.head.row]).toEqual(['Insert 2 rows', 3])
    grid.store.undo()
    select(grid, 1, 1)
    addRows(grid.shown, 'above')
    expect(columnOf(grid.store, 'who')).toEqual(['Adult', '', 'Child', 'Islander', 'adult dog'])
    addRows(grid.shown, 'end')
    expect(columnOf(grid.store, 'who').at(-1)).toBe('')
    expect([grid.store.undoTitle, grid.state.selection.head.row]).toEqual(['Insert row', 5])
  })

  it('SH6 under a filter those that are shown are deleted and duplicated, and no other', () => {
    const grid = openGrid()
    grid.store.look(grid.shown.id, 'Filter', {
      ...wholeSheet,
      filters: [{ slot: 0, kind: 'contains', text: 'adult' }]
    })
    select(grid, 0, 1)
    copyRows(grid.shown)
    expect([
      grid.store.undoTitle,
      columnOf(grid.store, 'who').filter((who) => who === 'adult dog').length
    ]).toEqual(['Duplicate 2 rows', 2])
    grid.store.undo()
    select(grid, 0, 1)
    removeRows(grid.shown)
    expect(columnOf(grid.store, 'who')).toEqual(['Child', 'Islander'])
    expect(rowsOf(grid.store)).toHaveLength(2)
  })

  it('SH6 they are moved, and stay selected; sorted or filtered they cannot be, and why is said', () => {
    const grid = openGrid()
    select(grid, 0, 1)
    shiftRows(grid.shown, 3)
    expect(columnOf(grid.store, 'who')).toEqual(['Islander', 'Adult', 'Child', 'adult dog'])
    expect(grid.state.area(grid.sheet())).toMatchObject({ top: 1, bottom: 2 })
    sortBy(grid.shown, 0, false)
    shiftRows(grid.shown, 0)
    expect(columnOf(grid.store, 'who')).toEqual(['Islander', 'Adult', 'Child', 'adult dog'])
    expect(toldSince()).toEqual([expect.stringMatching(/sorted or filtered/)])
  })

  it('SH6 “Apply this order” makes the order that is seen the stored one, in one step with the view', () => {
    const grid = openGrid()
    sortBy(grid.shown, 1, true)
    expect(grid.store.text()).toBe(fares)
    applyOrder(grid.shown)
    expect(columnOf(grid.store, 'price')).toEqual([9, '5', '4', '1'])
    expect(grid.state.view).toEqual(wholeSheet)
    grid.store.undo()
    expect(grid.store.text()).toBe(fares)
    expect(grid.state.view.sort).toEqual({ slot: 1, descending: true })
  })
})

describe('what is done to cells and columns', () => {
  it('SH7 Delete empties the selected cells in one step, and nothing beside them', () => {
    const grid = openGrid()
    select(grid, 0, 1, 0, 1)
    clearSelection(grid.shown)
    expect(rowsOf(grid.store).slice(0, 3)).toEqual([
      { who: '', price: expect.anything() as unknown, zone: 'A' },
      { who: '', price: '', zone: '' },
      { who: 'Islander', price: '5', zone: 'B' }
    ])
    expect([rowsOf(grid.store)[0]?.['price'], grid.store.undoTitle]).toEqual(['', 'Clear'])
    grid.store.undo()
    expect(grid.store.text()).toBe(fares)
  })

  it('SH7 one row alone is filled from the row above, one column from the column at its left, more from their first', () => {
    const grid = openGrid()
    select(grid, 1, 1, 2)
    fill(grid.shown, 'down')
    expect(columnOf(grid.store, 'zone')).toEqual(['A', 'A', 'B', undefined])
    select(grid, 0, 2, 0, 0)
    fill(grid.shown, 'down')
    expect(columnOf(grid.store, 'who')).toEqual(['Adult', 'Adult', 'Adult', 'adult dog'])
    select(grid, 2, 2, 1)
    fill(grid.shown, 'right')
    expect(rowsOf(grid.store)[2]).toEqual({ who: 'Adult', price: 'Adult', zone: 'B' })
    select(grid, 0, 0, 0)
    const before = grid.store.text()
    fill(grid.shown, 'down')
    fill(grid.shown, 'right')
    expect(grid.store.text()).toBe(before)
  })

  it('SH3 a column is added beside the selected one with a name that is free, which can be typed at once', () => {
    const grid = openGrid()
    select(grid, 0, 0, 0)
    addColumns(grid.shown, 'right')
    const [, added] = grid.sheet().columns
    expect(Object.keys(rowsOf(grid.store)[0] ?? {})).toEqual(['who', added?.name, 'price', 'zone'])
    expect([grid.state.renaming, grid.state.selection.head]).toEqual([added?.slot, { row: -1, column: 1 }])
    addColumns(grid.shown, 'end')
    expect(new Set(grid.sheet().columns.map(({ name }) => name)).size).toBe(5)
  })

  it('SH3 columns are moved with the selection, made wider, and deleted', () => {
    const grid = openGrid()
    select(grid, 0, 0, 0)
    shiftColumn(grid.shown, 0, 2)
    expect(Object.keys(rowsOf(grid.store)[0] ?? {})).toEqual(['price', 'who', 'zone'])
    expect(grid.state.selection.head.column).toBe(1)
    shiftColumn(grid.shown, 0, -1)
    shiftColumn(grid.shown, 0, 4)
    expect(grid.store.undoTitle).toBe('Move column')
    sizeColumn(grid.shown, grid.sheet().columns[1]?.slot ?? -1, 140.4)
    expect(JSON.parse(grid.store.text())).toMatchObject({
      ':colWidths': [expect.any(Number), 140, expect.any(Number)]
    })
    select(grid, 0, 0, 1, 2)
    removeColumns(grid.shown)
    expect([grid.store.undoTitle, rowsOf(grid.store)[0]]).toEqual(['Delete 2 columns', { price: 9 }])
  })
})

describe('beginning to edit a cell', () => {
  it('SH8 begins with what the cell holds, or with what was typed', () => {
    const grid = openGrid()
    select(grid, 0, 0, 1)
    expect(startEditing(grid.shown)).toBeNull()
    expect(grid.state.editing).toMatchObject({ text: '9', typed: false })
    expect(startEditing(grid.shown, '1')).toBeNull()
    expect(grid.state.editing).toMatchObject({ text: '1', typed: true })
    grid.state.goTo({ row: -1, column: 2 })
    expect(startEditing(grid.shown)).toBeNull()
    expect(grid.state.renaming).toBe(grid.sheet().columns[2]?.slot)
    expect(startEditing(grid.shown, 'x')).toBe('Press F2 to rename the column.')
  })

  it('SH5 an entry that is no row, a sheet without columns and one that may only be read say why they are not edited', () => {
    const odd = openGrid('{":type":"sheet",":sheetname":"a","total":2,"data":[{"a":"1"},"no row"]}')
    odd.state.goTo({ row: 1, column: 0 })
    expect(startEditing(odd.shown)).toMatch(/no row of columns and values/)
    const empty = openGrid('{":type":"sheet",":sheetname":"a","total":0,"data":[]}')
    expect(startEditing(empty.shown)).toBe('Add a column first, or paste a table.')
    expect(startEditing(openGrid(fares, true).shown)).toBe('This sheet is read only.')
    for (const grid of [odd, empty]) expect(grid.state.editing).toBeNull()
  })
})
