import { fc } from '../../../support/properties'
import { describe, expect, it } from 'vitest'
import { writeCsv } from '../../../../src/common/csv'
import {
  cellText,
  copied,
  csvTable,
  filled,
  findAll,
  newSheet,
  parseCsv,
  parseTabs,
  pasted,
  setCells,
  shownRows,
  stillShown,
  insertRows,
  deleteRows,
  typedCell,
  wholeSheet,
  writeTabs,
  type Area,
  type Block,
  type Sheet
} from '../../../../src/common/formats/sheet'

/** A sheet with these texts, its columns named a, b, c … */
function sheetOf(texts: readonly (readonly string[])[]): Sheet {
  const width = texts[0]?.length ?? 0
  const empty = newSheet(
    'data',
    Array.from({ length: width }, (_, at) => String.fromCharCode(97 + at))
  )
  const grown = insertRows(empty, 1, texts.length - 1)
  return setCells(
    grown,
    texts.flatMap((row, index) => row.map((value, slot) => ({ row: index, slot, value })))
  )
}

const textsIn = (sheet: Sheet): string[][] =>
  sheet.rows.map((row) => sheet.columns.map(({ slot }) => cellText(row.cells[slot])))

const everyRow = (sheet: Sheet): number[] => sheet.rows.map((_row, index) => index)

const at = (top: number, left: number, bottom = top, right = left): Area => ({ top, left, bottom, right })

const text = fc.oneof(
  fc.string({ maxLength: 5 }),
  fc.constantFrom('', '"', '"a"', 'a\nb', '\t', 'x"y', ' ', 'a,b;c', '\n')
)
const block = (cell = text) =>
  fc.tuple(fc.integer({ min: 1, max: 5 }), fc.integer({ min: 1, max: 5 })).chain(([rows, columns]) =>
    fc.array(fc.array(cell, { minLength: columns, maxLength: columns }), {
      minLength: rows,
      maxLength: rows
    })
  )

describe('the clipboard of spreadsheets', () => {
  it('SH7 what is copied comes back the same, whatever is in the cells', () => {
    fc.assert(
      fc.property(block(), (cells) => {
        // One empty cell alone is no text at all, and a last empty row of one column ends the text.
        fc.pre(!(cells.at(-1)?.length === 1 && cells.at(-1)?.[0] === ''))
        expect(parseTabs(writeTabs(cells))).toEqual(cells)
      })
    )
  })

  it('SH7 reads what Excel copies: quotes around line ends, doubled quotes, plain quotes, a line end at the end', () => {
    const excel = 'name\tnote\r\nAdult\t"two\nlines"\r\n5" pipe\t"""quoted"""\r\n\t"tab\there"\r\n'
    expect(parseTabs(excel)).toEqual([
      ['name', 'note'],
      ['Adult', 'two\nlines'],
      ['5" pipe', '"quoted"'],
      ['', 'tab\there']
    ])
    expect(parseTabs('"open\tno end')).toEqual([['"open', 'no end']])
    expect(parseTabs('"a" b\tc')).toEqual([['"a" b', 'c']])
    expect(parseTabs('a\tb\nc')).toEqual([
      ['a', 'b'],
      ['c', '']
    ])
  })

  it('SH7 CSV files come back the same', () => {
    fc.assert(
      fc.property(block(fc.oneof(text, fc.constantFrom('1,5', '"'))), (cells) => {
        fc.pre(cells.every((row) => row.length > 1))
        const plain = cells.map((row) => row.map((cell) => cell.replaceAll('\r', '')))
        expect(parseCsv(writeCsv(plain), ',')).toEqual(plain)
      })
    )
    expect(parseCsv('\ufeffa;b\n1;"x;y"\n')).toEqual([
      ['a', 'b'],
      ['1', 'x;y']
    ])
  })

  it('SH7 only a regular table counts as comma-separated; prose stays one cell a line', () => {
    expect(csvTable('a,b\n1,2\n3,"4,5"')).toEqual([
      ['a', 'b'],
      ['1', '2'],
      ['3', '4,5']
    ])
    expect(csvTable('Hello, world\nBye, world')).toBeNull()
    expect(csvTable('a,b')).toBeNull()
    expect(csvTable('a,b\n1,2,3')).toBeNull()
    expect(csvTable('one\ntwo')).toBeNull()
  })
})

describe('pasting and filling', () => {
  it('SH7 pasted cells stand where they were pasted, and everything else is as before', () => {
    fc.assert(
      fc.property(block(), block(), fc.nat(4), fc.nat(4), (old, cells, row, column) => {
        const sheet = sheetOf(old)
        const top = row % (sheet.rows.length + 1)
        const left = column % sheet.columns.length
        const after = pasted(sheet, everyRow(sheet), at(top, left), cells)
        const now = textsIn(after.sheet)
        cells.forEach((line, r) => line.forEach((value, c) => expect(now[top + r]?.[left + c]).toBe(value)))
        old.forEach((line, r) =>
          line.forEach((value, c) => {
            const inside =
              r >= top && r < top + cells.length && c >= left && c < left + (cells[0]?.length ?? 0)
            if (!inside) expect(now[r]?.[c]).toBe(value)
          })
        )
        expect(new Set(after.sheet.columns.map(({ name }) => name)).size).toBe(after.sheet.columns.length)
      })
    )
  })

  it('SH7 one cell fills the selection, a pattern repeats in a multiple of it, anything else takes its own room', () => {
    const sheet = sheetOf(Array.from({ length: 4 }, () => ['', '', '']))
    const paste = (area: Area, cells: Block) => textsIn(pasted(sheet, everyRow(sheet), area, cells).sheet)
    expect(paste(at(0, 0, 1, 1), [['x']])).toEqual([
      ['x', 'x', ''],
      ['x', 'x', ''],
      ['', '', ''],
      ['', '', '']
    ])
    expect(paste(at(0, 0, 3, 0), [['1'], ['2']]).map(([first]) => first)).toEqual(['1', '2', '1', '2'])
    expect(paste(at(0, 0, 2, 0), [['1'], ['2']]).map(([first]) => first)).toEqual(['1', '2', '', ''])
  })

  it('SH7 into an empty sheet the first row gives the names of the columns', () => {
    const empty = newSheet('data', [])
    const after = pasted(empty, [], at(0, 0), [
      ['path', '', 'path'],
      ['/a', '1', 'x']
    ])
    expect(after.sheet.columns.map(({ name }) => name)).toEqual(['path', 'Column 2', 'path 2'])
    expect(textsIn(after.sheet)).toEqual([['/a', '1', 'x']])
    expect(after.asNames).toBe(true)
  })

  it('SH7 filling repeats the pattern over the area and touches nothing outside', () => {
    const sheet = sheetOf([
      ['a', '1'],
      ['b', '2'],
      ['', ''],
      ['', ''],
      ['', '']
    ])
    const down = filled(sheet, everyRow(sheet), at(0, 0, 1, 0), at(0, 0, 4, 0))
    expect(textsIn(down).map(([first]) => first)).toEqual(['a', 'b', 'a', 'b', 'a'])
    expect(textsIn(down).map(([, second]) => second)).toEqual(['1', '2', '', '', ''])
    const up = filled(sheet, everyRow(sheet), at(1, 0), at(0, 0, 1, 0))
    expect(textsIn(up)[0]).toEqual(['b', '1'])
  })

  it('SH4 a number stays a number while a number is typed, and becomes text else; pasting within keeps the kind', () => {
    expect(typedCell({ json: '12' }, '13.50')).toEqual({ json: '13.50' })
    expect(typedCell({ json: '12' }, 'twelve')).toBe('twelve')
    expect(typedCell({ json: '12' }, '012')).toBe('012')
    expect(typedCell({ json: 'true' }, 'false')).toEqual({ json: 'false' })
    expect(typedCell({ json: '{"a":1}' }, '{"a": 2}')).toEqual({ json: '{"a": 2}' })
    expect(typedCell({ json: '{"a":1}' }, '{"a":')).toBe('{"a":')
    expect(typedCell('12', '13')).toBe('13')
    const sheet = setCells(sheetOf([['x', 'y']]), [{ row: 0, slot: 0, value: { json: '7' } }])
    const cells = copied(sheet, [0], at(0, 0))
    expect(pasted(sheet, [0], at(0, 1), cells).sheet.rows[0]?.cells[1]).toEqual({ json: '7' })
  })
})

describe('looking at a sheet', () => {
  const sheet = sheetOf([
    ['10', 'b'],
    ['9', 'A'],
    ['', 'c'],
    ['x', 'a'],
    ['2', '']
  ])

  it('SH6 sorts numbers as numbers, texts without regard to case, empty cells last; equal ones keep their order', () => {
    expect(shownRows(sheet, { sort: { slot: 0, descending: false }, filters: [] })).toEqual([4, 1, 0, 3, 2])
    expect(shownRows(sheet, { sort: { slot: 0, descending: true }, filters: [] })).toEqual([3, 0, 1, 4, 2])
    expect(shownRows(sheet, { sort: { slot: 1, descending: false }, filters: [] })).toEqual([1, 3, 0, 2, 4])
    expect(shownRows(sheet, wholeSheet)).toEqual([0, 1, 2, 3, 4])
  })

  it('SH6 filters by what a cell contains, is, or is not; the sheet itself stays as it is', () => {
    const shown = (kind: 'contains' | 'lacks' | 'is' | 'empty' | 'filled', wanted: string) =>
      shownRows(sheet, { sort: null, filters: [{ slot: 1, kind, text: wanted }] })
    expect(shown('contains', 'a')).toEqual([1, 3])
    expect(shown('lacks', 'a')).toEqual([0, 2, 4])
    expect(shown('is', 'B')).toEqual([0])
    expect(shown('empty', '')).toEqual([4])
    expect(shown('filled', '')).toEqual([0, 1, 2, 3])
  })

  it('SH6 rows that are shown stay where they are while others come and go', () => {
    const shown = [4, 1, 0]
    const grown = insertRows(sheet, 1, 1)
    expect(stillShown(sheet, shown, grown)).toEqual([5, 2, 0, 1])
    const less = deleteRows(sheet, new Set([1]))
    expect(stillShown(sheet, shown, less)).toEqual([3, 0])
  })

  it('SH6 finds text in the cells that are shown', () => {
    expect(findAll(sheet, [4, 1, 0], 'A')).toEqual([{ row: 1, column: 1 }])
    expect(findAll(sheet, everyRow(sheet), 'a', true)).toEqual([{ row: 3, column: 1 }])
    expect(findAll(sheet, everyRow(sheet), '')).toEqual([])
  })
})
