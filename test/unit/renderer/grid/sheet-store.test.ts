import { describe, expect, it } from 'vitest'
import {
  addSheet,
  deleteRows,
  insertRows,
  newSheet,
  removeSheet,
  renameColumn,
  typeCells,
  wholeSheet
} from '../../../../src/common/formats/sheet'
import { fc } from '../../../support/properties'
import { columnOf, fares, openGrid, rowsOf } from './open-grid'

const typed = (row: number, slot: number, text: string) => ({ kind: 'cell' as const, row, slot, text })

describe('the store of a document of sheets', () => {
  it('SH7 each step has its name, is taken back to the sign and done again', () => {
    const { store, shown } = openGrid()
    expect([store.undoTitle, store.redoTitle]).toEqual([null, null])
    store.edit(shown.id, 'Paste', (sheet) => typeCells(sheet, [{ row: 1, slot: 1, text: '7' }]))
    store.edit(shown.id, 'Insert row', (sheet) => insertRows(sheet, 0, 1))
    const after = store.text()
    expect([store.undoTitle, store.redoTitle]).toEqual(['Insert row', null])
    store.undo()
    expect([store.undoTitle, store.redoTitle]).toEqual(['Paste', 'Insert row'])
    store.undo()
    expect(store.text()).toBe(fares)
    store.undo()
    store.redo()
    store.redo()
    store.redo()
    expect(store.text()).toBe(after)
  })

  it('RT9 who may only read changes nothing, and keeps what was being typed when the right went', () => {
    const { store, shown, sheet } = openGrid()
    const [first, second] = sheet().rows.map(({ id }) => id)
    store.type({ sheet: shown.id, ...typed(first ?? 0, 1, '12') })
    store.lock(true)
    expect([store.isTyping, store.undoTitle]).toEqual([false, null])
    const kept = store.text()
    expect(kept).not.toBe(fares)
    store.undo()
    store.redo()
    store.type({ sheet: shown.id, ...typed(second ?? 0, 1, '99') })
    expect(store.isTyping).toBe(false)
    expect(store.edit(shown.id, 'Insert row', (sheet) => insertRows(sheet, 0, 1))).toBe(
      'This sheet is read only.'
    )
    expect(store.text()).toBe(kept)
    store.lock(false)
    expect(store.undoTitle).toBe('Typing')
    expect(store.edit(shown.id, 'Insert row', (sheet) => insertRows(sheet, 0, 1))).toBeNull()
  })

  it('SH7 a new step forgets what was taken back, and one that changes nothing is none', () => {
    const { store, shown } = openGrid()
    store.edit(shown.id, 'Insert row', (sheet) => insertRows(sheet, 0, 1))
    store.undo()
    store.edit(shown.id, 'Typing', (sheet) => typeCells(sheet, [{ row: 0, slot: 0, text: 'Grown-up' }]))
    expect(store.redoTitle).toBeNull()
    store.undo()
    expect(store.edit(shown.id, 'Nothing', (sheet) => sheet)).toBeNull()
    expect([store.undoTitle, store.redoTitle]).toEqual([null, 'Typing'])
  })

  it('SH7 however many steps, all of them taken back give the file as it was, and done again the file as it became', () => {
    const step = fc.oneof(
      fc.record({
        kind: fc.constant('type'),
        row: fc.nat(5),
        slot: fc.nat(2),
        text: fc.string({ maxLength: 4 })
      }),
      fc.record({ kind: fc.constant('insert'), row: fc.nat(5) }),
      fc.record({ kind: fc.constant('delete'), row: fc.nat(5) }),
      fc.record({
        kind: fc.constant('rename'),
        slot: fc.nat(2),
        text: fc.constantFrom('a', 'who', 'price', '')
      }),
      fc.record({ kind: fc.constant('sort'), slot: fc.nat(2) }),
      fc.record({ kind: fc.constant('sheet'), text: fc.constantFrom('tides', 'private-notes') })
    )
    fc.assert(
      fc.property(fc.array(step, { maxLength: 12 }), (steps) => {
        const { store, shown } = openGrid()
        for (const one of steps) {
          const { row, slot, text } = { row: 0, slot: 0, text: '', ...one }
          if (one.kind === 'sheet') store.step('Add sheet', (book) => addSheet(book, newSheet(text, ['key'])))
          else if (one.kind === 'sort')
            store.look(shown.id, 'Sort', { ...wholeSheet, sort: { slot, descending: true } })
          else
            store.edit(shown.id, one.kind, (sheet) => {
              if (one.kind === 'insert') return insertRows(sheet, Math.min(row, sheet.rows.length), 1)
              if (one.kind === 'delete') return deleteRows(sheet, new Set([row]))
              if (one.kind === 'rename') return renameColumn(sheet, slot, text)
              return row < sheet.rows.length ? typeCells(sheet, [{ row, slot, text }]) : sheet
            })
        }
        const became = store.text()
        while (store.undoTitle !== null) store.undo()
        expect(store.text()).toBe(fares)
        while (store.redoTitle !== null) store.redo()
        expect(store.text()).toBe(became)
      })
    )
  })

  it('E1 what is being typed is part of the text before it is a step, and is forgotten with Escape', () => {
    const { store, shown, sheet } = openGrid()
    const row = sheet().rows[1]?.id ?? 0
    store.type({ sheet: shown.id, ...typed(row, 0, 'Chi') })
    store.type({ sheet: shown.id, ...typed(row, 0, 'Children') })
    expect([columnOf(store, 'who')[1], store.undoTitle, store.isTyping]).toEqual(['Children', null, true])
    expect(store.endTyping(false)).toBeNull()
    expect([store.text(), store.isTyping]).toEqual([fares, false])
    store.type({ sheet: shown.id, ...typed(row, 0, 'Children') })
    store.endTyping(true)
    expect([columnOf(store, 'who')[1], store.undoTitle]).toEqual(['Children', 'Typing'])
    store.undo()
    expect(store.text()).toBe(fares)
  })

  it('SH4 a number stays one while a number is typed', () => {
    const { store, shown, sheet } = openGrid()
    const row = sheet().rows[0]?.id ?? 0
    store.type({ sheet: shown.id, ...typed(row, 1, '12') })
    expect(columnOf(store, 'price')[0]).toBe(12)
    store.type({ sheet: shown.id, ...typed(row, 1, '12 £') })
    expect(columnOf(store, 'price')[0]).toBe('12 £')
    store.endTyping(true)
  })

  it('SH3 a column’s name that is there already is refused in words, and nothing is changed', () => {
    const { store, shown } = openGrid()
    store.type({ kind: 'column', sheet: shown.id, slot: 0, text: 'price' })
    expect(store.text()).toBe(fares)
    expect(store.endTyping(true)).toMatch(/price/)
    expect([store.text(), store.undoTitle]).toEqual([fares, null])
  })

  it('SH9 a text from outside is one step; what is typed stays where its row and column still are', () => {
    const { store, shown, sheet } = openGrid()
    const theirs = fares.replace('"Islander"', '"Resident"')
    store.type({ sheet: shown.id, ...typed(sheet().rows[1]?.id ?? 0, 0, 'Children') })
    expect(store.take(theirs, 'Change of ben')).toBe(true)
    expect(columnOf(store, 'who')).toEqual(['Adult', 'Children', 'Resident', 'adult dog'])
    expect([store.isTyping, store.undoTitle]).toEqual([true, 'Change of ben'])
    store.endTyping(false)
    store.undo()
    expect(store.text()).toBe(fares)
  })

  it('SH9 what is typed is forgotten with the row that somebody else has deleted', () => {
    const { store, shown, sheet } = openGrid()
    store.type({ sheet: shown.id, ...typed(sheet().rows[1]?.id ?? 0, 0, 'Children') })
    const data = rowsOf(store).filter((_row, at) => at !== 1)
    expect(store.take(JSON.stringify({ ':type': 'sheet', ':sheetname': 'fares', total: 3, data }))).toBe(true)
    expect([store.isTyping, columnOf(store, 'who')]).toEqual([false, ['Adult', 'Islander', 'adult dog']])
  })

  it('SH5 a text from outside that holds no sheets is not taken', () => {
    const { store } = openGrid()
    for (const text of ['', '{', '[1]', '{"a":1}']) expect(store.take(text)).toBe(false)
    expect(store.text()).toBe(fares)
  })

  it('SH2 when the shown sheet goes, its neighbour is shown; taken back, it is there and shown again', () => {
    const { store, shown } = openGrid()
    store.step('Add sheet', (book) => addSheet(book, newSheet('tides', ['time'])))
    const tides = store.book.sheets[1]?.id ?? 0
    let told = 0
    const stop = store.shown.subscribe(() => (told += 1))
    store.show(tides)
    expect([store.sheet?.name, told]).toEqual(['tides', 1])
    store.step('Delete sheet', (book) => removeSheet(book, tides), {
      place: { sheet: tides, row: 0, column: 0 }
    })
    expect([store.sheet?.id, told]).toEqual([shown.id, 2])
    store.undo()
    expect(store.sheet?.id).toBe(tides)
    stop()
  })

  it('EB3 who may only read can look, and changes nothing', () => {
    const { store, shown, sheet } = openGrid(fares, true)
    const problem = 'This sheet is read only.'
    expect(store.edit(shown.id, 'Insert row', (now) => insertRows(now, 0, 1))).toBe(problem)
    expect(store.step('Add sheet', (book) => addSheet(book, newSheet('x', ['a'])))).toBe(problem)
    store.type({ sheet: shown.id, ...typed(sheet().rows[0]?.id ?? 0, 0, 'x') })
    store.look(shown.id, 'Sort', { ...wholeSheet, sort: { slot: 0, descending: true } })
    expect([store.text(), store.isTyping]).toEqual([fares, false])
    expect(shown.state.shown(sheet()).map((row) => sheet().rows[row]?.cells[0])).toEqual([
      'Islander',
      'Child',
      'adult dog',
      'Adult'
    ])
  })
})
