import { describe, expect, it } from 'vitest'
import { namesFolder, withAssetsAt } from '../../../src/common/assets/asset-addresses'
import { contentPath } from '../../../src/common/content/paths'
import { fc } from '../../support/properties'

const origins = ['https://galley.example']

function moved(html: string, from: string, to: string): string | null {
  const bytes = withAssetsAt(
    new TextEncoder().encode(html),
    { from: contentPath(from), to: contentPath(to) },
    origins
  )
  return bytes && new TextDecoder().decode(bytes)
}

const inDocs = (html: string) => moved(html, '/o/s/docs/.about', '/o/s/news/2026/.us')

describe('addresses into an asset folder', () => {
  it.each([
    ['<img src="/o/s/docs/.about/x.png">', '<img src="/o/s/news/2026/.us/x.png">'],
    ['<img src="/docs/.about/x.png">', '<img src="/news/2026/.us/x.png">'],
    ['<img src="./.about/x.png">', '<img src="./.us/x.png">'],
    ["<img src='.about/x.png'>", "<img src='.us/x.png'>"],
    ['<img src=../docs/.about/x.png>', '<img src=.us/x.png>'],
    [
      '<img src="https://galley.example/source/o/s/docs/.about/x.png">',
      '<img src="https://galley.example/source/o/s/news/2026/.us/x.png">'
    ],
    [
      '<img src="https://galley.example/o/s/docs/.about/x.png">',
      '<img src="https://galley.example/o/s/news/2026/.us/x.png">'
    ],
    [
      '<source srcset="/docs/.about/x.png 1x, /docs/.about/y.png 2x">',
      '<source srcset="/news/2026/.us/x.png 1x, /news/2026/.us/y.png 2x">'
    ],
    ['<p style="background:url(/docs/.about/x.png)">', '<p style="background:url(/news/2026/.us/x.png)">'],
    ['<p>/docs/.about/x.pdf</p>', '<p>/news/2026/.us/x.pdf</p>'],
    ['<a href="/docs/%2eabout/x.png">', '<a href="/news/2026/.us/x.png">']
  ])('VE10 %s becomes %s', (html, expected) => {
    expect(inDocs(`<p>ä</p>\r\n${html}\0`)).toBe(`<p>ä</p>\r\n${expected}\0`)
  })

  it.each([
    '<img src="https://elsewhere.example/docs/.about/x.png">',
    '<img src="//elsewhere.example/docs/.about/x.png">',
    '<img src="/o/t/docs/.about/x.png">',
    '<img src="/more/docs/.about/x.png">',
    '<img src="/docs/.aboutx/x.png">',
    '<img src="/docs/about/x.png">',
    '<img src="/docs/sub/.about/x.png">',
    '<img src="../.about/x.png">',
    '<p>docs/.about</p>'
  ])('VE10 %s leads elsewhere and stays', (html) => {
    expect(inDocs(html)).toBeNull()
  })

  it('VE10 names with blanks, letters of any script and signs of HTML are found in each spelling, and stay readable', () => {
    const from = '/o/s/Größe & Co/.über uns'
    const to = '/o/s/ä/.写真 (1)'
    expect(moved('<img src="/Größe &amp; Co/.über uns/x.png">', from, to)).toBe(
      '<img src="/ä/.写真%20(1)/x.png">'
    )
    expect(moved('<img src="/Gr%C3%B6%c3%9fe%20%26%20Co/.%C3%BCber%20uns/x.png">', from, to)).toBe(
      '<img src="/%C3%A4/.%E5%86%99%E7%9C%9F%20(1)/x.png">'
    )
  })

  it('VE10 a page that only goes to another folder keeps what begins at the page', () => {
    expect(moved('<img src="./.a/x.png"><img src="/.a/x.png">', '/o/s/.a', '/o/s/b/.a')).toBe(
      '<img src="./.a/x.png"><img src="/b/.a/x.png">'
    )
    expect(moved('<img src="./.a/x.png">', '/o/s/.a', '/o/s/b/.a')).toBeNull()
    expect(moved('<img src="/b/.a/x.png">', '/o/s/b/.a', '/o/t/b/.a')).toBeNull()
  })

  it('VE10 what is no text stays byte for byte, and there and back is the same page', () => {
    const piece = fc.oneof(
      fc.uint8Array({ maxLength: 20 }),
      fc
        .constantFrom('"/d/.p/x.png"', '"./.p/x.png"', '"/o/s/d/.p/"', '.p/', '<img src=', '"/d/.p')
        .map((text) => new TextEncoder().encode(text))
    )
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 30 }), (pieces) => {
        const source = Uint8Array.from(pieces.flatMap((bytes) => [...bytes]))
        const [from, to] = [contentPath('/o/s/d/.p'), contentPath('/o/s/other/.quite')]
        const there = withAssetsAt(source, { from, to }, [])
        if (there) expect(namesFolder(source, '.p')).toBe(true)
        if (!there || namesFolder(source, '.quite')) return
        expect(namesFolder(there, '.quite')).toBe(true)
        expect(withAssetsAt(there, { from: to, to: from }, [])).toEqual(source)
      })
    )
  })

  it('VE10 Y37 a page names its folder wherever the address begins, and not by a longer name', () => {
    const names = (html: string) => namesFolder(new TextEncoder().encode(html), '.a b')
    for (const html of ['"https://x.example/p/q/d/.a%20b/x.png"', "'./.a b/x'", '.a b/', '/%2ea%20b/'])
      expect(names(html), html).toBe(true)
    for (const html of ['"/d/.a b2/x.png"', '"/d/x.a b/x.png"', '.a b', '"/d/.c/x.png"'])
      expect(names(html), html).toBe(false)
  })

  it('VE10 a page of megabytes is looked through at once, whatever it holds', () => {
    for (const text of ['../', '/docs/', '.about', '"', '&amp;', '/docs/.about']) {
      const began = performance.now()
      inDocs(text.repeat(4_000_000 / text.length))
      expect(performance.now() - began).toBeLessThan(2000)
    }
  })
})
