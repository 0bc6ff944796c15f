import { describe, expect, it } from 'vitest'
import { readQuestion, type Question } from '../../../src/common/search/question'
import { distanceOf } from '../../../src/common/search/slips'
import { fc } from '../../support/properties'

const now = new Date(2026, 9, 15, 12).getTime()
const read = (typed: string) => readQuestion(typed, now)
const shape = ({ clauses }: Question) =>
  clauses.map((clause) =>
    clause
      .map(({ not, atom }) => {
        const sign = not ? '-' : ''
        if (atom.kind === 'words') return `${sign}${atom.text}${atom.isBeginning ? '*' : ''}`
        return `${sign}${atom.filter.name}`
      })
      .join(' OR ')
  )
const notes = (typed: string) => read(typed).notes.map(({ kind, start, end }) => [kind, start, end])

describe('a question', () => {
  it('FI3: terms all hold, OR binds tighter, the last one is a beginning while it is typed', () => {
    expect(shape(read('ferry OR boat timetable'))).toEqual(['ferry OR boat', 'timetable*'])
    expect(shape(read('ferry timetable '))).toEqual(['ferry', 'timetable'])
    expect(shape(read('"summer ferry" -winter path:/help'))).toEqual(['summer ferry', '-winter', 'path'])
    expect(shape(read('OR ferry OR'))).toEqual(['OR', 'ferry'])
    expect(shape(read('a OR -b'))).toEqual(['a OR -b*'])
    expect(shape(read('well-known - x'))).toEqual(['well-known', 'x*'])
  })

  it('FI3: a pattern ends with a slash, counts for nothing, and is told; paths are words', () => {
    expect(shape(read('/offers/summer'))).toEqual(['/offers/summer*'])
    expect(shape(read('//host/x'))).toEqual(['//host/x*'])
    for (const pattern of ['/[A-Z]{2}-5+/i', '/a b/', '/[/]x/', '-/x/s', '/(/', '/x/ in:all']) {
      const { isEmpty, clauses } = read(pattern)
      expect({ isEmpty, clauses }, pattern).toEqual({ isEmpty: true, clauses: [] })
      expect(notes(pattern)[0]?.[0], pattern).toBe('pattern')
    }
    expect(notes('/(/')).toEqual([
      ['pattern', 0, 3],
      ['no-words', 0, 3]
    ])
    expect(notes('ferry /a b/')).toEqual([['pattern', 6, 11]])
  })

  it('FI3: a term that counts for nothing leaves the others what they are', () => {
    expect(shape(read('ferry /x/ OR boat '))).toEqual(['ferry', 'boat'])
    expect(shape(read('ferry OR /x/ OR boat '))).toEqual(['ferry OR boat'])
    expect(shape(read('ferry in:everywhere OR boat '))).toEqual(['ferry', 'boat'])
  })

  it('FI3: filters are read, and what they cannot be is told where it stands', () => {
    expect(shape(read('kind:pages,sheet by:mara is:live tag:"summer sun"'))).toEqual([
      'kind',
      'by',
      'is',
      'tag'
    ])
    expect(notes('ferry changed:2026-13')).toEqual([['bad-value', 6, 21]])
    expect(notes('ferry kind:thing')).toEqual([['bad-value', 6, 16]])
    expect(read('knid:page').notes).toEqual([{ kind: 'unknown-filter', start: 0, end: 5, meant: 'kind' }])
    expect(shape(read('knid:page'))).toEqual(['knid:page*'])
    expect(notes('https://example.com 12:30 note:')).toEqual([])
    expect(notes('kind:')).toEqual([['no-words', 0, 5]])
    expect(read('x in:everywhere').place).toBe('everywhere')
    expect(notes('x in:nowhere')).toEqual([['bad-value', 2, 12]])
  })

  it('FI3: dates are days of this computer', () => {
    const when = (value: string) => {
      const atom = read(`changed:${value}`).clauses[0]?.[0]?.atom
      return atom?.kind === 'filter' && atom.filter.name === 'changed' ? atom.filter.when : null
    }
    const day = (...parts: [number, number, number]) => new Date(...parts).getTime()
    expect(when('2026-10')).toEqual({ from: day(2026, 9, 1), to: day(2026, 10, 1) })
    expect(when('2026-10-01..2026-10-31')).toEqual({ from: day(2026, 9, 1), to: day(2026, 10, 1) })
    expect(when('yesterday')).toEqual({ from: day(2026, 9, 14), to: day(2026, 9, 15) })
    expect(when('>2026-10-01')).toEqual({ from: day(2026, 9, 2), to: Infinity })
    expect(when('<=2026-10-01')).toEqual({ from: -Infinity, to: day(2026, 9, 2) })
    expect(when('7d')).toEqual({ from: new Date(2026, 9, 8, 12).getTime(), to: Infinity })
    expect(when('2026-02-30')).toBeNull()
  })

  it('FI3: an open quote, only what is absent, no words, too much: each is told', () => {
    expect(notes('"summer fer')).toEqual([['open-quote', 0, 11]])
    expect(shape(read('"summer fer'))).toEqual(['summer fer*'])
    expect(notes('-winter')).toEqual([['only-not', 0, 7]])
    expect(notes('… !')).toEqual([['no-words', 0, 3]])
    expect(notes(`${'a '.repeat(33)}`.trim())).toEqual([['cut', 64, 65]])
    expect(notes('x'.repeat(1001))).toEqual([['cut', 1000, 1001]])
    expect(read('  ')).toMatchObject({ isEmpty: true, notes: [] })
  })

  it('FI3: whatever is typed is read, and its notes lie within it', () => {
    const piece = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 12 }),
      fc.constantFrom(
        'OR',
        '-',
        '"',
        '/',
        'path:',
        'kind:',
        'changed:>',
        '2026-02-30',
        'in:',
        '\\',
        '[',
        '(a+)+$',
        '東京'
      )
    )
    const typed = fc.array(piece, { maxLength: 12 }).map((parts) => parts.join(''))
    fc.assert(
      fc.property(typed, (text) => {
        for (const { start, end } of read(text).notes) {
          expect(start).toBeGreaterThanOrEqual(0)
          expect(end).toBeLessThanOrEqual(text.length)
          expect(start).toBeLessThanOrEqual(end)
        }
      }),
      { numRuns: 10_000 }
    )
  })

  it('FI3: slips are counted: put in, taken out, replaced, two that changed places', () => {
    expect(distanceOf('ferry', 'fery', 2)).toBe(1)
    expect(distanceOf('ferry', 'ferrry', 2)).toBe(1)
    expect(distanceOf('kind', 'knid', 2)).toBe(1)
    expect(distanceOf('ferry', 'berth', 2)).toBe(3)
    expect(distanceOf('', 'ab', 2)).toBe(2)
  })
})
