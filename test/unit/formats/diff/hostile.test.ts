import { valuesOf } from '../sheet/values-of'
import { describe, expect, it } from 'vitest'
import {
  applyJson,
  diffHtml,
  diffJson,
  diffText,
  diffBooks,
  performDiff,
  sameValue,
  type BookValues
} from '../../../../src/common/compare'
import type { JsonObject, JsonValue } from '../../../../src/common/schema'

/** Far above what any of these takes, far below what one that grows with the square would. */
const BOUND = 25_000
const within = (work: () => void) => {
  const start = performance.now()
  work()
  expect(performance.now() - start).toBeLessThan(BOUND)
}
const many = <T>(count: number, item: (at: number) => T) => Array.from({ length: count }, (_, at) => item(at))
const deep = (leaf: JsonValue, note: (at: number) => JsonValue) => {
  let value = leaf
  for (let at = 0; at < 10_000; at += 1) value = at % 2 ? { a: value, x: note(at) } : [value, at]
  return value
}

describe('hostile input ends in bounded time', () => {
  it('D9 JSON 10,000 levels deep, changed at every level', () => {
    within(() => {
      const [a, b] = [deep(1, (at) => at), deep(2, (at) => at + 1)]
      const diff = diffJson(a, b)
      expect(sameValue(applyJson(a, diff), b)).toBe(true)
      expect(
        diffJson(
          a,
          deep(1, (at) => at)
        )
      ).toEqual([])
    })
  })

  it.each<[string, JsonValue, JsonValue]>([
    ['100,000 equal items', many(100_000, () => ({ x: 1 })), many(99_990, () => ({ x: 1 }))],
    [
      '100,000 clashing ids',
      many(100_000, (at) => ({ id: at % 3, v: at })),
      many(100_000, (at) => ({ id: at % 5, v: at * 2 }))
    ],
    ['two values in turns', many(100_000, (at) => at % 2), many(100_000, (at) => ((at * 7) % 3) % 2)],
    ['nothing in common', many(100_000, (at) => `a${at}`), many(100_000, (at) => `b${at}`)],
    ['a text of 1 MB', { a: 'x'.repeat(1e6) }, { a: `${'x'.repeat(1e6)}y` }],
    [
      'a key of 1 MB',
      { ['k'.repeat(1e6)]: many(1000, (at) => ({ id: at, n: 1 })) },
      { ['k'.repeat(1e6)]: many(1000, (at) => ({ id: at, n: 2 })) }
    ]
  ])('D9 JSON: %s', (_, a, b) => {
    within(() => expect(sameValue(applyJson(a, diffJson(a, b)), b)).toBe(true))
  })

  it('D9 a sheet of 100,000 equal rows, and one of clashing keys', () => {
    const of = (data: readonly JsonObject[]): BookValues => {
      const book = valuesOf({ ':type': 'sheet', total: data.length, data })
      if (!book) throw new Error('no sheet')
      return book
    }
    const equal = many(100_000, () => ({ a: 'x', b: '' }))
    within(() => {
      const [change] = diffBooks(of(equal), of(equal.slice(7))).sheets
      expect(change).toMatchObject({ kind: 'changed', diff: { cells: [] } })
      diffBooks(
        of(many(50_000, (at) => ({ id: String(at % 7) }))),
        of(many(50_000, (at) => ({ id: String(at % 5) })))
      )
    })
  })

  it('D9 pages: a word of 1 MB, 100,000 words, as deep as browsers build them', () => {
    within(() => {
      diffHtml(
        `<main><div><p>${'x'.repeat(1e6)}</p></div></main>`,
        `<main><div><p>${'x'.repeat(1e6)}y</p></div></main>`
      )
      const words = (step: number) => many(100_000, (at) => `w${(at * step) % 977}`).join(' ')
      diffHtml(`<p>${words(1)}</p>`, `<p>${words(3)}</p>`)
      diffHtml(`${'<div>'.repeat(510)}a`, `${'<div>'.repeat(510)}b`)
      expect(() => diffHtml(`${'<div>'.repeat(10_000)}a`, 'b')).toThrow('at most 512 levels of nesting')
    })
  })

  it('D9 misnested formatting that multiplies elements is refused, not followed', () => {
    const bomb = '<p>' + many(400, (at) => `<b id="${at}">`).join('') + '<p>x'.repeat(3000)
    expect(() => diffHtml(bomb, 'x')).toThrow('formatting that is never closed')
  })

  it('D9 texts without a line in common', () => {
    within(() => {
      const lines = (sign: string) => many(100_000, (at) => `${sign}${at}`).join('\n')
      expect(diffText(lines('a'), lines('b'))).toHaveLength(1)
    })
  })
})

describe('a comparison that nobody waits for', () => {
  const [a, b] = [many(50_000, (at) => `a${at}`), many(50_000, (at) => `b${at}`)]

  it('D10 ends when it is told to', () => {
    let asked = 0
    expect(() => diffJson(a, b, { shouldStop: () => (asked += 1) > 3 })).toThrow('stopped')
    expect(asked).toBe(4)
  })

  it('D10 ends at its deadline', () => {
    expect(() => diffJson(a, b, { deadline: Date.now() - 1 })).toThrow('stopped')
    expect(() => diffHtml(a.join(' '), b.join(' '), { deadline: Date.now() - 1 })).toThrow('stopped')
  })

  it.each([
    ['json', { kind: 'field', pointer: '/a' }, ['{"a":[1]}', '{"a":[2]}']],
    [
      'json',
      { kind: 'cell', sheet: 'data', row: 0, column: 'a' },
      ['1', '2'].map((a) => `{":type":"sheet","total":1,"data":[{"a":"${a}"}]}`)
    ],
    ['page', { kind: 'block', index: 0 }, ['<p>one</p><p>one</p>', '<p>one</p><p>one</p><p>two</p>']]
  ] as const)(
    'D10 asking who changed something ends when it is told to (%s, %o)',
    (format, place, states) => {
      const job = { kind: 'trace', format, place, states } as const
      expect(() => performDiff(job, { shouldStop: () => true })).toThrow('stopped')
    }
  )
})
