import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { jsonOfBook, readValues, restorePicked } from '../../../../src/common/compare'
import { compareStructure } from '../../../../src/common/formats/structure'
import { emptiesDocument } from '../../../../src/common/formats/emptiness'
import { readJsonText } from '../../../../src/common/formats/json/read'
import { writeJson } from '../../../../src/common/formats/json/write'
import { mergeTexts } from '../../../../src/common/formats/merge'
import { parseConfig } from '../../../../src/common/formats/sheet/config-format'
import {
  readBook,
  setCells,
  withSheet,
  writeBook,
  type CellValue
} from '../../../../src/common/formats/sheet'
import type { JsonValue } from '../../../../src/common/schema'
import { fc } from '../../../support/properties'

type Door = 'sheets' | 'fields' | 'json' | 'whole'
/** What each door makes of a text: the grid, a comparison, a merge; whether it is a config, and empties its file. */
type Doors = readonly [grid: string, compared: Door, merged: Door, ...('config' | 'empty')[]]

/** Both sides have changed the text, each something else. */
const changed = (text: string) => text.replaceAll('"old"', '"new"')
const changedElsewhere = (text: string) => text.replaceAll('"left"', '"right"')

function doors(text: string) {
  const reading = readBook(text)
  const merge = mergeTexts('json', { base: text, local: changed(text), remote: changedElsewhere(text) })
  return [
    'refusal' in reading
      ? reading.refusal
      : [
          reading.book.format,
          ...reading.book.sheets.map(({ name, rows, broken }) => `${name} ${broken ? 'broken' : rows.length}`)
        ].join(', '),
    compareStructure(text, changed(text), 'json').kind,
    merge.kind,
    ...(isConfig(text) ? ['config'] : []),
    ...(emptiesDocument('json', new TextEncoder().encode(text)) ? ['empty'] : [])
  ]
}

function isConfig(text: string): boolean {
  try {
    parseConfig(text)
    return true
  } catch {
    return false
  }
}

const rows = '[{"k":"old","v":"left"},{"k":"b","v":"c"}]'
const one = `"total":2,"data":${rows}`
const sheets = (format: string, ...more: ('config' | 'empty')[]): Doors => [
  format,
  'sheets',
  'sheets',
  ...more
]
const fields = (grid: string, ...more: ('config' | 'empty')[]): Doors => [grid, 'fields', 'json', ...more]

const cases: readonly [name: string, text: string, expected: Doors][] = [
  ['a sheet', `{":type":"sheet",":sheetname":"a",${one}}`, sheets('sheet, a 2', 'config')],
  ['a sheet without a name', `{":type":"sheet",${one}}`, sheets('sheet, data 2')],
  ['a sheet whose name is empty', `{":type":"sheet",":sheetname":"",${one}}`, sheets('sheet,  2')],
  ['a sheet that says nothing of itself', `{${one}}`, sheets('sheet, data 2')],
  ['a sheet without total', `{":type":"sheet",":sheetname":"a","data":${rows}}`, sheets('sheet, a 2')],
  [
    'a total that is wrong',
    `{":type":"sheet",":sheetname":"a","total":7,"data":${rows}}`,
    sheets('sheet, a 2')
  ],
  [
    'limit and offset that are wrong',
    `{":type":"sheet",":sheetname":"a","limit":9,"offset":4,${one}}`,
    sheets('sheet, a 2', 'config')
  ],
  [
    'members that nobody knows',
    `{":type":"sheet",":sheetname":"a","x":{"y":1},":z":1,${one}}`,
    sheets('sheet, a 2')
  ],
  [
    'data before the name',
    `{"data":${rows},"total":2,":sheetname":"a",":type":"sheet"}`,
    sheets('sheet, a 2', 'config')
  ],
  [
    'no rows',
    '{":type":"sheet",":sheetname":"a","total":0,"data":[],":x":["old","left"]}',
    sheets('sheet, a 0', 'config', 'empty')
  ],
  [
    'several sheets',
    `{":type":"multi-sheet",":names":["a","b"],"a":{${one}},"b":{"total":0,"data":[]}}`,
    sheets('multi-sheet, a 2, b 0', 'config')
  ],
  [
    'several sheets, one name',
    `{":type":"multi-sheet",":names":["a"],"a":{${one}}}`,
    sheets('multi-sheet, a 2', 'config')
  ],
  ['several sheets without a type', `{":names":["a"],"a":{${one}}}`, sheets('multi-sheet, a 2')],
  [
    'several sheets, none named',
    '{":type":"multi-sheet",":names":[],":x":["old","left"]}',
    sheets('multi-sheet', 'config', 'empty')
  ],
  [
    'a sheet that is not named',
    `{":type":"multi-sheet",":names":["a"],"a":{${one}},"b":{${one}}}`,
    sheets('multi-sheet, a 2')
  ],
  [
    'private sheets',
    `{":type":"sheet",":sheetname":"a",":private":{"private-x":{${one}}},${one}}`,
    sheets('sheet, a 2, private-x 2', 'config')
  ],
  ['a name twice', `{":type":"multi-sheet",":names":["a","a"],"a":{${one}}}`, fields('broken')],
  ['a name without a sheet', `{":type":"multi-sheet",":names":["a","b"],"a":{${one}}}`, fields('broken')],
  ['a name that is no text', `{":type":"multi-sheet",":names":["a",1],"a":{${one}}}`, fields('broken')],
  ['names that are no list', `{":type":"multi-sheet",":names":"a","a":{${one}}}`, fields('broken')],
  [
    'a broken sheet',
    `{":type":"multi-sheet",":names":["a","b"],"a":{${one}},"b":{"total":0}}`,
    fields('multi-sheet, a 2, b broken')
  ],
  [
    'an entry that is no row',
    `{":type":"sheet",":sheetname":"a","total":3,"data":[1,${rows.slice(1)}}`,
    fields('sheet, a 3')
  ],
  [
    'data that is no list',
    '{":type":"sheet",":sheetname":"a","total":0,"data":{"k":"old","v":"left"}}',
    fields('broken')
  ],
  // the type decides, whatever else there is
  [
    'a sheet that also has names',
    `{":type":"sheet",":sheetname":"a",":names":["b"],"b":{${one}},${one}}`,
    sheets('sheet, a 2')
  ],
  [
    'a sheet with an empty list of names',
    `{":type":"sheet",":sheetname":"a",":names":[],${one}}`,
    sheets('sheet, a 2', 'config')
  ],
  ['another type, with rows', `{":type":"table",${one}}`, fields('other')],
  ['another type, with no rows', '{":type":"table","total":0,"data":[],"x":["old","left"]}', fields('other')],
  ['another type, with names', `{":type":"book",":names":["a"],"a":{${one}}}`, fields('other')],
  ['several sheets without names, with rows', `{":type":"multi-sheet",${one}}`, fields('broken')],
  [
    'a member twice',
    `{":type":"sheet",":sheetname":"a",":x":1,":x":2,${one}}`,
    ['broken', 'fields', 'whole', 'config']
  ],
  ['JSON of another kind', '{"a":["old","left"]}', fields('other')]
]

const sample = join(process.cwd(), 'resources/sample/content')
const sampleFiles = readdirSync(sample, { recursive: true })
  .map((file) => join(sample, String(file)))
  .filter((file) => file.endsWith('.json'))

const cell = fc.constantFrom<JsonValue>('', 'a', '1', 'a\nb', '"', 1, 1.5, -2e21, true, null, [1, { a: ']' }])
const row = fc.dictionary(fc.constantFrom('k', 'v', '', '__proto__', 'a "b"'), cell)
const sheet = fc
  .tuple(
    fc.array(row, { maxLength: 6 }),
    fc.constantFrom({}, { total: 2 }, { limit: 5, offset: 1 }),
    fc.constantFrom({}, { ':colWidths': [50, 80] }, { x: { deep: [1] } })
  )
  .map(([data, counts, more]): Readonly<Record<string, JsonValue>> => ({ ...counts, data, ...more }))
const format = fc.constantFrom({}, { ':type': 'sheet' }, { ':type': 'multi-sheet' }, { ':type': 'x' })
const anyDocument = fc.oneof(
  fc
    .tuple(
      format,
      fc.constantFrom({}, { ':sheetname': 'one' }, { ':sheetname': '' }, { ':names': [] }),
      sheet
    )
    .map(([type, name, own]) => ({ ...type, ...name, ...own })),
  fc
    .tuple(format, fc.subarray(['one', 'two', 'one', 'three']), sheet, sheet)
    .map(([type, names, first, second]) => ({ one: first, ...type, ':names': names, two: second }))
)
const anyText = fc
  .tuple(anyDocument, fc.constantFrom(undefined, 1, 4, '\t'), fc.constantFrom('', '\r\n'))
  .map(([value, indent, end]) => JSON.stringify(value, null, indent) + end)

const valueIn = (value: CellValue): unknown => (typeof value === 'object' ? JSON.parse(value.json) : value)

const valuesIn = (text: string) => {
  const json = readJsonText(text)
  return json && readValues(json)
}

describe('what a document of sheets is', () => {
  it.each(cases)('SH12 %s: every door takes it for the same', (_name, text, expected) => {
    expect(doors(text)).toEqual(expected)
  })

  it('SH12 the grid and a comparison find the same sheets, columns and values in any text', () => {
    const agree = (text: string): void => {
      const reading = readBook(text)
      const values = valuesIn(text)
      if (!('book' in reading)) {
        expect(values).toBeNull()
        return
      }
      const { format: read, sheets: all } = reading.book
      const shown = all.filter((one) => !one.private)
      if (shown.some((one) => one.broken !== null || one.rows.some(({ odd }) => odd !== undefined))) {
        expect(values).toBeNull()
        return
      }
      expect(values?.format).toBe(read)
      expect(values?.sheets.map(({ name }) => name || 'data')).toEqual(
        shown.map(({ name }) => name || 'data')
      )
      shown.forEach(({ columns, rows: own }, at) => {
        const found = values?.sheets[at]
        expect(found?.columns).toEqual(columns.map(({ name }) => name))
        const held = own.map(({ cells }) =>
          Object.fromEntries(
            columns.flatMap(({ name, slot }): [string, unknown][] => {
              const value = cells[slot]
              if (value === undefined) return []
              return [[name, valueIn(value)]]
            })
          )
        )
        expect(found?.rows).toEqual(held)
      })
    }
    for (const file of sampleFiles) agree(readFileSync(file, 'utf8'))
    fc.assert(fc.property(anyText, agree), { numRuns: 1000 })
  })

  it('SH12 what is read and written again keeps every sign, whether as cells or as values', () => {
    const keeps = (text: string) => {
      const reading = readBook(text)
      if ('book' in reading) expect(writeBook(reading.book)).toBe(text)
      const json = readJsonText(text)
      const values = json && readValues(json)
      if (json && values) expect(writeJson(json, jsonOfBook(values, json.value))).toBe(text)
    }
    for (const file of sampleFiles) keeps(readFileSync(file, 'utf8'))
    fc.assert(fc.property(anyText, keeps), { numRuns: 1000 })
    for (const [, text] of cases) keeps(text)
  })

  it('SH12 a cell that the grid changes is the one change of a comparison, and is taken back', () => {
    let tried = 0
    fc.assert(
      fc.property(anyText, fc.nat(), fc.nat(), (text, at, column) => {
        const reading = readBook(text)
        if (!('book' in reading) || !valuesIn(text)) return
        const shown = reading.book.sheets.find(({ rows: own }) => own.length > 0)
        const index = at % (shown?.rows.length ?? 1)
        const filled = shown?.columns.filter(({ slot }) => shown.rows[index]?.cells[slot] !== undefined) ?? []
        const chosen = filled[column % filled.length]
        if (!shown || !chosen) return
        const edited = setCells(shown, [{ row: index, slot: chosen.slot, value: 'changed here' }])
        const after = writeBook(withSheet(reading.book, edited))
        const structure = compareStructure(text, after, 'json')
        if (structure.kind !== 'sheets') throw new Error(structure.kind)
        const [change, ...others] = structure.comparison.diff.sheets
        expect(others).toEqual([])
        if (change?.kind !== 'changed') throw new Error('no sheet changed')
        const [cellChange, ...more] = change.diff.cells
        // a row in which nothing is alike any more is another row
        if (!cellChange || more.length > 0 || change.diff.columns.length > 0 || change.diff.rows.length > 0)
          return
        tried += 1
        expect(cellChange).toMatchObject({ column: { after: chosen.name }, after: 'changed here' })
        const back = restorePicked(
          text,
          after,
          { kind: 'sheet', restore: { kind: 'cell', sheet: change, cell: cellChange } },
          { format: 'json' }
        )
        const again = readBook(back ?? '')
        if (!('book' in again)) throw new Error('it cannot be read again')
        const cells = again.book.sheets.find(({ name }) => name === shown.name)?.rows[index]?.cells
        expect(valueIn(cells?.[chosen.slot])).toEqual(valueIn(shown.rows[index]?.cells[chosen.slot]))
      }),
      { numRuns: 1000 }
    )
    expect(tried).toBeGreaterThan(100)
  })

  it('SH12 a merge and a change that is taken back leave every member in its place', () => {
    const text = (first: string, second: string) =>
      `{"total":2,"limit":2,"data":[{"k":"${first}"},{"k":"${second}"}],":sheetname":"a",":type":"sheet"}`
    const several = (first: string, second: string) =>
      `{"a":${text(first, second)},":version":3,":names":["a"],":type":"multi-sheet"}`
    for (const of of [text, several]) {
      const [base, local, remote] = [of('x', 'y'), of('new', 'y'), of('x', 'z')]
      expect(mergeTexts('json', { base, local, remote }).text).toBe(of('new', 'z'))
      const structure = compareStructure(base, local, 'json')
      const change = structure.kind === 'sheets' ? structure.comparison.diff.sheets[0] : undefined
      const cellChange = change?.kind === 'changed' ? change.diff.cells[0] : undefined
      if (!change || !cellChange) throw new Error('no cell changed')
      const restore = { kind: 'cell' as const, sheet: change, cell: cellChange }
      expect(restorePicked(base, local, { kind: 'sheet', restore }, { format: 'json' })).toBe(base)
    }
  })

  it('SH12 a number that is only spelled anew is no change, and a merge leaves each spelling to its side', () => {
    const text =
      '{":type": "sheet", ":sheetname": "a", "total": 2, "data": [{"k": 1, "v": "x"}, {"k": 2, "v": "y"}]}'
    const spelled = text.replace('"k": 1', '"k": 1.0')
    const structure = compareStructure(text, spelled, 'json')
    expect(structure.kind === 'sheets' && structure.comparison.diff).toEqual({
      format: null,
      sheets: [],
      members: []
    })
    const merged = mergeTexts('json', { base: text, local: spelled, remote: text.replace('"y"', '"z"') })
    expect(merged.text).toBe(spelled.replace('"y"', '"z"'))
  })
})
