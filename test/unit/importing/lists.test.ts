import { describe, expect, it } from 'vitest'
import { kindOfPath } from '../../../src/common/importing/kinds'
import { parseList } from '../../../src/common/importing/list'
import { writeCsv } from '../../../src/common/csv'
import { rowsMissing } from '../../../src/common/importing/sheet-rows'
import { parseSite, pathIn, targetOf } from '../../../src/common/importing/source-site'
import { compareJson, comparePages } from '../../../src/common/importing/validate'
import { contentPath } from '../../../src/common/content/paths'
import { waitIn } from '../../../src/main/importing/web-failure'

const site = parseSite('https://www.example.com/sites/live/o/s/')

describe('import lists', () => {
  it('IM1 reads lines, CSV, JSON indexes, job details and sitemaps; the same address once, what is none is told', () => {
    const whole = ['https://a.example/', 'https://a.example/x?sheet=y']
    const texts = [
      ' https://a.example/#top \r\n\r\nhttps://a.example/x?sheet=y\nhttps://a.example/\n',
      'Title;URL\n"a; b";https://a.example/\n"say ""x""";https://a.example/x?sheet=y\n',
      'URL\tTitle\r\nhttps://a.example/\t"1\n2"\r\n"https://a.example/x?sheet=y"\n',
      'No,URL\r\na,"https://a.example/"\nb,"https://a.example/x?sheet=y"',
      JSON.stringify({
        data: [{ path: 'https://a.example/' }, { path: 'https://a.example/x?sheet=y' }],
        ':type': 'sheet'
      }),
      JSON.stringify({ data: { resources: { live: whole } } }),
      '<urlset><url><loc> https://a.example/ </loc></url><url><loc>https://a.example/x?sheet=y</loc></url></urlset>'
    ]
    for (const text of texts) expect(parseList(text, null).addresses, text).toEqual(whole)
    expect(parseList(texts[0] ?? '', null).repeated).toBe(1)
    const odd = parseList('/docs/ä b\nftp://x/y\njavascript:alert(1)\nhttps://u:p@x/\n//x/y', site)
    expect(odd.addresses).toEqual(['https://www.example.com/sites/live/o/s/docs/%C3%A4%20b'])
    expect(odd.refused).toHaveLength(4)
    expect(JSON.stringify(odd.refused.map(({ why }) => why))).not.toContain('u:p')
    expect(parseList('/docs/a', null)).toMatchObject({ addresses: [], refused: [{ text: '/docs/a' }] })
  })

  it('IM2 tells kinds by name', () => {
    const kinds = [
      '/',
      '/a',
      '/a/',
      '/v1.2',
      '/a.html',
      '/redirects.json',
      '/x/redirects.json',
      '/a.PNG',
      '/a.svg',
      '/a.mp4',
      '/a.pdf',
      '/a.zip'
    ].map(kindOfPath)
    expect(kinds.join(' ')).toBe(
      'document document document document document redirects sheet image image video other other'
    )
  })

  it('IM3 IM9 everything goes to its place, and nowhere else', () => {
    const folder = contentPath('/o/s/old')
    expect([
      targetOf(folder, '/', true),
      targetOf(folder, '/a/', true),
      targetOf(folder, '/a%20b', true),
      targetOf(folder, '/a.plain.html', true),
      targetOf(folder, '/v1.2', true),
      targetOf(folder, '/x.json', false)
    ]).toEqual([
      '/o/s/old/index.html',
      '/o/s/old/a/index.html',
      '/o/s/old/a b.html',
      '/o/s/old/a.html',
      '/o/s/old/v1.2.html',
      '/o/s/old/x.json'
    ])
    expect(targetOf(folder, '/docs/.about/a%20b.png', false)).toBe('/o/s/old/docs/.about/a b.png')
    const noAssets = [
      '/.galley/x.json',
      '/.a/x.html',
      '/.a/.x.png',
      '/.trash/x.png',
      '/.a/.b/x.png',
      '/.x.png'
    ]
    for (const bad of noAssets) expect(() => targetOf(folder, bad, false), bad).toThrow()
    for (const bad of ['/..%2f..%2fetc', '/%00', '/a%5cb', '/.galley/x', '/a//b', `/${'x'.repeat(300)}`])
      expect(() => targetOf(folder, bad, false), bad).toThrow()
    expect(pathIn(site, new URL('https://www.example.com/sites/live/o/s'))).toBe('/')
    expect(pathIn(site, new URL('https://www.example.com/sites/live/o/secret/x'))).toBeNull()
    expect(pathIn(site, new URL('http://www.example.com/sites/live/o/s/x'))).toBeNull()
    for (const bad of ['file:///etc/passwd', 'https://a:b@c/', 'https://c/?x', 'not a host'])
      expect(() => parseSite(bad), bad).toThrow()
  })

  it('IM5 reads Retry-After as seconds or as a date', () => {
    expect([waitIn('3'), waitIn('x'), waitIn(undefined)]).toEqual([3000, null, null])
    expect(waitIn('Sat, 21 Nov 2026 12:00:10 GMT', Date.UTC(2026, 10, 21, 12))).toBe(10_000)
    expect(rowsMissing({ total: 5, data: [1, 2] })).toBe(5)
    expect(
      rowsMissing({
        ':type': 'multi-sheet',
        ':names': ['a', 'b'],
        a: { total: 1, data: [1] },
        b: { total: 7, data: [1] }
      })
    ).toBe(7)
    expect([rowsMissing({ total: 1, data: [1] }), rowsMissing([]), rowsMissing({ a: 1 })]).toEqual([
      null,
      null,
      null
    ])
  })

  it('IM8 the report opens in a spreadsheet without running anything', () => {
    expect(writeCsv([['=1+1', 'a,"b"', '-x', 3]])).toBe('\'=1+1,"a,""b""",\'-x,3\r\n')
    expect(writeCsv([['http://x/a;=1+1', 'said\n@SUM(A1)', '＝1', 'a-b; c']])).toBe(
      "http://x/a;'=1+1,\"said\n'@SUM(A1)\",'＝1,a-b; c\r\n"
    )
  })

  it('IM8 comparing finds a lost word, link, picture and cell, and nothing where all is there', () => {
    const references = {
      site,
      page: 'https://www.example.com/sites/live/o/s/docs/a',
      root: '',
      bulk: new Map(),
      name: 'a',
      webPath: '/docs/a',
      hasHost: false,
      head: []
    }
    const live =
      '<title>T</title><main><div><h1>T</h1><p>one two <a href="/sites/live/o/s/x">x</a> <a href="y">y</a> <img src="./m.png?width=750&format=webply"></p></div></main>'
    const good =
      '<body><main><div><h1>T</h1><p>one two <a href="/x">x</a> <a href="y">y</a> <img src="./m.png"></p></div></main></body>'
    const compared = (stored: string) =>
      comparePages({ page: { ...references, html: live }, stored, isStructured: false })
    expect(compared(good)).toEqual({
      findings: [],
      media: ['https://www.example.com/sites/live/o/s/docs/m.png']
    })
    const { findings: found } = compared(
      good
        .replace('two', '')
        .replace('href="/x"', 'href="/z"')
        .replace('m.png', 'n.png')
        .replace('<h1>T', '<h1>T U')
    )
    expect(found.map(({ what }) => what)).toEqual(['text', 'links', 'images', 'title'])
    expect(found[0]?.detail).toContain('“two”')
    expect(compareJson('{"data":[{"a":"1"}]}', '{"data":[{"a":"2"}]}')).toEqual([
      { what: 'sheet', detail: '/data/0/a is "1" at the source, "2" here.' }
    ])
    expect(compareJson('{"a":[1,2]}', '{ "a": [1, 2] }')).toEqual([])
  })
})
