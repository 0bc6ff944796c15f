import { describe, expect, it } from 'vitest'
import { compareStructure, performDiff } from '../../../../src/common/compare'
import { createWalk } from '../../../../src/renderer/src/features/blame/walk'
import { fieldItems } from '../../../../src/renderer/src/engines/diff-views/changes/field-items'
import { countsOf } from '../../../../src/renderer/src/engines/diff-views/changes/items'
import { sheetItems } from '../../../../src/renderer/src/engines/diff-views/changes/sheet-items'

const sheet = (data: readonly object[]) => JSON.stringify({ ':type': 'sheet', total: data.length, data })

function sheetsOf(before: readonly object[], after: readonly object[]) {
  const structure = compareStructure(sheet(before), sheet(after), 'json')
  if (structure.kind !== 'sheets') throw new Error('no sheets')
  return sheetItems(structure.comparison)
}

const rows = (count: number) => Array.from({ length: count }, (_, at) => ({ id: `r${at}`, price: `${at}` }))

describe('the changes that are shown', () => {
  it('D12 rows stand in order with what is unchanged counted between them', () => {
    const before = rows(10)
    const after = before
      .filter(({ id }) => id !== 'r4')
      .map((row) => (row.id === 'r7' ? { ...row, price: '70' } : row))
    const { sheets, items } = sheetsOf(before, [...after, { id: 'new', price: '1' }])
    expect(
      sheets[0]?.rows.map((row) => (row.kind === 'gap' ? row.count : `${row.kind} ${row.number}`))
    ).toEqual([4, 'removed 5', 2, 'changed 7', 2, 'added 10'])
    expect(items.map(({ title, words }) => `${title}: ${words}`)).toEqual([
      'Row 5: r4 · 4',
      'Row 7 · price: 7 → 70',
      'Row 10: new · 1'
    ])
    expect(countsOf(items)).toEqual([
      { kind: 'added', count: 1 },
      { kind: 'removed', count: 1 },
      { kind: 'changed', count: 1 }
    ])
  })

  it('D12 a column that came is one change, and its cells are none', () => {
    const before = rows(3)
    const { sheets, items } = sheetsOf(
      before,
      before.map((row) => ({ ...row, season: 'all' }))
    )
    expect(items.map(({ title, kind }) => [title, kind])).toEqual([['Column season', 'added']])
    expect(sheets[0]?.rows.map(({ kind }) => kind)).toEqual(['same', 'same', 'same'])
    expect(sheets[0]?.columns.at(-1)).toMatchObject({ name: 'season', kind: 'added' })
  })

  it('D12 fields are called by their path, and say what can be done with them', () => {
    const structure = compareStructure(
      '{"crew":[{"id":1,"role":"mate"}]}',
      '{"crew":[{"id":1,"role":"cook"}]}',
      'json'
    )
    if (structure.kind !== 'fields') throw new Error('no fields')
    const [item] = fieldItems(structure.groups)
    expect(item).toMatchObject({
      title: 'crew › 1 › role',
      kind: 'changed',
      words: 'mate → cook',
      blame: { in: 'after', place: { kind: 'field', pointer: '/crew/0/role' } }
    })
    expect(item?.restore.map(({ label }) => label)).toEqual(['Restore this field'])
  })

  it('D11 walks back to the state that changed something, in stretches that grow', async () => {
    const states = ['{"a":1,"b":3}', '{"a":1,"b":2}', '{"a":1,"b":2}', '{"a":0,"b":2}', '{"a":0,"b":1}']
    const { walk, loaded } = walkOver(states, '/a')
    expect(await walk.go(new AbortController().signal, () => {})).toEqual({ last: 2, ended: 'changed' })
    expect(loaded()).toBe(4)
    const other = walkOver(states, '/b')
    expect(await other.walk.go(new AbortController().signal, () => {})).toEqual({ last: 0, ended: 'changed' })
    expect(other.loaded()).toBe(2)
    const same = walkOver(Array<string>(1_000).fill('{"a":1}'), '/a')
    const told: number[] = []
    expect(await same.walk.go(new AbortController().signal, (looked) => told.push(looked))).toEqual({
      last: 999,
      ended: 'no-more'
    })
    expect(told.at(-1)).toBe(1_000)
    expect(told.length).toBeLessThan(40)
  })

  it('D11 a search that is stopped goes on from where it was', async () => {
    const states = [...Array<string>(300).fill('{"a":1}'), '{"a":0}']
    const { walk, loaded } = walkOver(states, '/a')
    const stop = new AbortController()
    const going = walk.go(stop.signal, (looked) => looked > 100 && stop.abort())
    await expect(going).rejects.toThrow()
    const before = loaded()
    expect(before).toBeLessThan(250)
    expect(await walk.go(new AbortController().signal, () => {})).toEqual({ last: 299, ended: 'changed' })
    expect(loaded()).toBe(301)
  })
})

function walkOver(texts: readonly string[], pointer: string) {
  let loaded = 0
  const states = texts.map((text) => ({ load: () => Promise.resolve((loaded++, text)) }))
  const walk = createWalk(states, { kind: 'field', pointer }, async (stretch, place) =>
    performDiff({ kind: 'trace', states: stretch, format: 'json', place })
  )
  return { walk, loaded: () => loaded }
}
