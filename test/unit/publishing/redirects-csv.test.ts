import { describe, expect, it } from 'vitest'
import { redirectsIn } from '../../../src/common/publishing/redirects'
import { redirectsAsCsv, redirectsInCsv, withRedirects } from '../../../src/common/publishing/redirects-csv'
import { fc } from '../../support/properties'

const rowsOf = (text: string) => (JSON.parse(text) as { data: Record<string, string>[]; total: number }).data

describe('redirects in a CSV file', () => {
  it('U11 are read under the names that other programs give, or without names', () => {
    const wanted = [
      { source: '/a', destination: '/b' },
      { source: '/c', destination: 'https://x.example/d' }
    ]
    for (const text of [
      'Source,Destination\n/a,/b\n/c,https://x.example/d\n',
      'note;To;From\nx;/b;https://www.example.com/a\n;https://x.example/d;/c',
      '/a,/b\r\n/c,https://x.example/d\r\n',
      '\ufeffOld URL\tNew URL\n/a\t/b\n/c\thttps://x.example/d'
    ])
      expect(redirectsInCsv(text), text).toEqual({ lines: wanted, refused: [] })
  })

  it('U11 what is no redirect is told with its line', () => {
    const { lines, refused } = redirectsInCsv(
      'source,destination\na,/b\n/a,b\n/a,/a.html\n//x/y,/z\n/ok,/b\n/ok/,/c\n,\n/js,javascript:alert(1)\n'
    )
    expect(lines).toEqual([{ source: '/ok', destination: '/b' }])
    expect(refused.map(({ line }) => line)).toEqual([2, 3, 4, 5, 7, 9])
  })

  it('U11 SH1 go into the sheet: known sources lead elsewhere, others are added, the rest keeps every sign', () => {
    const text =
      '{ ":type":"sheet", ":sheetname":"data","total":2,  "data": [\n{"Source":"/a","Destination":"/b","note": 7},\n{"Source":"/k/","Destination":"/l","note":"x"}],":x":1}'
    const merge = withRedirects(text, [
      { source: '/k', destination: '/m' },
      { source: '/n', destination: '/o' },
      { source: '/a', destination: '/b' }
    ])
    expect(merge).toMatchObject({ added: 1, changed: 1 })
    expect(rowsOf(merge?.text ?? '')).toMatchObject([
      { Source: '/a', Destination: '/b', note: 7 },
      { Source: '/k/', Destination: '/m', note: 'x' },
      { Source: '/n', Destination: '/o' }
    ])
    expect(merge?.text).toContain('{"Source":"/a","Destination":"/b","note": 7}')
    expect(withRedirects(text, [{ source: '/a', destination: '/b' }])?.text).toBe(text)
    expect(withRedirects('[]', [])).toBeNull()
    const fresh = withRedirects(null, [{ source: '/a', destination: '/b' }])
    expect(JSON.parse(fresh?.text ?? '')).toMatchObject({
      ':type': 'sheet',
      total: 1,
      data: [{ Source: '/a', Destination: '/b' }]
    })
  })

  it('U11 SH10 out and in again they are what they were', () => {
    const path = fc
      .webPath()
      .map((text) => (text.startsWith('/') && !text.startsWith('//') ? text : `/p${text}`))
    fc.assert(
      fc.property(fc.array(fc.tuple(path, path), { maxLength: 8 }), (pairs) => {
        const csv = `Source,Destination\n${pairs.map(([from, to]) => `"${from}","${to}"`).join('\n')}`
        const { lines } = redirectsInCsv(csv)
        const stored = withRedirects(null, lines)?.text ?? ''
        const out = redirectsAsCsv(stored) ?? ''
        expect(redirectsInCsv(out)).toEqual({ lines, refused: [] })
        expect(redirectsIn(rowsOf(stored)).size).toBe(lines.length)
      })
    )
  })
})
