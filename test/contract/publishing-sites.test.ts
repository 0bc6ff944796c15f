import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { openWorkspace, type Workspace } from './in-process'
import { form, json, text } from './kit'
import { owner, writePage, type Asker } from './people'
import { replyOf, type Reply } from './transport'

/** What readers of a site get besides its pages: heads, headers, and what crawlers ask for. */

let workspace: Workspace
let root: Asker
const site = '/sites-of/web'

const page = (words: string, rows: readonly (readonly [string, string])[] = []) =>
  `<body><main><div><h1>${words}</h1><p><img src="/media/a.png" alt="x"></p></div><div><div class="metadata">${rows
    .map(([key, value]) => `<div><div>${key}</div><div>${value}</div></div>`)
    .join('')}</div></div></main></body>`

const put = async (path: string, body: string, type: string) =>
  expect(
    (
      await root.send('PUT', `/source${site}${path}`, {
        headers: { 'Content-Type': type },
        body: new Uint8Array(Buffer.from(body))
      })
    ).status
  ).toBeLessThan(300)

const sheet = (data: readonly object[]) =>
  JSON.stringify({ ':type': 'sheet', ':sheetname': 'data', total: data.length, data })

const publish = async (path: string) =>
  expect((await root.send('POST', `/publish/live${site}/main${path}`)).status, path).toBe(200)

const configure = async (rows: readonly (readonly [string, string])[]) => {
  const value = sheet(rows.map(([key, value]) => ({ key, value })))
  expect((await root.send('POST', `/config${site}`, form([{ name: 'config', value }]))).status).toBe(201)
}

/** As a stranger asks, at `/sites/live/…`. */
async function read(path: string, environment = 'live'): Promise<Reply> {
  const url = `http://127.0.0.1/sites/${environment}${site}${path}`
  return replyOf(await workspace.service.fetch(new Request(url), 'anyone'))
}

beforeAll(async () => {
  workspace = await openWorkspace()
  root = owner(workspace)
  await writePage(
    root,
    `${site}/open.html`,
    page('Open', [
      ['tags', 'Ships, Ferries'],
      ['image', '/media/b.png'],
      ['robots', 'max-image-preview:none']
    ])
  )
  await writePage(root, `${site}/hidden.html`, page('Hidden', [['robots', 'nofollow, NOINDEX']]))
  await writePage(root, `${site}/bulk/kept.html`, page('Kept'))
  await writePage(root, `${site}/shut/secret.html`, page('Secret'))
  await writePage(root, `${site}/a b.html`, page('Blank'))
  await put('/metadata.json', sheet([{ URL: '/bulk/**', robots: 'noindex' }]), 'application/json')
  for (const path of ['/open', '/hidden', '/bulk/kept', '/shut/secret', '/a%20b', '/metadata.json'])
    await publish(path)
})
afterAll(() => workspace.close())

describe('the head of a published page', () => {
  it('U8 names absolute addresses where the site’s config names its public host, and none without', async () => {
    await configure([])
    const without = text(await read('/open'))
    expect(without).toContain(`<meta property="og:image" content="/sites/live${site}/media/b.png">`)
    expect(without).not.toContain('rel="canonical"')
    expect(without).not.toContain('og:url')
    for (const line of [
      '<meta property="article:tag" content="Ships">',
      '<meta property="article:tag" content="Ferries">',
      '<meta name="twitter:card" content="summary_large_image">',
      '<meta name="twitter:title" content="Open">'
    ])
      expect(without).toContain(line)
    await configure([['cdn.prod.host', 'www.harbour.example']])
    const reply = await read('/open')
    for (const line of [
      '<link rel="canonical" href="https://www.harbour.example/open">',
      '<meta property="og:url" content="https://www.harbour.example/open">',
      '<meta property="og:image" content="https://www.harbour.example/media/b.png">',
      '<meta name="twitter:image" content="https://www.harbour.example/media/b.png">'
    ])
      expect(text(reply)).toContain(line)
    expect(text(reply)).toContain(`<img src="/sites/live${site}/media/a.png"`)
    // what is no host counts as none
    await configure([['cdn.prod.host', 'https://name:word@www.harbour.example/path']])
    expect(text(await read('/open'))).toBe(without)
  })

  it('U8 holds what the site’s head.html says, which is no page; a page of that name is one', async () => {
    await put(
      '/head.html',
      '<meta name="theme-color" content="#fff">\n<link rel="icon" href="/icon.svg">\n<script type="application/ld+json">{"a": "</b>"}</script>\n<meta http-equiv="refresh" content="0;url=https://elsewhere.example/"><base href="https://elsewhere.example/">',
      'text/html'
    )
    await publish('/head')
    const html = text(await read('/open'))
    expect(html).toContain('<meta name="theme-color" content="#fff">')
    expect(html).toContain(`<link rel="icon" href="/sites/live${site}/icon.svg">`)
    expect(html).toContain('<script type="application/ld+json">{"a": "</b>"}</script>')
    expect(html).not.toContain('elsewhere.example')
    expect(text(await read('/head'))).toMatch(/^<meta name="theme-color"/)
    expect(text(await read('/sitemap.xml'))).not.toContain('/head<')
    await writePage(root, `${site}/head.html`, page('Heads of the harbour'))
    await publish('/head')
    expect(text(await read('/open'))).not.toContain('theme-color')
    expect(text(await read('/head'))).toContain('<h1 id="heads-of-the-harbour">')
  })
})

describe('the query index', () => {
  it('U3 U8 follows the public host and the head of all pages, without another publication', async () => {
    await put(
      '/helix-query.yaml',
      'version: 1\nindices:\n  all:\n    target: /query-index.json\n    include: [/open]\n    properties:\n      place: {select: \'link[rel="canonical"]\', value: "attribute(el, \'href\')"}\n      color: {select: \'meta[name="theme-color"]\', value: "attribute(el, \'content\')"}\n',
      'application/yaml'
    )
    const row = async () => {
      const reply = await read('/query-index.json')
      return reply.status === 200 ? json<{ data: unknown[] }>(reply).data[0] : null
    }
    await configure([])
    await vi.waitFor(async () => expect(await row()).toEqual({ path: '/open', place: '', color: '' }))
    await configure([['cdn.prod.host', 'www.harbour.example']])
    const place = 'https://www.harbour.example/open'
    await vi.waitFor(async () => expect(await row()).toEqual({ path: '/open', place, color: '' }))
    await put('/head.html', '<meta name="theme-color" content="#000">', 'text/html')
    await publish('/head')
    await vi.waitFor(async () => expect(await row()).toEqual({ path: '/open', place, color: '#000' }))
    await writePage(root, `${site}/head.html`, page('Heads of the harbour'))
    await publish('/head')
    await configure([])
  })
})

describe('the headers of answers', () => {
  it('U9 are those of the site’s headers sheet, by pattern, and never those that guard the service', async () => {
    await put(
      '/headers.json',
      sheet([
        { URL: '/**', 'X-Robots-Tag': 'noarchive', Link: '</styles.css>; rel=preload' },
        { URL: '/open', key: 'Content-Language', value: 'de\u00e9\r\nSet-Cookie: a=b' },
        ...[
          'Content-Security-Policy',
          'Set-Cookie',
          'Content-Type',
          'Location',
          'Access-Control-Allow-Credentials',
          'Cache-Control',
          'Clear-Site-Data',
          'X-Accel-Redirect',
          'Service-Worker-Allowed'
        ].map((key) => ({ URL: '/**', key, value: 'quokka' }))
      ]),
      'application/json'
    )
    await publish('/headers.json')
    const reply = await read('/open')
    expect(reply.headers).toMatchObject({
      'x-robots-tag': 'noarchive',
      link: '</styles.css>; rel=preload',
      'content-language': 'de%C3%A9%0D%0ASet-Cookie: a=b'
    })
    expect(JSON.stringify(reply.headers)).not.toContain('quokka')
    expect(reply.headers['content-security-policy']).toMatch(/^sandbox/)
    const data = await read('/metadata.json')
    expect(data.headers['x-robots-tag']).toBe('noarchive')
    expect(data.headers['link']).toBeUndefined()
  })
})

describe('what crawlers ask for', () => {
  it('U10 the sitemap lists every live page that everybody may read and that does not ask to be left out', async () => {
    await configure([['delivery.protected', `${site}/shut`]])
    const reply = await read('/sitemap.xml')
    expect(reply.headers['content-type']).toBe('application/xml')
    const places = [...text(reply).matchAll(/<loc>(.*?)<\/loc>/g)].map(([, place]) => place)
    const base = `http://127.0.0.1/sites/live${site}`
    expect(places).toEqual([`${base}/a%20b`, `${base}/head`, `${base}/open`])
    expect(text(reply)).toMatch(/<lastmod>\d{4}-\d\d-\d\dT/)
    await configure([
      ['delivery.protected', `${site}/shut`],
      ['cdn.prod.host', 'https://www.harbour.example']
    ])
    expect(text(await read('/sitemap.xml'))).toContain('<loc>https://www.harbour.example/open</loc>')
    expect(text(await read('/robots.txt'))).toBe(
      'User-agent: *\nAllow: /\n\nSitemap: https://www.harbour.example/sitemap.xml\n'
    )
    expect(text(await read('/robots.txt', 'preview'))).toBe('User-agent: *\nDisallow: /\n')
    for (const part of ['2', '99999999']) expect((await read(`/sitemap.xml?part=${part}`)).status).toBe(404)
    expect((await read('/sitemap.xml?part=x')).status).toBe(400)
    // the same for who may read what is protected
    const own = await root.send('GET', `/sites/live${site}/sitemap.xml`)
    expect(text(own)).not.toContain('secret')
    await configure([['delivery.protected', site]])
    for (const path of ['/sitemap.xml', '/robots.txt']) expect((await read(path)).status).toBe(401)
    await configure([])
  })

  it('U10 of a site without a page that everybody may read there is none, as of a site that is not there', async () => {
    for (const path of ['/sitemap.xml', '/robots.txt'])
      for (const nowhere of ['/sites-of/none', '/no/where']) {
        const url = `http://127.0.0.1/sites/live${nowhere}${path}`
        expect((await workspace.service.fetch(new Request(url), 'anyone')).status).toBe(404)
      }
  })

  it('U10 files of the site’s own go before', async () => {
    await put('/robots.txt', 'User-agent: quokka\n', 'text/plain')
    await put('/sitemap.xml', '<urlset/>', 'application/xml')
    await publish('/robots.txt')
    await publish('/sitemap.xml')
    expect(text(await read('/robots.txt'))).toBe('User-agent: quokka\n')
    expect(text(await read('/sitemap.xml'))).toBe('<urlset/>')
  })
})
