import { describe, expect, it } from 'vitest'
import { sameValue } from '../../../../src/common/compare'
import { mergeFiles, type Choice, type Conflict, type FileMerge } from '../../../../src/common/formats'
import type { JsonValue } from '../../../../src/common/schema'
import { forSeeds } from './random'
import { anyJson, editedJson, leavesOf } from './values'

const bytes = (value: JsonValue) => new TextEncoder().encode(JSON.stringify(value))
const valueOf = (merge: FileMerge): JsonValue => JSON.parse(new TextDecoder().decode(merge.bytes))
const merge = (base: JsonValue, local: JsonValue, remote: JsonValue, choices?: ReadonlyMap<string, Choice>) =>
  mergeFiles(
    { ext: 'json', base: bytes(base), local: bytes(local), remote: bytes(remote) },
    choices ? { choices } : {}
  )
const merged = (base: JsonValue, local: JsonValue, remote: JsonValue) => {
  const result = merge(base, local, remote)
  expect(result.conflicts).toEqual([])
  return valueOf(result)
}
const all = (conflicts: readonly Conflict[], choice: Choice) =>
  new Map(conflicts.map(({ id }) => [id, choice] as const))

describe('JSON by key', () => {
  it('MG2 takes what each side changed, member by member', () => {
    expect(
      merged({ a: 1, b: { c: 2, d: 3 } }, { a: 1, b: { c: 9, d: 3 } }, { a: 5, b: { c: 2 }, e: 6 })
    ).toEqual({
      a: 5,
      b: { c: 9 },
      e: 6
    })
  })

  it('MG2 addresses a conflict by pointer, with all three values, and keeps the local one in place', () => {
    const result = merge({ a: { 'b/c': 1 } }, { a: { 'b/c': 2 } }, { a: { 'b/c': 3 } })
    expect(result.open).toBe(1)
    expect(result.conflicts).toEqual([
      {
        id: '/a/b~1c',
        kind: 'field',
        place: { at: '/a/b~1c', names: ['a', 'b/c'] },
        base: 1,
        local: 2,
        remote: 3,
        choices: ['local', 'remote', 'base'],
        choice: null
      }
    ])
    expect(valueOf(result)).toEqual({ a: { 'b/c': 2 } })
    const taken = (choice: Choice) =>
      valueOf(
        merge({ a: { 'b/c': 1 } }, { a: { 'b/c': 2 } }, { a: { 'b/c': 3 } }, new Map([['/a/b~1c', choice]]))
      )
    expect([taken('local'), taken('remote'), taken('base')]).toEqual([
      { a: { 'b/c': 2 } },
      { a: { 'b/c': 3 } },
      { a: { 'b/c': 1 } }
    ])
  })

  it('MG6 a member deleted on one side and changed on the other is a conflict', () => {
    const result = merge({ a: { b: 1 }, c: 1 }, { c: 1 }, { a: { b: 2 }, c: 1 })
    expect(result.conflicts).toMatchObject([{ id: '/a', local: undefined, remote: { b: 2 } }])
    expect(valueOf(result)).toEqual({ c: 1 })
  })
})

describe('lists', () => {
  it('MG3 finds items again by their id, whatever moved, came and went', () => {
    expect(
      merged(
        [
          { id: 1, t: 'a' },
          { id: 2, t: 'b' },
          { id: 3, t: 'c' }
        ],
        [
          { id: 3, t: 'c' },
          { id: 1, t: 'a' },
          { id: 2, t: 'B' },
          { id: 4, t: 'd' }
        ],
        [
          { id: 1, t: 'A' },
          { id: 2, t: 'b' },
          { id: 3, t: 'c' },
          { id: 5, t: 'e' }
        ]
      )
    ).toEqual([
      { id: 3, t: 'c' },
      { id: 5, t: 'e' },
      { id: 1, t: 'A' },
      { id: 2, t: 'B' },
      { id: 4, t: 'd' }
    ])
  })

  it('MG3 joins what both added to a list of texts', () => {
    expect(merged(['red', 'blue'], ['red', 'blue', 'green'], ['blue', 'pink'])).toEqual([
      'blue',
      'green',
      'pink'
    ])
  })

  it('MG3 never makes two of one item that both renamed', () => {
    expect(merge(['Monday'], ['Tuesday'], ['Wednesday']).conflicts).toMatchObject([{ kind: 'list', id: '' }])
    expect(
      merge([{ name: 'a', x: 1 }], [{ name: 'b', x: 1 }], [{ name: 'c', x: 1 }]).conflicts
    ).toMatchObject([{ kind: 'field', local: 'b', remote: 'c' }])
  })

  it('MG3 merges lists without ids by their longest runs, and never a pair of numbers into three', () => {
    expect(merged([1, 1, 2, 2], [9, 1, 1, 2, 2], [1, 1, 2, 2, 8])).toEqual([9, 1, 1, 2, 2, 8])
    expect(merge([1, 2], [1, 3], [1, 4])).toMatchObject({ conflicts: [{ kind: 'list', base: [1, 2] }] })
    expect(
      merged(
        [
          { x: 1, y: 1, z: 1 },
          { x: 1, y: 2, z: 1 }
        ],
        [
          { x: 7, y: 1, z: 1 },
          { x: 1, y: 2, z: 1 }
        ],
        [
          { x: 1, y: 1, z: 8 },
          { x: 1, y: 2, z: 1 }
        ]
      )
    ).toEqual([
      { x: 7, y: 1, z: 8 },
      { x: 1, y: 2, z: 1 }
    ])
  })
})

describe('what cannot be merged without loss', () => {
  const whole = (base: string, local: string, remote: string) =>
    mergeFiles({
      ext: 'json',
      base: new TextEncoder().encode(base),
      local: new TextEncoder().encode(local),
      remote: new TextEncoder().encode(remote)
    })
  it.each([
    [
      'a number that a computer rounds',
      '{"a":12345678901234567890,"b":1}',
      '{"a":12345678901234567890,"b":2}'
    ],
    ['a member twice', '{"a":1,"a":2,"b":1}', '{"a":1,"a":2,"b":2}'],
    ['no JSON', '{"a":', '{"a":,']
  ])('MG7 %s', (_, base, local) => {
    const result = whole(base, local, '{"c":1}')
    expect(result).toMatchObject({ kind: 'whole', open: 1, conflicts: [{ id: '#file' }] })
    expect(new TextDecoder().decode(result.bytes)).toBe(local)
  })

  it('MG7 such a text is merged line by line where no lines meet, and where it stays JSON', () => {
    const lines = (...all: string[]) => `{\n${all.join(',\n')}\n}`
    const text = (merge: FileMerge) => new TextDecoder().decode(merge.bytes)
    const number = '"n":12345678901234567890'
    const result = whole(
      lines(number, '"a":1', '"b":1'),
      lines(number, '"a":2', '"b":1'),
      lines('"m":1', number, '"a":1', '"b":1')
    )
    expect(result).toMatchObject({ kind: 'text', open: 0 })
    expect(text(result)).toBe(lines('"m":1', number, '"a":2', '"b":1'))
    // somebody is typing
    expect(text(whole('{\n"a":1\n,\n"b":1\n}', '{\n"a":\n,\n"b":1\n}', '{\n"a":1\n,\n"b":2\n}'))).toBe(
      '{\n"a":\n,\n"b":2\n}'
    )
    const twice = whole(
      lines(number, '"b":1'),
      lines('"a":1', number, '"b":1'),
      lines(number, '"b":1', '"a":1')
    )
    expect(twice).toMatchObject({ kind: 'whole', open: 1 })
  })

  it('MG1 JSON keeps every sign that nobody changed: numbers, escapes, blanks, the order of members', () => {
    const state = (a: number, b: string) =>
      `{ "z": 1.50, "10": "\\u00e9",\r\n  "a":   ${a}, "list": [1.0, 2e1,\r\n ${b}] }\r\n`
    const result = whole(state(1, '3'), state(2, '3'), state(1, '4'))
    expect(result).toMatchObject({ kind: 'json', open: 0 })
    expect(new TextDecoder().decode(result.bytes)).toBe(state(2, '4'))
  })

  it('MG7 writes with the local indentation, line ends and all', () => {
    const text = (value: JsonValue) => new TextEncoder().encode(`${JSON.stringify(value, null, 4)}\n`)
    const result = mergeFiles({
      ext: 'json',
      base: text({ a: 1, b: 1 }),
      local: text({ a: 2, b: 1 }),
      remote: bytes({ a: 1, b: 2 })
    })
    expect(new TextDecoder().decode(result.bytes)).toBe('{\n    "a": 2,\n    "b": 2\n}\n')
  })
})

describe('properties of merging JSON', () => {
  const states = (random: Parameters<typeof anyJson>[0]) => {
    const base: JsonValue = {
      one: anyJson(random),
      two: anyJson(random),
      list: [anyJson(random), anyJson(random)]
    }
    return { base, local: editedJson(base, random, 'L'), remote: editedJson(base, random, 'R') }
  }

  it('MG1 what only one side changed is taken as it is, also beside changes of the other', () => {
    forSeeds(4_000, (random) => {
      const [a, b] = [anyJson(random), anyJson(random)]
      const [a2, b2] = [editedJson(a, random, 'L'), editedJson(b, random, 'R')]
      const result = merge({ a, b }, { a: a2, b }, { a, b: b2 })
      expect(result.conflicts).toEqual([])
      expect(sameValue(valueOf(result), { a: a2, b: b2 })).toBe(true)
    })
  })

  it('MG1 MG6 loses nothing, invents nothing, and does not care which side is which', () => {
    forSeeds(4_000, (random) => {
      const { base, local, remote } = states(random)
      const result = merge(base, local, remote)
      const value = valueOf(result)
      const inResult = leavesOf(value)
      const known = new Set([base, local, remote].flatMap((one) => [...leavesOf(one)]))
      expect([...inResult].filter((leaf) => !known.has(leaf))).toEqual([])
      const inBase = leavesOf(base)
      for (const [side, state] of [
        ['local', local],
        ['remote', remote]
      ] as const) {
        const told = new Set(result.conflicts.flatMap((one) => [...leavesOf(one[side])]))
        const names = new Set(result.conflicts.flatMap((one) => one.place.names.map((name) => `key ${name}`)))
        const fresh = [...leavesOf(state)].filter((leaf) => !inBase.has(leaf) && !names.has(leaf))
        expect(fresh.filter((leaf) => !inResult.has(leaf) && !told.has(leaf))).toEqual([])
      }
      const turned = merge(base, remote, local)
      expect(new Set(turned.conflicts.map(({ id }) => id))).toEqual(
        new Set(result.conflicts.map(({ id }) => id))
      )
      if (result.open === 0) expect(sameValue(valueOf(turned), value)).toBe(true)
      const mine = merge(base, local, remote, all(result.conflicts, 'local'))
      expect(mine.open).toBe(0)
      expect(sameValue(valueOf(mine), value)).toBe(true)
      const theirs = merge(base, local, remote, all(result.conflicts, 'remote'))
      const turnedMine = merge(base, remote, local, all(result.conflicts, 'local'))
      expect(theirs.open).toBe(0)
      expect(sameValue(valueOf(theirs), valueOf(turnedMine))).toBe(true)
    })
  })
})
