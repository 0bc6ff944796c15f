import { fc } from '../../../support/properties'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import {
  addSheet,
  BookHistory,
  cellText,
  deleteRows,
  insertColumns,
  insertRows,
  moveColumn,
  moveRows,
  newBook,
  newSheet,
  readBook,
  removeSheet,
  renameColumn,
  renameSheet,
  setCells,
  withSheet,
  writeBook,
  type Book,
  type Sheet
} from '../../../../src/common/formats/sheet'

const sample = join(process.cwd(), 'resources/sample/content')

function opened(text: string): Book {
  const reading = readBook(text)
  if ('refusal' in reading) throw new Error(`${reading.refusal}: ${reading.message}`)
  return reading.book
}

const notesOf = (text: string): string[] => {
  const reading = readBook(text)
  return 'notes' in reading ? reading.notes.map(({ message }) => message) : [reading.message]
}

function onlySheet(book: Book): Sheet {
  const [sheet] = book.sheets
  if (!sheet) throw new Error('no sheet')
  return sheet
}

const good = (edit: Book | { readonly problem: string }): Book => {
  if ('problem' in edit) throw new Error(edit.problem)
  return edit
}

/** What the rows of a sheet are, once written and read by `JSON.parse`. */
const model = (sheet: Sheet) =>
  sheet.rows.map((row) =>
    Object.fromEntries(
      sheet.columns.flatMap(({ slot, name }): [string, unknown][] => {
        const value = row.cells[slot]
        if (value === undefined) return []
        return [[name, typeof value === 'string' ? value : (JSON.parse(value.json) as unknown)]]
      })
    )
  )

const cell = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 6 }),
  fc.constantFrom('1', 'a\nb', '"', '\\', '{}'),
  fc.integer(),
  fc.boolean(),
  fc.constant(null),
  fc.constant([1, { a: ']' }])
)
const name = fc.constantFrom('a', 'b', 'c', '', '__proto__', 'key "x"', 'toString')
const row = fc.array(fc.tuple(name, cell), { maxLength: 5 }).map((entries) => Object.fromEntries(entries))
const extra = fc.constantFrom(
  {},
  { ':colWidths': [50, 80] },
  { ':x': { deep: [1] } },
  { limit: 5, offset: 0 }
)
const sheetJson = fc.tuple(fc.array(row, { maxLength: 6 }), extra).map(([data, more]) => ({
  total: data.length,
  ...more,
  data
}))
const bookJson = fc.oneof(
  sheetJson.map((sheet) => ({ ':type': 'sheet', ':sheetname': 'one', ...sheet })),
  fc.tuple(sheetJson, sheetJson, fc.boolean()).map(([one, two, hidden]) => ({
    one,
    two,
    ':names': ['one', 'two'],
    ':version': 3,
    ...(hidden ? { ':private': { 'private-x': one } } : {}),
    ':type': 'multi-sheet'
  }))
)
const laidOut = fc
  .tuple(
    bookJson,
    fc.constantFrom(undefined, 1, 2, 4, '\t'),
    fc.constantFrom('', '\n'),
    fc.constantFrom('', ' \n')
  )
  .map(([value, indent, end, start]) => start + JSON.stringify(value, null, indent) + end)

describe('a document of sheets, read and written', () => {
  it('SH1 a file that nobody changes keeps every sign', () => {
    for (const file of readdirSync(sample, { recursive: true }).map(String)) {
      if (!file.endsWith('.json')) continue
      const text = readFileSync(join(sample, file), 'utf8')
      const reading = readBook(text)
      if ('book' in reading) expect(writeBook(reading.book), file).toBe(text)
    }
    fc.assert(fc.property(laidOut, (text) => writeBook(opened(text)) === text))
  })

  it('SH1 one changed cell changes nothing else in the file', () => {
    const text =
      '{ ":type": "sheet",\r\n  "total": 3, ":x": [1,  2],\n "data": [ {"a": 1.50, "b":"\\u00e9"},\n\n{ "b" : "x" , "a":{"deep":  [1]} }, {"a":"z","b":2e3} ] , "limit":3 }\n\n'
    const book = opened(text)
    const sheet = onlySheet(book)
    const changed = writeBook(withSheet(book, setCells(sheet, [{ row: 1, slot: 1, value: 'y' }])))
    expect(changed).toBe(text.replace('"x" ,', '"y" ,'))
  })

  it('SH1 any cell of any file: the rest of the text stays, and the value arrives', () => {
    fc.assert(
      fc.property(laidOut, fc.nat(), fc.nat(), fc.string({ unit: 'binary' }), (text, at, column, value) => {
        const book = opened(text)
        const sheet = onlySheet(book)
        fc.pre(sheet.rows.length > 0 && sheet.columns.length > 0)
        const index = at % sheet.rows.length
        const slot = column % sheet.columns.length
        const next = setCells(sheet, [{ row: index, slot, value }])
        const written = writeBook(withSheet(book, next))
        const again = onlySheet(opened(written))
        expect(model(again)).toEqual(model(next))
        const back = writeBook(
          withSheet(book, setCells(next, [{ row: index, slot, value: sheet.rows[index]?.cells[slot] }]))
        )
        if (sheet.rows[index]?.cells[slot] !== undefined) expect(back).toBe(text)
      })
    )
  })

  it('SH2 whatever is done to rows and columns, total is right and the values are those that are shown', () => {
    const step = fc.oneof(
      fc.record({
        kind: fc.constant('insert' as const),
        at: fc.nat(7),
        count: fc.integer({ min: 1, max: 3 })
      }),
      fc.record({ kind: fc.constant('delete' as const), at: fc.nat(7) }),
      fc.record({ kind: fc.constant('move' as const), at: fc.nat(7), to: fc.nat(7) }),
      fc.record({ kind: fc.constant('column' as const), at: fc.nat(4), name: fc.constantFrom('n1', 'n2') }),
      fc.record({ kind: fc.constant('moveColumn' as const), at: fc.nat(4), to: fc.nat(4) }),
      fc.record({ kind: fc.constant('rename' as const), at: fc.nat(4), name: fc.constantFrom('r1', 'r2') }),
      fc.record({ kind: fc.constant('set' as const), at: fc.nat(7), column: fc.nat(4), value: fc.string() })
    )
    type Done = typeof step extends fc.Arbitrary<infer T> ? T : never
    const after = (sheet: Sheet, done: Done): Sheet => {
      switch (done.kind) {
        case 'insert':
          return insertRows(sheet, Math.min(done.at, sheet.rows.length), done.count)
        case 'delete':
          return deleteRows(sheet, new Set([done.at]))
        case 'move':
          return moveRows(sheet, new Set([done.at]), Math.min(done.to, sheet.rows.length))
        case 'column':
          return sheet.columns.some((column) => column.name === done.name)
            ? sheet
            : insertColumns(sheet, Math.min(done.at, sheet.columns.length), [done.name])
        case 'moveColumn':
          return moveColumn(sheet, done.at, Math.min(done.to, sheet.columns.length))
        case 'rename': {
          const next = renameColumn(sheet, done.at, done.name)
          return 'problem' in next ? sheet : next
        }
        case 'set':
          return sheet.columns.some(({ slot }) => slot === done.column)
            ? setCells(sheet, [{ row: done.at, slot: done.column, value: done.value }])
            : sheet
      }
    }
    fc.assert(
      fc.property(laidOut, fc.array(step, { maxLength: 12 }), (text, steps) => {
        const book = opened(text)
        const history = new BookHistory()
        let now = book
        for (const done of steps) {
          const sheet = onlySheet(now)
          const next = after(sheet, done)
          if (next === sheet) continue
          const changed = withSheet(now, next)
          history.push(now, changed, { title: done.kind, place: null })
          now = changed
          const written = writeBook(now)
          const parsed = JSON.parse(written) as Record<string, unknown> & { one?: Record<string, unknown> }
          const own: Record<string, unknown> | undefined = parsed.one ?? parsed
          expect(own?.['total']).toBe(next.rows.length)
          expect(own?.['data']).toEqual(model(next))
        }
        for (let back = history.undo(now); back; back = history.undo(now)) now = back.book
        expect(writeBook(now)).toBe(text)
      })
    )
  })

  it('SH2 adding a second sheet makes the file multi-sheet; taking it out gives the first text again', () => {
    const text =
      '{\n  ":type": "sheet",\n  ":sheetname": "fares",\n  "total": 1,\n  "limit": 1,\n  "offset": 0,\n  "data": [\n    { "a": 1.0 }\n  ]\n}\n'
    const book = opened(text)
    const two = good(addSheet(book, newSheet('second', ['x'])))
    const parsed = JSON.parse(writeBook(two)) as Record<string, unknown>
    expect(parsed).toMatchObject({
      ':names': ['fares', 'second'],
      ':type': 'multi-sheet',
      fares: { total: 1, data: [{ a: 1 }] },
      second: { total: 1, data: [{ x: '' }] }
    })
    expect(writeBook(two)).toContain('1.0')
    const second = two.sheets[1]
    const one = good(removeSheet(two, second?.id ?? 0))
    expect(writeBook(one)).toBe(text)
  })

  it('SH2 what is left of several sheets is a file of one sheet, with all that the file says besides; something else in it stays', () => {
    const sheet = (value: string) => ({ total: 1, data: [{ k: value }] })
    const file = { ':type': 'multi-sheet', ':names': ['a', 'b'], a: sheet('1'), b: sheet('2'), ':odd': [1] }
    const withoutB = (text: string) => {
      const book = opened(text)
      return JSON.parse(writeBook(good(removeSheet(book, book.sheets[1]?.id ?? 0)))) as unknown
    }
    expect(withoutB(JSON.stringify(file))).toEqual({
      ':type': 'sheet',
      ':sheetname': 'a',
      ...sheet('1'),
      limit: 1,
      offset: 0,
      ':odd': [1]
    })
    const book = opened(JSON.stringify(file))
    const left = good(removeSheet(book, book.sheets[1]?.id ?? 0))
    const hidden = opened(writeBook(good(addSheet(left, newSheet('private-c', ['x'])))))
    expect(hidden.sheets.map(({ name }) => name)).toEqual(['a', 'private-c'])
    expect(withoutB(JSON.stringify({ ...file, other: 'kept' }))).toMatchObject({
      ':type': 'multi-sheet',
      ':names': ['a'],
      other: 'kept'
    })
  })

  it('SH2 sheets are renamed, kept from readers and shown again; names always list what is there', () => {
    fc.assert(
      fc.property(laidOut, (text) => {
        const book = opened(text)
        fc.pre(book.format === 'multi-sheet')
        const renamed = good(renameSheet(book, onlySheet(book).id, 'other'))
        const parsed = JSON.parse(writeBook(renamed)) as Record<string, unknown>
        expect(parsed[':names']).toEqual(['other', 'two'])
        expect(Object.keys(parsed)).not.toContain('one')
        const hidden = good(renameSheet(book, onlySheet(book).id, 'private-one'))
        const after = JSON.parse(writeBook(hidden)) as {
          ':names': string[]
          ':private': Record<string, unknown>
        }
        expect(after[':names']).toEqual(['two'])
        expect(Object.keys(after[':private'])).toContain('private-one')
        expect(opened(writeBook(hidden)).sheets.map((sheet) => sheet.name)).toContain('private-one')
      })
    )
  })

  it('SH3 the last row that goes leaves an empty one, which holds the columns', () => {
    const sheet = onlySheet(opened('{":type":"sheet","total":1,"data":[{"a":"1","b":"2"}]}'))
    expect(model(deleteRows(sheet, new Set([0])))).toEqual([{ a: '', b: '' }])
    expect(writeBook(newBook('data', ['key', 'value']))).toContain('"key": ""')
  })

  it('SH5 what is odd is told, shown and kept: columns twice or without a name, ragged rows, wrong totals, entries that are no rows', () => {
    const text = '{":type":"sheet","total":9,"data":[{"a":"1","a":2,"":"x"},7,{"b":"only"}],":odd":1}'
    const book = opened(text)
    const sheet = onlySheet(book)
    expect(sheet.columns.map((column) => column.name)).toEqual(['a', 'a', '', 'b'])
    expect(sheet.rows[0]?.cells.map(cellText)).toEqual(['1', '2', 'x'])
    expect(notesOf(text).join('\n')).toMatch(
      /says 9[\s\S]*more than once[\s\S]*no name[\s\S]*hatched[\s\S]*is no row/
    )
    expect(writeBook(book)).toBe(text)
    const changed = writeBook(withSheet(book, setCells(sheet, [{ row: 0, slot: 1, value: { json: '3' } }])))
    expect(changed).toBe(text.replace('"a":2', '"a":3').replace('9', '3'))
  })

  it('SH5 broken files are refused with a reason, broken sheets among good ones are kept', () => {
    expect(readBook('{"a":')).toMatchObject({ refusal: 'not-json' })
    expect(readBook('{"a":1}')).toMatchObject({ refusal: 'other' })
    expect(readBook('[1]')).toMatchObject({ refusal: 'other' })
    expect(readBook('{":type":"sheet","total":0}')).toMatchObject({ refusal: 'broken' })
    expect(readBook('{":type":"multi-sheet",":names":["a"]}')).toMatchObject({ refusal: 'broken' })
    const text =
      '{":type":"multi-sheet",":names":["a","b"],"a":{"data":7},"b":{"total":1,"data":[{"k":"v"}]},"c":{}}'
    const book = opened(text)
    expect(book.sheets.map((sheet) => sheet.broken !== null)).toEqual([true, false])
    expect(notesOf(text).join('\n')).toMatch(/“c” is missing[\s\S]*no list of rows/)
    const second = book.sheets[1]
    if (!second) throw new Error('no second sheet')
    expect(writeBook(withSheet(book, insertRows(second, 1, 1)))).toBe(
      text.replace('"total":1,"data":[{"k":"v"}]', '"total":2,"data":[{"k":"v"},{"k":""}]')
    )
  })
})
