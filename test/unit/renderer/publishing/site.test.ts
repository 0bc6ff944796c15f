import { afterEach, describe, expect, it, vi } from 'vitest'
import { contentPath } from '../../../../src/common/content/paths'
import { preparePage } from '../../../../src/renderer/src/features/publishing/site/prepare-page'
import {
  fileAt,
  linkedRest,
  restOf,
  visit
} from '../../../../src/renderer/src/features/publishing/site/visit'
import { sanitize } from '../../../../src/renderer/src/engines/preview/sanitize'

const site = contentPath('/acme/my web')
const base = '/sites/live/acme/my%20web'
const place = { environment: 'live', rest: '/docs/a' } as const
const signal = new AbortController().signal
afterEach(() => vi.unstubAllGlobals())

describe('the live site in a tab', () => {
  it('U1 an address is typed as a path, with or without a slash, encoded or not, or as a whole address of the site', () => {
    const typed = {
      '/docs/a': '/docs/a',
      ' docs/ä b ': '/docs/%C3%A4%20b',
      '/docs/%C3%A4': '/docs/%C3%A4',
      '/fares.json?sheet=b': '/fares.json?sheet=b',
      'http://127.0.0.1:4502/sites/live/acme/my%20web/docs/a': '/docs/a',
      '/sites/preview/acme/my%20web': '/',
      '/../../../../source/acme/x': '/source/acme/x',
      '//evil.example/x': '/evil.example/x',
      '': '/'
    }
    for (const [text, rest] of Object.entries(typed)) expect(restOf(text, site), text).toBe(rest)
    expect(fileAt(site, '/docs/')).toBe('/acme/my web/docs/index.html')
    expect(fileAt(site, '/a.json?sheet=b')).toBe('/acme/my web/a.json')
  })

  it('U1 a link leads on in the tab only when it stays in the site and its state', () => {
    const inside = { b: '/docs/b', '../c/': '/c/', [`${base}/d?x=1#y`]: '/d?x=1', [base]: '/' }
    for (const [href, rest] of Object.entries(inside)) expect(linkedRest(href, site, place), href).toBe(rest)
    const outside = [
      '#here',
      'https://example.com/',
      '//example.com/docs',
      'javascript:alert(1)',
      'mailto:a@example.com',
      '/source/acme/my%20web/secret.html',
      '/sites/live/acme/my%20web-2/x',
      '/sites/preview/acme/my%20web/x',
      '../../../../../source/x'
    ]
    for (const href of outside) expect(linkedRest(href, site, place), href).toBeNull()
  })

  it('U1 N3 a page asks for nothing but its own published pictures, and nothing in it can act', async () => {
    const asked: string[] = []
    vi.stubGlobal('fetch', (url: string) => {
      asked.push(url)
      return url.endsWith('missing.png')
        ? Promise.resolve(new Response(null, { status: 404 }))
        : Promise.resolve(new Response(new Uint8Array([1, 2]), { headers: { 'Content-Type': 'image/png' } }))
    })
    const page = await preparePage(
      `<title> A page </title><body onload="x()"><main><script>x()</script><a href="${base}/b">B</a><a href="javascript:x()">J</a>
       <a href="${base}/b">B</a><img src="${base}/a.png" srcset="https://evil.example/2x.png 2x"><img alt="gone" src="${base}/missing.png">
       <img src="https://evil.example/pixel.png"><img src="/source/acme/my%20web/secret.png"><img src="${base}/../../../../app/tokens">
       <video src="https://evil.example/v.mp4"></video><iframe src="https://evil.example/"></iframe></main>`,
      site,
      place,
      signal
    )
    expect(asked.sort()).toEqual([`${base}/a.png`, `${base}/missing.png`])
    expect(page.title).toBe('A page')
    expect(page.links).toEqual([{ words: 'B', href: `${base}/b`, rest: '/b' }])
    expect(page.html).toContain('data:image/png;base64,AQI=')
    expect(page.html).toContain('gone · This picture is not published, or too large to be shown here')
    const shown = sanitize(page.html).root.outerHTML
    expect(shown).not.toMatch(/evil\.example|<script|onload|<iframe|href="javascript/)
  })

  it('U1 tells a page, data, a picture and a refusal apart, and where a redirect led', async () => {
    const answers: Readonly<Record<string, [body: string, type: string, status: number, url?: string]>> = {
      '/': ['<p>home</p>', 'text/html; charset=utf-8', 200],
      '/gone': ['<p>404</p>', 'text/html', 404],
      '/old': ['<p>new</p>', 'text/html', 200, `${base}/new`],
      '/data.json': ['{"a":1}', 'application/json', 200],
      '/a.png': ['', 'image/png', 200],
      '/closed': ['{"error":"It is protected."}', 'application/json', 401]
    }
    vi.stubGlobal('fetch', (address: string) => {
      const [body, type, status, url] = answers[address.slice(base.length)] ?? ['', 'text/html', 500]
      const answer = new Response(body, { status, headers: { 'Content-Type': type } })
      Object.defineProperty(answer, 'url', { value: new URL(url ?? address, location.href).href })
      return Promise.resolve(answer)
    })
    const at = (rest: string) => visit(site, { environment: 'live', rest }, signal)
    expect(await at('/')).toEqual({ kind: 'page', html: '<p>home</p>', rest: '/', missing: false })
    expect(await at('/gone')).toMatchObject({ kind: 'page', missing: true })
    expect(await at('/old')).toMatchObject({ kind: 'page', rest: '/new' })
    expect(await at('/data.json')).toMatchObject({ kind: 'text', text: '{\n  "a": 1\n}', rest: '/data.json' })
    expect(await at('/a.png')).toEqual({ kind: 'picture', address: `${base}/a.png`, rest: '/a.png' })
    expect(await at('/closed')).toEqual({ kind: 'failed', message: 'It is protected.' })
  })
})
