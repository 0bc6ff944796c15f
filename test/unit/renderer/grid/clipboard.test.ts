import { afterEach, describe, expect, it } from 'vitest'
import { cellsOf, copy, cut, paste, tableOf } from '../../../../src/renderer/src/engines/grid/clipboard'
import { columnOf, fares, openGrid, rowsOf, toldSince } from './open-grid'

afterEach(() => void toldSince())

/** A clipboard that holds what is put on it. */
function clipboard(held: Record<string, string> = {}) {
  const data = new Map(Object.entries(held))
  return {
    getData: (type: string) => data.get(type) ?? '',
    setData: (type: string, value: string) => void data.set(type, value)
  } as DataTransfer
}
type Grid = ReturnType<typeof openGrid>
const select = ({ state }: Grid, top: number, bottom: number, left: number, right: number) =>
  state.select({ anchor: { row: top, column: left }, head: { row: bottom, column: right }, kind: 'cells' })

describe('copying from the grid', () => {
  it('SH7 SH10 puts the cells there as text and as a table, in which nothing is run as a formula; one alone is its text', () => {
    const grid = openGrid(fares.replace('"Adult"', '"=1+1"').replace('"Child"', '"<b>\\n&"'))
    select(grid, 0, 1, 0, 1)
    const data = clipboard()
    copy(grid.shown, data)
    expect(data.getData('text/plain')).toBe('\'=1+1\t9\r\n"<b>\n&"\t4')
    const table = data.getData('text/html')
    expect(table).toContain(">'=1+1</td>")
    expect(table).toContain('&lt;b&gt;<br>&amp;')
    expect(tableOf(table)).toEqual([
      ['=1+1', '9'],
      ['<b>\n&', '4']
    ])
    select(grid, 0, 0, 0, 0)
    copy(grid.shown, data)
    expect(data.getData('text/plain')).toBe('=1+1')
  })

  it('SH4 SH7 pasted here again a number is a number, also when the system has changed the line ends', () => {
    const grid = openGrid()
    select(grid, 0, 1, 1, 1)
    const data = clipboard()
    copy(grid.shown, data)
    const passed = clipboard({ 'text/plain': data.getData('text/plain').replaceAll('\r\n', '\n') })
    grid.state.goTo({ row: 2, column: 2 })
    paste(grid.shown, passed)
    expect(columnOf(grid.store, 'zone')).toEqual(['A', '', 9, '4'])
  })

  it('SH6 copies what is shown, in the order in which it is shown', () => {
    const grid = openGrid()
    grid.store.look(grid.shown.id, 'Sort', { sort: { slot: 1, descending: false }, filters: [] })
    select(grid, 0, 3, 0, 0)
    const data = clipboard()
    copy(grid.shown, data)
    expect(data.getData('text/plain').split('\r\n')).toEqual(['adult dog', 'Child', 'Islander', 'Adult'])
  })

  it('SH7 cutting copies and empties in one step', () => {
    const grid = openGrid()
    select(grid, 0, 0, 0, 1)
    const data = clipboard()
    cut(grid.shown, data)
    expect(data.getData('text/plain')).toBe('Adult\t9')
    expect(rowsOf(grid.store)[0]).toEqual({ who: '', price: '', zone: 'A' })
    grid.store.undo()
    expect(grid.store.text()).toBe(fares)
  })
})

describe('pasting into the grid', () => {
  it('SH7 adds the rows and columns that are missing, selects what was pasted, and is one step', () => {
    const grid = openGrid()
    grid.state.goTo({ row: 3, column: 2 })
    paste(grid.shown, clipboard({ 'text/plain': 'a\tb\r\nc\td\r\n' }))
    expect(rowsOf(grid.store)).toHaveLength(5)
    expect(grid.sheet().columns).toHaveLength(4)
    expect(grid.state.area(grid.sheet())).toEqual({ top: 3, left: 2, bottom: 4, right: 3 })
    expect([grid.store.undoTitle, toldSince()]).toEqual(['Paste 2 × 2 cells', []])
    grid.store.undo()
    expect(grid.store.text()).toBe(fares)
  })

  it('SH7 a table of comma-separated values becomes columns, which is said', () => {
    const grid = openGrid()
    paste(grid.shown, clipboard({ 'text/plain': 'Adult,10\nChild,5\n' }))
    expect(rowsOf(grid.store).slice(0, 2)).toMatchObject([
      { who: 'Adult', price: 10 },
      { who: 'Child', price: '5' }
    ])
    expect(toldSince()).toEqual([expect.stringMatching(/2 columns.*comma-separated/)])
  })

  it('SH7 into an empty sheet the first row gives the names of the columns, which is said', () => {
    const grid = openGrid('{":type":"sheet",":sheetname":"a","total":0,"data":[]}')
    paste(grid.shown, clipboard({ 'text/plain': 'who\tprice\nAdult\t9\n' }))
    expect(rowsOf(grid.store)).toEqual([{ who: 'Adult', price: '9' }])
    expect(toldSince()).toEqual([expect.stringMatching(/names of the columns/)])
  })

  it('SH7 nothing on the clipboard is no step, and a sheet that may only be read says so', () => {
    const grid = openGrid()
    paste(grid.shown, clipboard())
    expect([grid.store.text(), grid.store.undoTitle, toldSince()]).toEqual([fares, null, []])
    const locked = openGrid(fares, true)
    paste(locked.shown, clipboard({ 'text/plain': 'x' }))
    expect([locked.store.text(), toldSince()]).toEqual([fares, ['This sheet is read only.']])
  })

  it('SH7 the table of a page is taken before its text, but of Excel its text, which is exact', () => {
    const html = '<table><tr><td>  a  b </td></tr></table>'
    expect(cellsOf('x', html).cells).toEqual([['a b']])
    const excel = `<html xmlns:x="urn:schemas-microsoft-com:office:excel">${html}`
    expect(cellsOf('  a  b ', excel).cells).toEqual([['  a  b ']])
    expect(cellsOf('words', '<p>words</p>').cells).toEqual([['words']])
  })
})

describe('a table of a page', () => {
  it('SH7 joined cells stand in their first place, the others are empty, and short rows are filled up', () => {
    const html = `<table><tr><th rowspan="2">A</th><th colspan="2">B</th></tr><tr><td>c</td></tr><tr></tr></table>`
    expect(tableOf(html)).toEqual([
      ['A', 'B', ''],
      ['', 'c', ''],
      ['', '', '']
    ])
  })

  it('SH7 keeps the line breaks of a cell and no other markup, style or script of it', () => {
    const cell = '<style>b{}</style><p>one</p><p>two <b>three</b><br>four</p><script>x()</script>&nbsp;'
    expect(tableOf(`<table><tr><td>${cell}</td></tr></table>`)).toEqual([['one\ntwo three\nfour']])
    expect(tableOf('<table><tr><td style="white-space:pre-wrap">  a  b</td></tr></table>')).toEqual([
      ['  a  b']
    ])
  })

  it('X5 a cell that says it reaches over a million rows makes none of them, and what is no table is none', () => {
    const wide = tableOf('<table><tr><td rowspan="1000000" colspan="1000000">x</td></tr></table>')
    expect([wide?.length, wide?.[0]?.length]).toEqual([1, 1000])
    for (const html of ['', '<p>table</p>', '<table></table>']) expect(tableOf(html)).toBeNull()
  })
})
