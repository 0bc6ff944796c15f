import { describe, expect, it } from 'vitest'
import { sameValue } from '../../../../src/common/compare'
import { mergeFiles, type Choice, type FileMerge } from '../../../../src/common/formats'
import type { JsonObject, JsonValue } from '../../../../src/common/schema'
import { forSeeds, type Random } from './random'
import { leavesOf } from './values'

const bytes = (value: JsonValue) => new TextEncoder().encode(JSON.stringify(value))
const merge = (
  base: JsonValue,
  local: JsonValue,
  remote: JsonValue,
  choices = new Map<string, Choice>(),
  isConfig = false
) =>
  mergeFiles(
    { ext: 'json', base: bytes(base), local: bytes(local), remote: bytes(remote) },
    { choices, isConfig }
  )
const valueOf = (merged: FileMerge): JsonValue => JSON.parse(new TextDecoder().decode(merged.bytes))

type Row = Readonly<Record<string, string>>
const sheet = (rows: readonly Row[], more: JsonObject = {}): JsonObject => ({
  ':type': 'sheet',
  ':sheetname': 'data',
  total: rows.length,
  ...more,
  data: rows
})
const book = (sheets: Readonly<Record<string, readonly Row[]>>): JsonObject => ({
  ':type': 'multi-sheet',
  ':names': Object.keys(sheets),
  ...Object.fromEntries(Object.entries(sheets).map(([name, data]) => [name, { total: data.length, data }]))
})
const prices: Row[] = [
  { sku: 'a', name: 'Adult', price: '10' },
  { sku: 'b', name: 'Child', price: '5' },
  { sku: 'c', name: 'Dog', price: '2' }
]
const changed = (rows: readonly Row[], at: number, cells: Row): Row[] =>
  rows.map((row, index) => (index === at ? { ...row, ...cells } : row))

describe('sheets', () => {
  it('MG4 merges cell by cell in rows that are found again by a key column', () => {
    const local = [...changed(prices, 0, { price: '11' }), { sku: 'l', name: 'Bike', price: '3' }]
    const remote = [
      { sku: 'r', name: 'Car', price: '30' },
      ...changed(prices, 0, { name: 'Grown-up' }).slice(0, 2)
    ]
    const result = merge(sheet(prices), sheet(local), sheet(remote))
    expect(result).toMatchObject({ kind: 'sheets', open: 0 })
    expect(valueOf(result)).toEqual(
      sheet([
        { sku: 'r', name: 'Car', price: '30' },
        { sku: 'a', name: 'Grown-up', price: '11' },
        { sku: 'b', name: 'Child', price: '5' },
        { sku: 'l', name: 'Bike', price: '3' }
      ])
    )
  })

  it('MG4 a limit that counts the rows on each side goes on counting them; another one is a setting', () => {
    const more = (letter: string): Row => ({ sku: letter, name: letter, price: '1' })
    const states = [prices, [...prices, more('l')], [more('q'), more('r'), ...prices]]
    const [base = {}, local = {}, remote = {}] = states.map((rows) =>
      sheet(rows, { limit: rows.length, offset: 0 })
    )
    const result = merge(base, local, remote)
    expect(result.open).toBe(0)
    expect(valueOf(result)).toMatchObject({ total: 6, limit: 6, offset: 0 })
    const [one = {}, two = {}, three = {}] = states.map((rows, at) => sheet(rows, { limit: 10 + at }))
    expect(merge(one, two, three).conflicts).toMatchObject([{ local: 11, remote: 12 }])
  })

  it('MG4 asks for a cell that both changed, and names sheet, row and column', () => {
    const states = [prices, changed(prices, 1, { price: '6' }), changed(prices, 1, { price: '7' })].map(
      (rows) => book({ fares: rows, notes: [] })
    )
    const [base, local, remote] = states
    if (!base || !local || !remote) throw new Error('three states')
    const result = merge(base, local, remote)
    expect(result.conflicts).toMatchObject([
      { kind: 'cell', place: { names: ['fares', 'b', 'price'] }, base: '5', local: '6', remote: '7' }
    ])
    const id = result.conflicts[0]?.id ?? ''
    expect(valueOf(merge(base, local, remote, new Map([[id, 'remote']])))).toEqual(remote)
    expect(valueOf(merge(base, local, remote, new Map([[id, 'base']])))).toEqual(base)
  })

  it('MG4 rows without a key are found again by what is in them', () => {
    const rows: Row[] = [
      { day: 'Mon', from: '8', to: '12', place: 'Pier' },
      { day: 'Mon', from: '13', to: '17', place: 'Pier' },
      { day: 'Tue', from: '8', to: '12', place: 'Office' }
    ]
    const result = merge(
      sheet(rows),
      sheet([{ day: 'Sun', from: '9', to: '10', place: 'Pier' }, ...changed(rows, 0, { to: '11' })]),
      sheet(changed(rows, 2, { place: 'Harbour' }))
    )
    expect(result.open).toBe(0)
    expect(valueOf(result)).toMatchObject({
      total: 4,
      data: [
        { day: 'Sun' },
        { day: 'Mon', to: '11' },
        { day: 'Mon', from: '13' },
        { day: 'Tue', place: 'Harbour' }
      ]
    })
  })

  it('MG4 a sheet that one side deleted and the other changed is one conflict', () => {
    const base = book({ fares: prices, notes: [{ note: 'x' }] })
    const result = merge(base, book({ fares: prices }), book({ fares: prices, notes: [{ note: 'y' }] }))
    expect(result.conflicts).toMatchObject([{ kind: 'sheet', place: { names: ['notes'] }, local: undefined }])
    expect(valueOf(result)).toEqual(book({ fares: prices }))
  })

  it('MG5 a config that only the merge makes invalid is a conflict, and can be taken all the same', () => {
    const rule = (path: string): Row => ({ path, actions: 'write', groups: 'a' })
    const base = sheet([rule('CONFIG'), { ...rule('CONFIG'), groups: 'b' }], { ':sheetname': 'permissions' })
    const without = (at: number): JsonObject => {
      const rows = [rule('CONFIG'), { ...rule('CONFIG'), groups: 'b' }].filter((_, index) => index !== at)
      return sheet(rows, { ':sheetname': 'permissions' })
    }
    const result = merge(base, without(0), without(1), new Map(), true)
    expect(result.conflicts).toMatchObject([{ id: '#validity', kind: 'validity' }])
    expect(valueOf(result)).toEqual(without(0))
    expect(valueOf(merge(base, without(0), without(1), new Map([['#validity', 'remote']]), true))).toEqual(
      without(1)
    )
  })
})

describe('properties of merging sheets', () => {
  const rowsOf = (random: Random, keyed: boolean): Row[] =>
    Array.from({ length: random.int(8) }, (_, at) => ({
      ...(keyed && { key: `k${at}` }),
      one: random.pick(['a', 'b', 'c']),
      two: `v${random.int(20)}`,
      three: random.pick(['x', 'y', ''])
    }))
  const edited = (rows: readonly Row[], random: Random, mark: string): Row[] => {
    const result = rows.flatMap((row): Row[] => {
      if (random.chance(0.1)) return []
      const now = random.chance(0.3)
        ? { ...row, [random.pick(['one', 'two'])]: `${mark}${random.int(1000)}` }
        : row
      return random.chance(0.1) ? [now, added(random, mark, rows)] : [now]
    })
    if (result.length > 1 && random.chance(0.15)) result.push(...result.splice(random.int(result.length), 1))
    return random.chance(0.3) ? [...result, added(random, mark, rows)] : result
  }
  const added = (random: Random, mark: string, [like]: readonly Row[]): Row => {
    const text = `${mark}${random.int(100_000)}`
    return { ...(like?.['key'] !== undefined && { key: `key${text}` }), one: text, two: text, three: 'x' }
  }

  it('MG1 MG4 MG6 loses nothing, invents nothing, counts right, and does not care which side is which', () => {
    forSeeds(1_200, (random) => {
      const keyed = random.chance(0.5)
      const rows = { data: rowsOf(random, keyed), more: rowsOf(random, keyed) }
      const side = (mark: string) =>
        book({ data: edited(rows.data, random, mark), more: edited(rows.more, random, mark) })
      const [base, local, remote] = [book(rows), side('L'), side('R')]
      const result = merge(base, local, remote)
      const value = valueOf(result)
      const inResult = leavesOf(value)
      const known = new Set([base, local, remote].flatMap((one) => [...leavesOf(one)]))
      expect([...inResult].filter((leaf) => Number.isNaN(Number(leaf)) && !known.has(leaf))).toEqual([])
      for (const [name, state, mark] of [
        ['local', local, '"L'],
        ['remote', remote, '"R']
      ] as const) {
        const told = new Set(result.conflicts.flatMap((one) => [...leavesOf(one[name])]))
        const fresh = [...leavesOf(state)].filter((leaf) => leaf.startsWith(mark))
        expect(fresh.filter((leaf) => !inResult.has(leaf) && !told.has(leaf))).toEqual([])
      }
      for (const one of ['data', 'more']) {
        const { total, data } = JSON.parse(JSON.stringify(value))[one]
        expect(total).toBe(data.length)
      }
      const turned = merge(base, remote, local)
      expect(turned.open).toBe(result.open)
      if (result.open === 0) expect(sameValue(valueOf(turned), value)).toBe(true)
      expect(sameValue(valueOf(merge(base, local, base)), local)).toBe(true)
      const other = book({ data: edited(rows.data, random, 'R'), more: rows.more })
      const apart = merge(base, book({ data: rows.data, more: edited(rows.more, random, 'L') }), other)
      expect(apart.open).toBe(0)
    })
  })
})
