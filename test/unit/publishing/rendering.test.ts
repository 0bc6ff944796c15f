import { fc } from '../../support/properties'
import { describe, expect, it } from 'vitest'
import { contentPath } from '../../../src/common/content/paths'
import { urlOf } from '../../../src/common/api/url'
import { filesFor, sitePlace, webPathOf } from '../../../src/common/publishing/addresses'
import { parsePage } from '../../../src/common/html'
import { linksIn, mediaIn } from '../../../src/common/publishing/page-references'
import { renderPage, renderPlain } from '../../../src/common/publishing/page'
import { matchesPattern } from '../../../src/common/publishing/path-pattern'
import { isProtected, protectedIn } from '../../../src/common/publishing/protection'
import { redirectKey, redirectsIn } from '../../../src/common/publishing/redirects'
import { deliveredSheets, readSheets } from '../../../src/common/publishing/sheets'
import { candidatesOf, prefixedSrcset } from '../../../src/common/publishing/site-addresses'

const p = contentPath
const page = (content: string) => `<body><header></header><main>${content}</main><footer></footer></body>`

describe('addresses', () => {
  it('U1 a page is found without .html, an index page as its folder, everything else by its name', () => {
    expect(
      ['/o/s/index.html', '/o/s/a/index.html', '/o/s/a/b.html', '/o/s/x.json', '/o/s/b'].map((path) =>
        webPathOf(p(path))
      )
    ).toEqual(['/', '/a/', '/a/b', '/x.json', '/b'])
  })

  it('U1 an address finds the file that it was made of, whatever the names', () => {
    const name = fc.string({ minLength: 1, maxLength: 12, unit: 'grapheme' }).filter((text) => {
      try {
        return contentPath(`/o/s/${text}`).split('/').length === 4
      } catch {
        return false
      }
    })
    fc.assert(
      fc.property(name, fc.constantFrom('.html', '.json', '.png'), (text, ext) => {
        const path = contentPath(`/o/s/${text}${ext}`)
        const site = urlOf('readSite', { environment: 'live', ...sitePlace(path) }).slice(
          '/sites/live'.length
        )
        const [, org, repo] = site.split('/')
        const found = filesFor(`/${org}/${repo}`, site.slice(`/${org}/${repo}`.length))
        expect(found).toContain(path)
      })
    )
  })

  it('N5 what no path may be is refused', () => {
    for (const rest of ['/a//b', '/%00', '/..%2fx', '/a%5cb', '/%zz'])
      expect(() => filesFor('/o/s', rest)).toThrow()
  })
})

describe('pages', () => {
  it('N3 addresses from the site’s root work below the base; others stay as they are', () => {
    const html = renderPlain(
      page(
        '<div><a href="/x?a=1&amp;b=2#c">x</a><a href="y">y</a><a href="//host/z">z</a><a href="https://a.b/c">c</a><a href=/bare>b</a><img src="/a.png" srcset="/a.png 1x, /b,c.png 2x"></div>'
      ),
      '/sites/live/o/s'
    )
    expect(html).toContain('<a href="/sites/live/o/s/x?a=1&amp;b=2#c">x</a>')
    expect(html).toContain('<a href="y">y</a><a href="//host/z">z</a><a href="https://a.b/c">c</a>')
    expect(html).toContain('<a href="/sites/live/o/s/bare">b</a>')
    expect(html).toContain('srcset="/sites/live/o/s/a.png 1x, /sites/live/o/s/b,c.png 2x"')
  })

  it('N3 headings get ids once, text is never changed, and broken markup comes through', () => {
    expect(renderPlain(page('<div><h2>Über uns</h2><h2>Über uns</h2><h2 id="own">x</h2></div>'), '')).toBe(
      '<div><h2 id="über-uns">Über uns</h2><h2 id="über-uns-1">Über uns</h2><h2 id="own">x</h2></div>\n'
    )
    for (const broken of [
      '',
      '<main>',
      '<h1>a<h2>b',
      '<table><p>x</table>',
      '<main><div class="metadata"><div><div>a'
    ])
      expect(renderPage(broken, { base: '/b', name: 'n' })).toMatch(/^<!DOCTYPE html>[\s\S]*<\/html>\n$/)
    fc.assert(
      fc.property(fc.string(), (text) => {
        const escaped = text.replace(/&/g, '&amp;').replace(/</g, '&lt;')
        expect(renderPlain(page(`<div><p>${escaped}</p></div>`), '/base')).toContain(`<p>${escaped}</p>`)
      })
    )
  })

  it('N3 what metadata says cannot leave its attribute', () => {
    const html = renderPage(
      page(
        '<div><div class="metadata"><div><div>title</div><div>&lt;/title&gt;&lt;script&gt;</div></div><div><div>x" onload="y</div><div>"&gt;&lt;b&gt;</div></div></div></div>'
      ),
      { base: '', name: 'n' }
    )
    expect(html).not.toContain('<script>')
    expect(html).not.toContain('<b>')
    expect(html).not.toContain('onload="')
  })

  it('U1 bulk metadata patterns match as globs, in little time whatever the pattern', () => {
    expect(matchesPattern('/**', '/a/b')).toBe(true)
    expect(matchesPattern('/a/*', '/a/b')).toBe(true)
    expect(matchesPattern('/a/*', '/a/b/c')).toBe(false)
    expect(matchesPattern('/a/**/c', '/a/b/d/c')).toBe(true)
    expect(matchesPattern('a', '/a')).toBe(false)
    expect(matchesPattern(`/${'**a'.repeat(60)}`, `/${'a'.repeat(1000)}b`)).toBe(false)
  })

  it('U1 the media of its own site that a page shows is found, wherever it says so', () => {
    const html = page(
      '<div><img src="../m/a.png"><img src="/m/a.png?x=1"><source srcset="/m/b.webp 1x,/m/c.webp 2x"><video poster="/m/p.jpg" src="v.mp4"></video><img src="data:image/png;base64,AA"><img src="https://x.y/z.png"><a href="/m/no.pdf">x</a><img src="/../../etc/x.png"></div>'
    )
    expect(mediaIn(parsePage(html), p('/o/s/deep/page.html'))).toEqual([
      '/o/s/deep/v.mp4',
      '/o/s/etc/x.png',
      '/o/s/m/a.png',
      '/o/s/m/b.webp',
      '/o/s/m/c.webp',
      '/o/s/m/p.jpg'
    ])
  })

  it('U13 the links of a page lead to the files that readers would get, each once; what leads elsewhere or into the page itself is none', () => {
    const html = page(
      '<p><a href="b">x</a><a href="/docs/b?x#y">x</a><a href="#a">x</a><a href="">x</a><a href="/docs/a">x</a><a href="/docs/">x</a><map><area href="../m/plan.pdf"></map><a href="https://www.example.com/c">x</a><a href="https://other.example/d">x</a><a href="mailto:a@b.c">x</a><a href="/%2e%2e/e">x</a><a href="/%zz">x</a><a href="//other.example/f">x</a></p>'
    )
    const links = (host: string | null, most = 100) =>
      linksIn(parsePage(html), p('/o/s/docs/a.html'), { host, most })
    expect(links('https://www.example.com')).toEqual({
      complete: true,
      links: [
        ['/o/s/docs/b.html', '/o/s/docs/b/index.html'],
        ['/o/s/docs/index.html'],
        ['/o/s/m/plan.pdf', '/o/s/m/plan.pdf.html', '/o/s/m/plan.pdf/index.html'],
        ['/o/s/c.html', '/o/s/c/index.html'],
        ['/o/s/e.html', '/o/s/e/index.html']
      ]
    })
    expect(links(null).links).toHaveLength(4)
    expect(links(null, 2)).toMatchObject({ complete: false, links: [{}, {}] })
    expect(links(null, 4).complete).toBe(true)
  })

  it('U1 a srcset is read in one go, also a hostile one', () => {
    expect(candidatesOf(' /a.png 2x , /b.png,/c d')).toEqual([
      { address: '/a.png', rest: ' 2x' },
      { address: '/b.png,/c', rest: ' d' }
    ])
    expect(candidatesOf(','.repeat(200_000))).toEqual([])
    expect(prefixedSrcset('/a.png', '/x')).toBe('/x/a.png')
  })
})

describe('sheets, redirects, protection', () => {
  it('U1 JSON that is no sheet is none, and private sheets are not delivered', () => {
    for (const value of [null, 1, [], {}, { data: [] }, { ':type': 'multi-sheet' }])
      expect(readSheets(value)).toBeNull()
    const file = readSheets({
      ':type': 'multi-sheet',
      ':names': ['a', 'private-b'],
      a: { data: [{ x: '1' }] },
      'private-b': { data: [] }
    })
    expect(file && deliveredSheets(file, { names: [], offset: 0, limit: null })).toMatchObject({
      ':names': ['a']
    })
  })

  it('U1 redirects know their source with and without slash, .html and host', () => {
    const redirects = redirectsIn([
      { Source: '/a/', Destination: '/b' },
      { source: 'https://old.example/c.html', destination: 'https://new.example/' },
      { Source: 'x', Destination: '/y' },
      { Source: '/self', Destination: '/self' }
    ])
    expect([...redirects]).toEqual([
      ['/a', '/b'],
      ['/c', 'https://new.example/']
    ])
    expect([redirectKey('/a/'), redirectKey('/a.html'), redirectKey('/%C3%BC'), redirectKey('/')]).toEqual([
      '/a',
      '/a',
      '/ü',
      '/'
    ])
  })

  it('F6 an entry protects what it names and all below; one that cannot be read protects everything', () => {
    const entries = protectedIn(
      [
        [
          { key: 'delivery.protected', value: '/o/s/m/**' },
          { key: 'other', value: '/o/s' }
        ]
      ],
      p('/o')
    )
    expect(entries).toEqual(['/o/s/m'])
    expect(
      ['/o/s/m.html', '/o/s/m', '/o/s/m/x.html', '/o/s/mm.html', '/o/s/x.html'].map((path) =>
        isProtected(entries, p(path))
      )
    ).toEqual([true, true, true, false, false])
    expect(protectedIn([[{ key: 'delivery.protected', value: 7 }]], p('/o'))).toEqual(['/o'])
    expect(protectedIn([[{ key: 'delivery.protected', value: '/other/s' }]], p('/o/s'))).toEqual([])
  })
})
