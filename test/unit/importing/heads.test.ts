import { describe, expect, it } from 'vitest'
import { importPage, type PublishedPage } from '../../../src/common/importing/page'
import { comparePages } from '../../../src/common/importing/validate'
import { readCustomHead } from '../../../src/common/publishing/custom-head'
import { renderPage } from '../../../src/common/publishing/page'
import { bulkRules, metadataFor } from '../../../src/common/publishing/page-metadata'

/** Heads as public sites have them. */

const site = { origin: 'https://www.example.com', base: '' }

const pageAt = (webPath: string, html: string, more: Partial<PublishedPage> = {}): PublishedPage => ({
  html,
  site,
  page: `${site.origin}${webPath}`,
  root: '',
  bulk: new Map(),
  name: webPath.split('/').at(-1) ?? '',
  webPath,
  hasHost: false,
  head: [],
  ...more
})

/** Imports a page, and tells what the comparison finds. */
function broughtIn(page: PublishedPage) {
  const { html, media } = importPage(page)
  return { html, media, findings: comparePages({ page, stored: html, isStructured: false }).findings }
}

const code = `<meta name="viewport" content="width=device-width, initial-scale=1">
<script src="/scripts/aem.js" type="module"></script><script src="/scripts/scripts.js" type="module"></script>
<link rel="stylesheet" href="/styles/styles.css">
<link rel="icon" href="data:,">`

const words = '<p>The Tern carries two hundred people and forty cars between the islands all year round.</p>'

const article = (head: string, lang = '') => `<!DOCTYPE html>
<html${lang}>
<head>
<title>The Tern | Harbour</title>
${head}
</head>
<body><header></header><main><div><h1 id="the-tern">The Tern</h1>
<p><picture><source type="image/webp" srcset="./media_1a2b.jpg?width=2000&amp;format=webply&amp;optimize=medium"><img loading="lazy" alt="A ferry" src="./media_1a2b.jpg?width=750&amp;format=jpg&amp;optimize=medium" width="900" height="600"></picture></p>
${words}</div></main><footer></footer></body>
</html>`

const everything = `<link rel="canonical" href="https://www.example.com/ships/tern">
<meta name="description" content="A ship of the harbour.">
<meta name="keywords" content="ferry, island">
<meta property="og:title" content="The Tern | Harbour">
<meta property="og:description" content="A ship of the harbour.">
<meta property="og:url" content="https://www.example.com/ships/tern">
<meta property="og:image" content="https://www.example.com/ships/media_1a2b.jpg?width=1200&#x26;format=pjpg&#x26;optimize=medium">
<meta property="og:image:secure_url" content="https://www.example.com/ships/media_1a2b.jpg?width=1200&#x26;format=pjpg&#x26;optimize=medium">
<meta property="og:image:alt" content="A ferry">
<meta property="article:tag" content="Ships">
<meta property="article:tag" content="Ferries">
<meta property="article:section" content="Fleet">
<meta property="article:modified_time" content="2026-05-04T10:00:00Z">
<meta name="twitter:card" content="summary_large_image">
<meta name="twitter:title" content="The Tern | Harbour">
<meta name="twitter:description" content="A ship of the harbour.">
<meta name="twitter:image" content="https://www.example.com/ships/media_1a2b.jpg?width=1200&#x26;format=pjpg&#x26;optimize=medium">
<meta name="twitter:site" content="@harbour">
<meta name="author" content="Ada">
<meta name="author" content="Bo">
<meta name="robots" content="max-image-preview:large">
<meta property="fb:app_id" content="1234">
<link rel="alternate" hreflang="de" href="https://www.example.com/de/ships/tern">
<link rel="alternate" hreflang="x-default" href="https://www.example.org/ships/tern">
<script type="application/ld+json">{"@context": "https://schema.org", "@type": "Article", "headline": "a </b> & \\"c\\""}</script>
<script type="application/ld+json">{"@context": "https://schema.org", "@type": "BreadcrumbList"}</script>`

describe('the head of a page that is brought in', () => {
  it('IM3 IM8 keeps everything that a row can say: repeated metas, canonical, hreflang, JSON-LD, the language', () => {
    const found = broughtIn(pageAt('/ships/tern', article(everything, ' lang="de"')))
    expect(found.findings).toEqual([])
    expect(found.html).toContain('<div><div>tags</div><div>Ships, Ferries</div></div>')
    expect(found.html).toContain(
      '<div><div>author</div><div>Ada</div></div>\n<div><div>author</div><div>Bo</div></div>'
    )
    expect(found.html).toContain('<div><div>hreflang-de</div><div>/de/ships/tern</div></div>')
    expect(found.html).toContain('<div><div>lang</div><div>de</div></div>')
    // what publishing says by itself stands in no row
    expect(found.html).not.toMatch(/<div>(?:og:title|og:image|twitter:card|twitter:title|image)<\/div>/)
    const again = renderPage(found.html, { base: '', name: 'tern', path: '/ships/tern', host: site.origin })
    for (const line of [
      '<html lang="de">',
      '<meta property="article:tag" content="Ships">',
      '<meta property="article:tag" content="Ferries">',
      '<link rel="canonical" href="https://www.example.com/ships/tern">',
      '<meta property="og:image" content="https://www.example.com/ships/media_1a2b.jpg">',
      '<link rel="alternate" hreflang="x-default" href="https://www.example.org/ships/tern">',
      '"headline":"a \\u003c/b> & \\"c\\""',
      '"BreadcrumbList"'
    ])
      expect(again).toContain(line)
  })

  it('IM3 needs no row for a page’s own address where the site has a public host', () => {
    const page = pageAt('/ships/tern', article(everything), { hasHost: true })
    const { html, findings } = broughtIn(page)
    expect(findings).toEqual([])
    expect(html).not.toMatch(/<div>(?:canonical|og:url|og:image:secure_url)<\/div>/)
  })

  it('IM8 tells by name what cannot be kept, and nothing of it where the site’s own head has it', () => {
    const head = `${everything}${code}<meta name="dc.creator" content="Ada"><meta http-equiv="X-UA-Compatible" content="IE=edge"><meta name="theme-color" media="(prefers-color-scheme: dark)" content="#000">`
    const { findings } = broughtIn(pageAt('/ships/tern', article(head)))
    expect(findings.map(({ what }) => what)).toEqual(['head', 'head'])
    const told = findings.map(({ detail }) => detail).join(' ')
    for (const name of [
      'meta name="dc.creator"',
      '<script src="/scripts/aem.js"',
      '<link rel="stylesheet"',
      'and 1 more'
    ])
      expect(told).toContain(name)
    const own = readCustomHead(code) ?? []
    expect(own).toHaveLength(5)
    expect(broughtIn(pageAt('/ships/tern', article(everything + code), { head: own })).findings).toEqual([])
  })

  it('IM8 finds each thing of a head that is gone, or another, in the stored file', () => {
    const page = pageAt('/ships/tern', article(everything, ' lang="de"'))
    const { html } = importPage(page)
    for (const [from, to, name] of [
      ['Ships, Ferries', 'Ships', 'article:tag'],
      ['<div>Bo</div>', '<div>Cy</div>', 'author'],
      ['/de/ships/tern', '/de/ships', 'hreflang="de"'],
      ['BreadcrumbList', 'ItemList', 'ld+json'],
      ['<div>de</div>', '<div>fr</div>', 'html lang'],
      ['max-image-preview:large', 'noindex', 'robots'],
      ['<div>1234</div>', '<div>1</div>', 'fb:app_id']
    ] as const) {
      const changed = html.replace(from, to)
      expect(changed).not.toBe(html)
      const [finding, ...more] = comparePages({ page, stored: changed, isStructured: false }).findings
      expect(finding?.detail, from).toContain(name)
      expect(more, from).toEqual([])
    }
  })

  it('IM3 repeats nothing that the site’s metadata says, its title’s suffix neither', () => {
    const bulk = metadataFor(
      bulkRules([
        { URL: '/**', 'title:suffix': '" | Harbour"', 'og:site_name': 'Harbour', robots: 'index' },
        { URL: '/ships/**', robots: '""' }
      ]),
      '/ships/tern'
    )
    const page = pageAt('/ships/tern', article('<meta property="og:site_name" content="Harbour">'), { bulk })
    const { html, findings } = broughtIn(page)
    expect(findings).toEqual([])
    expect(html).not.toContain('class="metadata"')
  })

  it('IM3 brings the picture that only the head names', () => {
    const head =
      '<meta property="og:image" content="https://www.example.com/ships/media_77.png?width=1200&format=pjpg&optimize=medium">'
    const { html, media, findings } = broughtIn(pageAt('/ships/tern', article(head)))
    expect(html).toContain('<img src="/ships/media_77.png" alt="" loading="lazy">')
    expect(media).toContain('https://www.example.com/ships/media_77.png')
    expect(findings).toEqual([])
  })

  it('IM3 published, brought in elsewhere and published again, each head is what it was', () => {
    const first = importPage(pageAt('/ships/tern', article(everything, ' lang="de"'))).html
    const options = { name: 'tern', path: '/ships/tern', host: 'https://www.harbour.example' }
    const published = renderPage(first, { ...options, base: '/sites/live/o/s' })
    const from: Partial<PublishedPage> = {
      site: { origin: 'http://127.0.0.1:4502', base: '/sites/live/o/s' },
      page: 'http://127.0.0.1:4502/sites/live/o/s/ships/tern',
      hasHost: true
    }
    const second = broughtIn(pageAt('/ships/tern', published, from))
    expect(second.findings).toEqual([])
    expect(renderPage(second.html, { ...options, base: '/sites/live/o/s' })).toBe(published)
  })
})
