import { fc } from '../../support/properties'
import { describe, expect, it } from 'vitest'
import { judge } from '../../../src/main/http/conditions'
import { parseRange } from '../../../src/main/http/ranges'

describe('byte ranges', () => {
  it('S1 an answered range always lies within the file', () => {
    const number = fc.oneof(fc.constant(''), fc.nat(30).map(String))
    fc.assert(
      fc.property(number, number, fc.nat(20), (first, last, size) => {
        const range = parseRange(`bytes=${first}-${last}`, size)
        if (range === null || range === 'unsatisfiable') return
        expect(range.start).toBeGreaterThanOrEqual(0)
        expect(range.start).toBeLessThanOrEqual(range.end)
        expect(range.end).toBeLessThan(size)
      })
    )
  })

  it.each([
    ['bytes=0-0', 1, { start: 0, end: 0 }],
    ['bytes=0-', 5, { start: 0, end: 4 }],
    ['bytes=-3', 5, { start: 2, end: 4 }],
    ['bytes=-9', 5, { start: 0, end: 4 }],
    ['bytes=3-99', 5, { start: 3, end: 4 }],
    ['bytes=3-99999999999999999999999', 5, { start: 3, end: 4 }],
    ['bytes=99999999999999999999999-', 5, 'unsatisfiable'],
    ['bytes=5-', 5, 'unsatisfiable'],
    ['bytes=-0', 5, 'unsatisfiable'],
    ['bytes=0-', 0, null],
    ['bytes=0-9', 0, null],
    ['bytes=-9', 0, null],
    ['bytes=1-', 0, 'unsatisfiable'],
    ['bytes=3-2', 5, null],
    ['bytes=0-1,2-3', 5, null],
    ['items=0-1', 5, null],
    ['bytes=-', 5, null],
    ['bytes=a-b', 5, null],
    [null, 5, null]
  ] as const)('S1 %s of %d bytes', (header, size, expected) =>
    expect(parseRange(header, size)).toEqual(expected)
  )
})

describe('conditions', () => {
  const current = { etag: '"now"', lastModified: Date.UTC(2026, 0, 2, 3, 4, 5, 678) }
  const verdict = (method: string, headers: Record<string, string>, state: typeof current | null = current) =>
    judge(method, new Headers(headers), state)

  it.each([
    ['PUT', {}, 'go-on'],
    ['PUT', { 'If-Match': '"now"' }, 'go-on'],
    ['PUT', { 'If-Match': 'W/"now"' }, 'failed'],
    ['PUT', { 'If-Match': '*' }, 'go-on'],
    ['PUT', { 'If-Match': '"x",, "now" ,' }, 'go-on'],
    ['GET', { 'If-None-Match': ', "x", ,"now"' }, 'not-modified'],
    ['PUT', { 'If-None-Match': '*' }, 'failed'],
    ['PUT', { 'If-None-Match': '"x", W/"now"' }, 'failed'],
    ['GET', { 'If-None-Match': 'W/"now"' }, 'not-modified'],
    ['GET', { 'If-Match': '"x"', 'If-None-Match': '"now"' }, 'failed'],
    ['GET', { 'If-Modified-Since': 'Fri, 02 Jan 2026 03:04:05 GMT' }, 'not-modified'],
    ['GET', { 'If-Modified-Since': 'Fri, 02 Jan 2026 03:04:04 GMT' }, 'go-on'],
    ['PUT', { 'If-Modified-Since': 'Fri, 02 Jan 2026 03:04:05 GMT' }, 'go-on'],
    ['PUT', { 'If-Unmodified-Since': 'Fri, 02 Jan 2026 03:04:05 GMT' }, 'go-on'],
    ['PUT', { 'If-Unmodified-Since': 'Fri, 02 Jan 2026 03:04:04 GMT' }, 'failed'],
    ['PUT', { 'If-Unmodified-Since': 'not a date' }, 'go-on'],
    ['PUT', { 'If-Match': '"now"', 'If-Unmodified-Since': 'Fri, 02 Jan 2026 03:04:04 GMT' }, 'go-on']
  ] as const)('S3 %s with %j: %s', (method, headers, expected) =>
    expect(verdict(method, headers)).toBe(expected)
  )

  it('S3 without a file, If-Match fails and If-None-Match passes', () => {
    expect(verdict('PUT', { 'If-Match': '*' }, null)).toBe('failed')
    expect(verdict('PUT', { 'If-Match': '"now"' }, null)).toBe('failed')
    expect(verdict('PUT', { 'If-None-Match': '*' }, null)).toBe('go-on')
  })

  it.each([',', ' , ,', '"x" "y"', '"x', 'now', '"now", x', ''])(
    'S3 If-Match: %j is no list of tags and is refused, for guessing could lose a change',
    (value) => expect(() => verdict('PUT', { 'If-Match': value })).toThrow(/If-Match/)
  )
})
