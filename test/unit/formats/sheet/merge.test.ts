import { fc } from '../../../support/properties'
import { describe, expect, it } from 'vitest'
import { mergeTexts } from '../../../../src/common/formats/merge'

const joined = (base: string, local: string, remote: string): string | null => {
  const { text, open } = mergeTexts('json', { base, local, remote })
  return open === 0 ? text : null
}
type Rows = readonly Readonly<Record<string, unknown>>[]
const file = (data: Rows, more: object = {}) =>
  JSON.stringify(
    { ':type': 'sheet', ':sheetname': 'x', total: data.length, limit: data.length, data, ...more },
    null,
    2
  )
const parsed = (text: string | null) =>
  text === null ? null : (JSON.parse(text) as { total: number; data: Rows })

const base = [
  { who: 'Adult', price: '9' },
  { who: 'Child', price: '4' },
  { who: 'Islander', price: '5' }
]
const changed = (index: number, change: object): Rows =>
  base.map((row, at) => (at === index ? { ...row, ...change } : row))

describe('two people’s changes to one sheet', () => {
  it('SH9 other cells of one row, and rows added by both, are joined; total is right', () => {
    const mine = [{ who: 'Dog', price: '1' }, ...changed(1, { who: 'Young' })]
    const theirs = [...changed(1, { price: '3' }), { who: 'Bicycle', price: '2' }]
    const merged = parsed(joined(file(base), file(mine), file(theirs)))
    expect(merged?.data).toEqual([
      { who: 'Dog', price: '1' },
      { who: 'Adult', price: '9' },
      { who: 'Young', price: '3' },
      { who: 'Islander', price: '5' },
      { who: 'Bicycle', price: '2' }
    ])
    expect(merged?.total).toBe(5)
  })

  it('SH9 the same cell changed by both, and a changed row that the other deleted, are left to a person', () => {
    const merge = (mine: Rows, theirs: Rows) => joined(file(base), file(mine), file(theirs))
    expect(merge(changed(0, { price: '1' }), changed(0, { price: '2' }))).toBeNull()
    expect(merge(changed(0, { price: '1' }), changed(0, { price: '1' }))).not.toBeNull()
    expect(merge(base.slice(1), changed(0, { price: '2' }))).toBeNull()
    expect(parsed(merge(base.slice(1), changed(2, { price: '2' })))?.data).toEqual([
      base[1],
      { ...base[2], price: '2' }
    ])
  })

  it('SH9 a column that one of them renamed or added takes along the cells of the other', () => {
    const renamed = base.map(({ who, price }) => ({ who, fare: price, note: '' }))
    const cells = parsed(joined(file(base), file(changed(1, { who: 'Young' })), file(renamed)))
    expect(cells?.data[1]).toEqual({ who: 'Young', fare: '4', note: '' })
    const columns = parsed(joined(file(base), file(renamed), file(changed(1, { who: 'Young' }))))
    expect(columns?.data[1]).toEqual({ who: 'Young', fare: '4', note: '' })
    expect(joined(file(base), file(renamed), file(changed(1, { price: '7' })))).toBeNull()
    const less = parsed(joined(file(base), file(renamed), file(base.map(({ price }) => ({ price })))))
    expect(less?.data[1]).toEqual({ fare: '4', note: '' })
  })

  it('SH9 what only one of them changed is taken as it stands; a text that is no sheet is not merged', () => {
    const row = fc.record({ a: fc.constantFrom('1', '2'), b: fc.constantFrom('x', 'y') })
    const rows = fc.array(row, { maxLength: 6 })
    fc.assert(
      fc.property(rows, rows, (old, now) => {
        expect(parsed(joined(file(old), file(now), file(old)))?.data).toEqual(now)
        expect(parsed(joined(file(old), file(old), file(now)))?.data).toEqual(now)
      })
    )
    expect(joined(file(base), '{', file(changed(0, { price: '2' })))).toBeNull()
  })
})
