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

  it('FI3: a pattern ends with a slash; paths are words', () => {
    expect(shape(read('/offers/summer'))).toEqual(['/offers/summer*'])
    expect(shape(read('//host/x'))).toEqual(['//host/x*'])
    for (const [typed, source, flags] of [
      ['/[A-Z]{2}-5+/i', '[A-Z]{2}-5+', 'gmiu'],
      ['/a b/', 'a b', 'gmu'],
      ['/[/]x/', '[/]x', 'gmu'],
      ['/\\-x/s', '\\-x', 'gms'],
      ['/x/ in:all', 'x', 'gmu']
    ] as const) {
      const { isEmpty, clauses, patterns } = read(typed)
      expect({ isEmpty, clauses }, typed).toEqual({ isEmpty: false, clauses: [] })
      expect(patterns, typed).toMatchObject([[{ source, flags, not: false }]])
    }
    expect(read('-/x/s').patterns).toMatchObject([[{ source: 'x', not: true }]])
  })

  it('FI6: what is no pattern, or stands beside words with OR, counts for nothing and is told', () => {
    expect(notes('/(/')).toEqual([['bad-pattern', 1, 3]])
    expect(notes('ferry /a{2,1}/')).toMatchObject([['bad-pattern', expect.any(Number), 14]])
    expect(notes('ferry OR /a b/')).toEqual([['pattern', 9, 14]])
    expect(shape(read('ferry OR /x/ OR boat '))).toEqual(['ferry OR boat'])
    expect(shape(read('ferry /x/ OR boat '))).toEqual(['ferry', 'boat'])
  })

  it('FI6: what every match holds is known where it can be told', () => {
    const literal = (typed: string) => read(typed).patterns[0]?.[0]?.literal
    expect(literal('/summer.*/')).toBe('summer')
    expect(literal('/ab+cde?f/')).toBe('cd')
    expect(literal('/a|b/')).toBeNull()
    expect(literal('/ab/i')).toBeNull()
    expect(literal('/(ab)/')).toBeNull()
  })

  it('FI3: a term that counts for nothing leaves the others what they are', () => {
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
