import { fc } from '../../support/properties'
import { describe, expect, it } from 'vitest'
import { compilePattern } from '../../../src/common/schema/pattern'
import { seed } from './seed'

function test(source: string, text: string): boolean {
  const compiled = compilePattern(source)
  if ('refusal' in compiled) throw new Error(`${source}: ${compiled.message}`)
  return compiled.pattern.test(text)
}

const refusal = (source: string) => {
  const compiled = compilePattern(source)
  return 'refusal' in compiled ? compiled.refusal : null
}

describe('patterns', () => {
  it.each([
    ['^[a-z0-9]+(?:-[a-z0-9]+)*$', 'winter-timetable-2026', true],
    ['^[a-z0-9]+(?:-[a-z0-9]+)*$', 'winter--timetable', false],
    ['^https?://', 'see https://example.org', false],
    ['^https?://', 'http://example.org', true],
    ['b', 'abc', true],
    ['^$', '', true],
    ['^\\d{4}-\\d{2}-\\d{2}$', '2026-11-21', true],
    ['^\\d{4}-\\d{2}-\\d{2}$', '2026-11-2', false],
    ['^.{2}$', '⛴️', true],
    ['^.$', '🚢', true],
    ['^[^,]+$', 'a\nb', true],
    ['^.+$', 'a\nb', false],
    ['^\\p{Lu}', 'Ærø', true],
    ['^\\p{Lu}', 'ærø', false],
    ['^(?=.*[A-Z])(?=.*\\d).{6,}$', 'Harbour7', true],
    ['^(?=.*[A-Z])(?=.*\\d).{6,}$', 'harbour7', false],
    ['^(?!.*\\bdraft\\b)', 'a draft page', false],
    ['^(?!.*\\bdraft\\b)', 'a drafty page', true],
    ['(?<=#)\\d+', 'deck #12', true],
    ['(?<=#)\\d+', 'deck 12', false],
    ['(?<!#)\\b\\d+$', 'deck #12', false],
    ['^(?<year>\\d{4})$', '2026', true],
    ['^\\u{1F6A2}$', '🚢', true],
    ['^\\u00e9$', 'é', true],
    ['^[\\w.+-]+@[\\w-]+\\.[\\w.]+$', 'mara@northwind.example', true],
    ['a{,2}', 'a{,2}', true],
    ['^\\-$', '-', true],
    ['^[\\]]$', ']', true],
    ['^(a|b|)c?$', 'b', true],
    ['^(?:a{2,3}){2}$', 'aaaaa', true],
    ['^(?:a{2,3}){2}$', 'aaaaaaa', false],
    ['(?:)*', '', true]
  ])('F2 %s on %j is %s, as in ECMAScript', (source, text, expected) => {
    expect(test(source, text)).toBe(expected)
  })

  it.each(['(', '[a', 'a**', '\\'])('F2 %j is no regular expression', (source) =>
    expect(refusal(source)).toBe('invalid')
  )

  it.each([
    '(a)\\1',
    '(?<x>a)\\k<x>',
    'a{9999}',
    '(?:a{100}){100}',
    'a'.repeat(5000),
    '('.repeat(80) + ')'.repeat(80)
  ])('F2 %j is correct and refused all the same', (source) => expect(refusal(source)).toBe('unsupported'))

  it.each([
    '^(a+)+$',
    '^(a|a)*$',
    '^(a|aa)+$',
    '(.*)*x',
    '^(\\w+\\s?)*$',
    '(a*)*(a*)*(a*)*b',
    '^(?=(a+)+$)',
    'x+x+y'
  ])('F2 %s does not stop the window on a text that drives a backtracking engine mad', (source) => {
    const start = performance.now()
    test(source, 'a'.repeat(20_000) + '!')
    test(source, 'x'.repeat(20_000) + '!')
    expect(performance.now() - start, 'a backtracking engine never ends').toBeLessThan(60_000)
  })

  it('F2 random patterns answer as the platform does', () => {
    const atom = fc.constantFrom(
      'a',
      'b',
      'ab',
      '.',
      '[ab]',
      '[^a]',
      '\\w',
      '\\d',
      '\\b',
      '\\B',
      '^',
      '$',
      'é',
      '🚢'
    )
    const { pattern } = fc.letrec<{ pattern: string; part: string }>((tie) => ({
      part: fc.oneof(
        { maxDepth: 3, withCrossShrink: true },
        atom,
        fc
          .tuple(tie('pattern'), fc.constantFrom('(?:', '(', '(?=', '(?!', '(?<=', '(?<!'))
          .map(([p, open]) => `${open}${p})`),
        fc
          .tuple(tie('pattern'), fc.constantFrom('*', '+', '?', '{2}', '{0,1}', '{1,}', '*?'))
          .map(([p, count]) => `(?:${p})${count}`)
      ),
      pattern: fc.oneof(
        { maxDepth: 3 },
        fc.array(tie('part'), { maxLength: 3 }).map((parts) => parts.join('')),
        fc.tuple(tie('part'), tie('part')).map(([a, b]) => `${a}|${b}`)
      )
    }))
    const text = fc.string({ unit: fc.constantFrom('a', 'b', '1', ' ', 'é', '🚢', '\n'), maxLength: 8 })
    fc.assert(
      fc.property(pattern, text, (source, value) => {
        expect(test(source, value)).toBe(new RegExp(source, 'u').test(value))
      }),
      { numRuns: 5000, seed: seed('pattern') }
    )
  })
})
