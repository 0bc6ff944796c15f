import { fc } from '../../../support/properties'
import { valuesOf } from '../sheet/values-of'
import { describe, expect, it } from 'vitest'
import {
  applyBook,
  diffBooks,
  invertBook,
  isEmptyBookDiff,
  restoreInBook,
  sameValue,
  summariseBook,
  jsonOfBook,
  type SheetRestore,
  type BookValues
} from '../../../../src/common/compare'
import type { JsonObject, JsonValue } from '../../../../src/common/schema'
import { seed } from '../../schema/seed'
import { json } from './values'

const runs = (name: string) => ({ numRuns: 2000, seed: seed(name) })
const read = (value: JsonValue): BookValues => {
  const book = valuesOf(value)
  if (!book) throw new Error(`no sheets: ${JSON.stringify(value)}`)
  return book
}

const columns = ['key', 'value', 'note', '', 'id', '__proto__']
const cell = fc.oneof({ weight: 8, arbitrary: fc.constantFrom('', 'a', 'b', 'c', 'd') }, json)
const row = (names: readonly string[]): fc.Arbitrary<JsonObject> =>
  fc
    .tuple(
      fc.subarray([...names], { minLength: Math.max(0, names.length - 1) }),
      fc.array(cell, { minLength: 6, maxLength: 6 })
    )
    .map(([own, cells]) => Object.fromEntries(own.map((name, at) => [name, cells[at] ?? ''])))
const sheet = fc
  .tuple(
    fc.shuffledSubarray(columns),
    fc.constantFrom({}, { ':colWidths': [1, 2] }, { limit: 3, extra: { a: 1 } })
  )
  .chain(([names, more]) =>
    fc.array(row(names), { maxLength: 8 }).map((data): JsonObject => ({ total: data.length, ...more, data }))
  )
const single = fc
  .tuple(sheet, fc.constantFrom({ ':sheetname': 'a' }, { ':sheetname': '' }, {}))
  .map(([one, name]): JsonObject => ({ ':type': 'sheet', ...name, ...one }))
const several = fc
  .tuple(fc.shuffledSubarray(['a', 'b', 'c', '__proto__']), fc.array(sheet, { minLength: 4, maxLength: 4 }))
  .map(([names, sheets]): JsonObject =>
    Object.fromEntries<JsonValue>([
      [':type', 'multi-sheet'],
      [':names', names],
      ...names.map((name, at): [string, JsonValue] => [name, sheets[at] ?? null])
    ])
  )
const book = fc.oneof(single, several)
const twoBooks = fc.oneof(
  fc.tuple(book, book),
  // one sheet in two states: rows gone, come, moved, and a cell of some changed
  fc
    .tuple(
      fc.array(row(['key', 'value', 'note', 'id']), { maxLength: 12 }),
      fc.array(fc.nat(11), { maxLength: 12 }),
      cell
    )
    .map(([rows, order, value]): [JsonObject, JsonObject] => {
      const later = order
        .map((at) => rows[at])
        .filter((one) => one !== undefined)
        .map((one, at) => (at % 3 ? one : { ...one, value }))
      const of = (data: readonly JsonObject[]) => ({
        ':type': 'sheet',
        ':sheetname': 's',
        total: data.length,
        data
      })
      return [of(rows), of(later)]
    })
)

describe('what holds for any two documents of sheets', () => {
  it('D1 what leads from one to the other, applied, gives the other; turned round, it leads back', () => {
    fc.assert(
      fc.property(twoBooks, ([a, b]) => {
        const diff = diffBooks(read(a), read(b))
        expect(sameValue(jsonOfBook(applyBook(read(a), diff)), b)).toBe(true)
        expect(sameValue(jsonOfBook(applyBook(read(b), invertBook(diff))), a)).toBe(true)
        expect(invertBook(invertBook(diff))).toEqual(diff)
      }),
      runs('sheets')
    )
  })

  it('D2 nothing leads from a document to itself', () => {
    fc.assert(
      fc.property(book, (a) => {
        expect(sameValue(jsonOfBook(read(a)), a)).toBe(true)
        expect(isEmptyBookDiff(diffBooks(read(a), read(JSON.parse(JSON.stringify(a)))))).toBe(true)
      }),
      runs('sheet itself')
    )
  })
})

const of = (data: readonly JsonObject[], name = 'fares'): BookValues =>
  read({ ':type': 'sheet', ':sheetname': name, total: data.length, data })
const fares = [
  { from: 'A', to: 'B', fare: '1', stops: '2' },
  { from: 'B', to: 'C', fare: '2', stops: '3' },
  { from: 'C', to: 'D', fare: '3', stops: '4' },
  { from: 'D', to: 'E', fare: '4', stops: '5' }
]
const [f1, f2, f3, f4] = fares.map((row) => row)
const rows = (...some: (JsonObject | undefined)[]) => some.filter((row) => row !== undefined)
function sheetDiff(before: BookValues, after: BookValues, key?: string | null) {
  const [change] = diffBooks(before, after, key === undefined ? {} : { key }).sheets
  if (change?.kind !== 'changed') throw new Error('the sheet is not changed')
  return change.diff
}

describe('rows, columns and cells', () => {
  it('D6 tells the cell, found by a key column', () => {
    const diff = sheetDiff(of(fares), of(rows(f1, { ...f2, fare: '9' }, f3, f4)))
    expect(diff).toMatchObject({ key: 'from', rows: [], columns: [] })
    expect(diff.cells).toEqual([
      { row: { before: 1, after: 1 }, column: { before: 'fare', after: 'fare' }, before: '2', after: '9' }
    ])
  })

  it('D6 finds rows without any key by likeness, also when they moved', () => {
    const same = { from: 'A', to: 'A', fare: '1', stops: '1' }
    const diff = sheetDiff(of(rows(same, same, f2, f3)), of(rows({ ...f3, fare: '9' }, same, same, f2)))
    expect(diff).toMatchObject({ key: null, rows: [{ kind: 'moved', at: { before: 3, after: 0 } }] })
    expect(diff.cells).toHaveLength(1)
  })

  it('D6 takes the key that it is given', () => {
    const a = rows({ id: '1', code: 'x' }, { id: '2', code: 'y' })
    const b = rows({ id: '1', code: 'y' }, { id: '2', code: 'x' })
    expect(sheetDiff(of(a), of(b)).key).toBe('id')
    expect(sheetDiff(of(a), of(b), 'code').rows).toEqual([{ kind: 'moved', at: { before: 0, after: 1 } }])
  })

  it('D6 tells a renamed column as renamed, and no cell of it as changed', () => {
    const diff = sheetDiff(of(fares), of(fares.map(({ from, ...rest }) => ({ origin: from, ...rest }))))
    expect(diff.columns).toEqual([
      { kind: 'renamed', name: { before: 'from', after: 'origin' }, at: { before: 0, after: 0 } }
    ])
    expect([diff.rows, diff.cells]).toEqual([[], []])
  })

  it('D6 tells columns that came, went and moved', () => {
    const diff = sheetDiff(of(fares), of(fares.map(({ from, to, fare }) => ({ fare, from, to, note: 'n' }))))
    expect(
      diff.columns.map(({ kind, name }) => [kind, typeof name === 'string' ? name : name.after])
    ).toEqual([
      ['moved', 'fare'],
      ['removed', 'stops'],
      ['added', 'note']
    ])
  })

  it('D6 tells sheets that were renamed and moved', () => {
    const data = { total: 4, data: fares }
    const other = { total: 1, data: [{ key: 'a', value: 'b' }] }
    const a = read({ ':type': 'multi-sheet', ':names': ['x', 'y'], x: data, y: other })
    const b = read({ ':type': 'multi-sheet', ':names': ['y', 'z'], z: data, y: other })
    const diff = diffBooks(a, b)
    expect(diff.sheets).toMatchObject([{ kind: 'changed', name: { before: 'x', after: 'z' }, moved: true }])
    expect(summariseBook(diff)).toBe('sheet x renamed to z, 1 sheet moved')
  })
})

describe('taking back one change', () => {
  const before = of(fares)
  const after = of(rows({ from: 'N', to: 'N', fare: '7', stops: '7' }, f1, { ...f4, fare: '8' }, f3))
  const diff = diffBooks(before, after)
  const [change] = diff.sheets
  if (change?.kind !== 'changed') throw new Error('the sheet is not changed')
  const { cells, rows: changes } = change.diff
  const restored = (restore: SheetRestore) => jsonOfBook(restoreInBook({ before, after, diff }, restore))
  const row = (kind: string) => {
    const found = changes.find((one) => one.kind === kind)
    if (!found) throw new Error(`no row ${kind}`)
    return restored({ kind: 'row', sheet: change, row: found })
  }

  it('D5 a removed row stands behind its old neighbour, and total is right', () => {
    expect(row('removed')).toMatchObject({
      total: 5,
      data: [{ from: 'N' }, { from: 'A' }, { from: 'B' }, { from: 'D' }, { from: 'C' }]
    })
  })

  it('D5 a cell has its old value, a new row is gone, a moved one is back', () => {
    const [cell] = cells
    if (!cell) throw new Error('no cell')
    expect(restored({ kind: 'cell', sheet: change, cell })).toMatchObject({
      data: [{ from: 'N' }, { from: 'A' }, { from: 'D', fare: '4' }, { from: 'C' }]
    })
    expect(restored({ kind: 'cells', sheet: change, row: 2 })).toMatchObject({
      data: [{}, {}, { fare: '4' }, {}]
    })
    expect(row('added')).toMatchObject({ total: 3, data: [{ from: 'A' }, { from: 'D' }, { from: 'C' }] })
    expect(row('moved')).toMatchObject({ data: [{ from: 'N' }, { from: 'A' }, { from: 'C' }, { from: 'D' }] })
  })

  it('D5 a sheet that was removed is back in its place', () => {
    const data = { total: 0, data: [] }
    const a = read({
      ':type': 'multi-sheet',
      ':names': ['x', 'y', 'z'],
      x: data,
      y: { total: 4, data: fares },
      z: data
    })
    const b = read({ ':type': 'multi-sheet', ':names': ['x', 'z'], x: data, z: data })
    const found = diffBooks(a, b)
    const [gone] = found.sheets
    if (!gone) throw new Error('no change')
    expect(restoreInBook({ before: a, after: b, diff: found }, { kind: 'sheet', sheet: gone })).toEqual(a)
  })
})

it.each<[string, readonly JsonObject[], readonly JsonObject[]]>([
  ['fare 2 → 9 in fares', fares, rows(f1, { ...f2, fare: '9' }, f3, f4)],
  ['2 rows changed in fares', fares, rows(f1, { ...f2, fare: '9' }, { ...f3, fare: '8' }, f4)],
  [
    '1 row added in fares, 1 row removed in fares',
    fares,
    rows(f2, f3, f4, { from: 'N', to: 'N', fare: '7', stops: '7' })
  ],
  ['1 row moved in fares', fares, rows(f4, f1, f2, f3)],
  ['column note added in fares', fares, fares.map((row) => ({ ...row, note: 'x' }))]
])('D8 %s', (line, a, b) => {
  expect(summariseBook(diffBooks(of(a), of(b)))).toBe(line)
})

it('D6 what is no document of sheets is left to the comparison by field', () => {
  const odd: JsonValue[] = [
    1,
    [],
    {},
    { data: [1], total: 1 },
    { ':names': ['a'] },
    { ':names': ['a', 'a'], a: { data: [] } }
  ]
  for (const value of odd) expect(valuesOf(value)).toBeNull()
})
