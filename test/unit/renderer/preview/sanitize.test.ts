import { describe, expect, it } from 'vitest'
import { contentPath } from '../../../../src/common/content/paths'
import { resolveAddress } from '../../../../src/renderer/src/engines/preview/resolve-address'
import { sanitize } from '../../../../src/renderer/src/engines/preview/sanitize'

const safe = (html: string) => sanitize(html).root.outerHTML

describe('the preview of untrusted HTML', () => {
  it.each([
    ['scripts', '<script>alert(1)</script><p>x'],
    ['handlers', '<img src=x onerror=alert(1)><p ONCLICK="alert(1)">'],
    ['frames', '<iframe src="https://x.example"></iframe><object data="x"></object><embed src="x">'],
    ['refreshes', '<meta http-equiv="refresh" content="0;url=https://x.example">'],
    ['bases', '<base href="https://x.example/">'],
    ['style sheets', '<link rel="stylesheet" href="https://x.example/a.css">'],
    [
      'loads in styles',
      '<style>@import "https://x.example"; p{background:url(https://x.example/a.png)}</style>'
    ],
    ['loads in style attributes', '<p style="background:url(https://x.example/a.png)">'],
    ['pictures of elsewhere', '<img src="https://x.example/a.png" srcset="https://x.example/b.png 2x">'],
    ['script addresses', '<a href="javascript:alert(1)">x</a>'],
    [
      'SVG that loads',
      '<svg><image href="https://x.example/a.png"/><use href="https://x.example/a.svg#x"/></svg>'
    ],
    [
      'forms that send',
      '<form action="https://x.example"><button formaction="https://x.example">x</button></form>'
    ]
  ])('S1 takes out %s', (_what, html) => {
    const shown = safe(html).replaceAll(/title="[^"]*"/g, '')
    expect(shown).not.toMatch(/x\.example|alert|<script|<iframe|<object|<embed|<meta|<base|<link/i)
  })

  it('S1 keeps words, structure, classes and links’ words, and says where a link goes', () => {
    expect(safe('<div class="columns"><div><a href="https://x.example/a">There</a></div></div>')).toContain(
      '<div class="columns"><div><a data-link="https://x.example/a" title="https://x.example/a">There</a></div></div>'
    )
  })

  it('S1 finds the media that a page refers to', () => {
    const { media } = sanitize(
      '<img src="../a.png"><picture><source srcset="b.webp 1x, c.webp 2x"><img src="/d.jpg"></picture>'
    )
    expect(media.map((one) => one.address)).toEqual(['../a.png', 'b.webp', '/d.jpg'])
  })
})

describe('addresses in a page', () => {
  const page = contentPath('/northwind/harbour/offers/summer.html')
  it.each([
    ['a.png', '/northwind/harbour/offers/a.png'],
    ['./a%20b.png?x#y', '/northwind/harbour/offers/a b.png'],
    ['../media/a.png', '/northwind/harbour/media/a.png'],
    ['/media/a.png', '/northwind/harbour/media/a.png'],
    ['/northwind/harbour/media/a.png', '/northwind/harbour/media/a.png'],
    ['https://x.example/a.png', null],
    ['//x.example/a.png', null],
    ['javascript:alert(1)', null]
  ])('N5 %s means %s', (address, path) => {
    expect(resolveAddress(address, page)).toBe(path)
  })
})
