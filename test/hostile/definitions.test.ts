import { describe, expect, it } from 'vitest'
import { readDefinition } from '../../src/common/query-index'
import { matchesPattern } from '../../src/common/publishing/path-pattern'
import { redirectKey } from '../../src/common/publishing/redirects'
import { fc } from '../support/properties'
import { hostileRuns } from './runs'

const many = (count: number, part: (at: number) => string) =>
  Array.from({ length: count }, (_, at) => part(at)).join('')
const good =
  'version: 1\nindices:\n  all:\n    target: /a\n    properties:\n      title:\n        select: h1\n        value: textContent(el)\n'
const saidOf = (text: string) => readDefinition(text).issues.map(({ message }) => message)

describe('a hostile query index definition', () => {
  it.each<[string, string, string]>([
    ['keys', good + many(20_000, (at) => `x-${at.toString(36)}: 1\n`), '100,000 words and signs'],
    ['aliases', `x-a: &a 1\nx-l: [${many(18_000, () => '*a, ')}]\n${good}`, '200 aliases'],
    ['brackets', `${good}x-a: ${'['.repeat(5000)}`, '64 levels of nesting'],
    ['dashes', `${good}x-a:\n  ${'- '.repeat(5000)}a`, '64 levels of nesting'],
    ['characters', good + '#'.repeat(300_000), '262,144 characters']
  ])('U3 X5 too many %s are refused in one sentence with the bound', (_, text, says) => {
    expect(readDefinition(text).definition).toBeNull()
    expect(saidOf(text)).toEqual([expect.stringContaining(says)])
  })

  it('U3 X5 what is below the bounds is read', () => {
    const aliases = `x-a: &a 1\nx-l: [${many(200, () => '*a, ')}]\n`
    const text =
      good + many(8_000, (at) => `x-${at}: 1\n`) + aliases + `x-deep: ${'['.repeat(64)}${']'.repeat(64)}\n`
    expect(readDefinition(text)).toMatchObject({ definition: { indices: [{ name: 'all' }] }, issues: [] })
  })

  it('U3 X5 what is unknown a thousand times is told 200 times, and a key is found twice however many there are', () => {
    expect(saidOf(good + many(5_000, (at) => `unknown-${at}: 1\n`))).toHaveLength(200)
    const twice = readDefinition(good + many(5_000, (at) => `x-${at % 4_999}: 1\n`)).issues
    expect(twice).toMatchObject([
      { severity: 'error', message: 'This name is there twice in the same map.', line: 5_008 }
    ])
  })

  it('U3 X5 patterns and expressions have a length', () => {
    const long = good.replace('/a\n', `/a\n    include: ["/${'a'.repeat(2_048)}"]\n`)
    expect(saidOf(long)).toEqual([expect.stringContaining('at most 2048 characters')])
    expect(saidOf(good.replace('textContent(el)', `match(el, "${'a'.repeat(2_048)}")`))).toEqual([
      'At most 2048 characters say what to take.'
    ])
  })
})

describe('patterns of metadata sheets', () => {
  /** The meaning, written as a regular expression: for short patterns only. */
  const meant = (pattern: string, path: string) =>
    pattern.startsWith('/') &&
    new RegExp(`^${pattern.replace(/\*\*+|\*/g, (stars) => (stars.length > 1 ? '[^]*' : '[^/]*'))}$`).test(
      path
    )

  it('U1 X5 they match as `*` within a segment and `**` across mean it', () => {
    const sign = fc.constantFrom('a', 'b', '/', '*', '**')
    const path = fc
      .array(fc.constantFrom('a', 'b', '/'), { maxLength: 8 })
      .map((signs) => `/${signs.join('')}`)
    fc.assert(
      fc.property(fc.array(sign, { maxLength: 7 }), path, (signs, of) => {
        const pattern = `/${signs.join('')}`
        expect([pattern, of, matchesPattern(pattern, of)]).toEqual([pattern, of, meant(pattern, of)])
      }),
      { numRuns: hostileRuns(2_000) }
    )
  })

  it('U1 X5 one of 6 MB matches nothing and is not looked into; one at the bound is', () => {
    expect(matchesPattern(`/${'*a'.repeat(3_000_000)}`, `/${'a'.repeat(100)}`)).toBe(false)
    expect(matchesPattern(`/${'**a'.repeat(682)}`, `/${'a'.repeat(2_040)}`)).toBe(true)
    expect(matchesPattern(`/${'*a'.repeat(1_023)}b`, `/${'a'.repeat(2_040)}`)).toBe(false)
  })

  it('U1 X5 a redirect of nothing but slashes is read once', () => {
    expect(redirectKey(`/${'/'.repeat(200_000)}x`)).toHaveLength(200_002)
    expect(redirectKey(`/x${'/'.repeat(200_000)}`)).toBe('/x')
  })
})
