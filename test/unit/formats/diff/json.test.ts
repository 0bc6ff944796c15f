import { fc } from '../../../support/properties'
import { describe, expect, it } from 'vitest'
import { applyJson, diffJson, invertJson, restoreJson, sameValue } from '../../../../src/common/compare'
import type { JsonValue } from '../../../../src/common/schema'
import { seed } from '../../schema/seed'
import { twoStates } from './values'

const runs = (name: string) => ({ numRuns: 2000, seed: seed(name) })
const kinds = (a: JsonValue, b: JsonValue) =>
  diffJson(a, b).map((change) => {
    const { kind } = change
    if (kind === 'replaced' || kind === 'moved') return `${kind} ${change.at.before} ${change.at.after}`
    return `${kind} ${change.at}`
  })

describe('what holds for any two JSON values', () => {
  it('D1 what leads from one to the other, applied, gives the other', () => {
    fc.assert(
      fc.property(twoStates, ([a, b]) => sameValue(applyJson(a, diffJson(a, b)), b)),
      runs('apply')
    )
  })

  it('D2 nothing leads from a value to itself, whatever the order of its members', () => {
    fc.assert(
      fc.property(twoStates, ([a]) => {
        expect(diffJson(a, turned(JSON.parse(JSON.stringify(a))))).toEqual([])
      }),
      runs('itself')
    )
  })

  it('D3 turned round, it leads back', () => {
    fc.assert(
      fc.property(twoStates, ([a, b]) => sameValue(applyJson(b, invertJson(diffJson(a, b))), a)),
      runs('back')
    )
  })

  it('D3 turned round twice, it is what it was', () => {
    fc.assert(
      fc.property(twoStates, ([a, b]) => {
        const diff = diffJson(a, b)
        expect(invertJson(invertJson(diff))).toEqual(diff)
      }),
      runs('twice')
    )
  })

  it('D5 taking back one change after another ends at the older value', () => {
    fc.assert(
      fc.property(twoStates, fc.nat(), ([before, newer], pick) => {
        let after = newer
        for (let round = 0; round < 400; round += 1) {
          const diff = diffJson(before, after)
          const change = diff[(pick + round) % Math.max(1, diff.length)]
          if (!change) return
          after = restoreJson({ before, after, diff }, change)
        }
        expect(after).toEqual(before)
      }),
      runs('restore')
    )
  })
})

/** The same value with the members of every object in the other order. */
function turned(value: JsonValue): JsonValue {
  if (Array.isArray(value)) return value.map(turned)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value)
      .reverse()
      .map(([key, item]) => [key, turned(item)])
  )
}

describe('what is told', () => {
  it('D1 names the field, not the whole document', () => {
    expect(kinds({ a: { price: 12, b: 1 } }, { a: { price: 15, b: 1 } })).toEqual([
      'replaced /a/price /a/price'
    ])
  })

  it('D1 tells a member that went and one that came', () => {
    expect(kinds({ a: 1, 'x/y': 2 }, { a: 1, '~': 2 })).toEqual(['removed /x~1y', 'added /~0'])
  })

  it('D4 finds an item again by its id, and tells the one that moved only', () => {
    const items = [1, 2, 3, 4, 5].map((id) => ({ id, text: 'the same' }))
    const [first, ...rest] = items
    expect(kinds(items, [...rest, first ?? null])).toEqual(['moved /0 /4'])
  })

  it('D4 tells what changed in an item that moved', () => {
    const a = [
      { id: 'x', n: 1 },
      { id: 'y', n: 1 },
      { id: 'z', n: 1 }
    ]
    expect(kinds(a, [{ id: 'z', n: 2 }, ...a.slice(0, 2)])).toEqual(['moved /2 /0', 'replaced /2/n /0/n'])
  })

  it('D4 finds items without id by content, and by likeness when they changed', () => {
    const a = [
      { from: 'A', to: 'B', fare: 1, stops: 2 },
      { from: 'C', to: 'D', fare: 1, stops: 3 }
    ]
    const b = [
      { from: 'X', to: 'Y', fare: 7, stops: 9 },
      a[0] ?? null,
      { from: 'C', to: 'D', fare: 2, stops: 3 }
    ]
    expect(kinds(a, b)).toEqual(['replaced /1/fare /2/fare', 'added /0'])
  })

  it('D4 a name that was corrected is a change of the name', () => {
    const a = [
      { name: 'Tern', crew: 4, mast: 'oak', year: 1932 },
      { name: 'Gull', crew: 2, mast: 'fir', year: 1950 }
    ]
    const b = a.map((item) => (item.name === 'Tern' ? { ...item, name: 'Arctic Tern' } : item))
    expect(kinds(a, b)).toEqual(['replaced /0/name /0/name'])
  })

  it('D4 ids that clash are no ids', () => {
    const a = [
      { id: 1, t: 'a' },
      { id: 1, t: 'b' }
    ]
    expect(kinds(a, [...a, { id: 1, t: 'c' }])).toEqual(['added /2'])
  })

  it('D4 a single value in a list gives way to another in its place', () => {
    expect(kinds({ tags: ['red', 'blue'] }, { tags: ['red', 'green'] })).toEqual(['replaced /tags/1 /tags/1'])
    expect(kinds(['red', 'blue'], ['red', 'green', 'blue', 'pink'])).toEqual(['added /1', 'added /3'])
  })
})

describe('taking back one change', () => {
  const before = { crew: [{ id: 1 }, { id: 2 }, { id: 3 }], title: 'old', kept: 1 }
  const after = { crew: [{ id: 0 }, { id: 1 }, { id: 3 }], title: 'new', kept: 1, more: true }
  const diff = diffJson(before, after)
  const restored = (kind: string) => {
    const change = diff.find((one) => one.kind === kind)
    if (!change) throw new Error(`no ${kind}`)
    return restoreJson({ before, after, diff }, change)
  }

  it('D5 a removed item stands behind its old neighbour again', () => {
    expect(restored('removed')).toEqual({ ...after, crew: [{ id: 0 }, { id: 1 }, { id: 2 }, { id: 3 }] })
  })

  it('D5 a field has its old value, and nothing else is touched', () => {
    expect(restored('replaced')).toEqual({ ...after, title: 'old' })
  })

  it('D5 an item that came is gone', () => {
    expect(restored('added')).toEqual({ ...after, crew: [{ id: 1 }, { id: 3 }] })
  })
})

it('D1 changes made from another state are refused', () => {
  const diff = diffJson({ a: 1, l: [1] }, { a: 2, l: [1, 2] })
  expect(() => applyJson({ a: 3, l: [1] }, diff)).toThrow('another state')
  expect(() => applyJson({ a: 1 }, diff)).toThrow('another state')
})
