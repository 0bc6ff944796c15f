import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { SiteCode } from '../../../src/common/site-code'
import { createSiteLooks } from '../../../src/main/desktop/site-looks'
import { openWorkspace, type Workspace } from '../../contract/in-process'

const site = '/acme/web'
const page = (words: string) =>
  `<body><header></header><main><div>${words}</div></main><footer></footer></body>`

let workspace: Workspace
let folder = ''
let stored: Readonly<Record<string, SiteCode>> = {}
let isTrusted = true

beforeAll(async () => {
  workspace = await openWorkspace()
  folder = await mkdtemp(join(tmpdir(), 'galley-code-'))
  for (const [name, text] of Object.entries({
    'head.html': '<script src="/scripts/a.js" type="module"></script>',
    'scripts/a.js': 'run()',
    'icons/bird.svg': '<svg xmlns="http://www.w3.org/2000/svg"/>',
    'about.html': '<p>not the content</p>',
    '.git/config': 'hidden',
    'node_modules/a/a.js': 'hidden',
    'keys.pem': 'hidden'
  })) {
    await mkdir(dirname(join(folder, name)), { recursive: true })
    await writeFile(join(folder, name), text)
  }
  const elsewhere = join(folder, '..', `outside-${Date.now()}.js`)
  await writeFile(elsewhere, 'outside')
  await symlink(elsewhere, join(folder, 'scripts/linked.js'))
  for (const [path, text] of Object.entries({
    'about.html': page('<h1>About</h1><p><a href="/boats/">Boats</a><img src="/media/x.svg"></p>'),
    'nav.html': page('<p>Bar</p>'),
    'boats/index.html': page('<h1>Boats</h1>'),
    'rows.json': '{":type":"sheet",":sheetname":"data","total":1,"data":[{"A":"1"}]}',
    'media/x.svg': '<svg xmlns="http://www.w3.org/2000/svg"><title>x</title></svg>'
  }))
    await ask(`/source${site}/${path}`, { method: 'PUT', body: text })
})
afterAll(async () => {
  await workspace.close()
  await rm(folder, { recursive: true, force: true })
})
beforeEach(() => {
  stored = {}
  isTrusted = true
})

const ask = (path: string, init?: RequestInit) =>
  workspace.service.fetch(new Request(`galley://app${path}`, init), 'owner')
const looks = () =>
  createSiteLooks({
    location: () => workspace.location,
    isTrusted: () => isTrusted,
    ask: (request) => workspace.service.fetch(request, 'owner'),
    stored: () => stored,
    store: (all) => (stored = all)
  })

async function shown(code: SiteCode, look: 'draft' | 'preview' | 'live' = 'draft') {
  const all = looks()
  const { origins } = await all.set(site, code)
  const get = async (path: string, init: RequestInit = {}) => {
    const answer = await all.answer(new Request(`${origins?.[look] ?? ''}${path}`, init))
    return { status: answer.status, headers: answer.headers, text: await answer.text() }
  }
  return { all, get }
}
const inFolder = (): SiteCode => ({ kind: 'folder', folder })

describe('the origin of a site with its own code', () => {
  it('E23 a draft is the page as it is typed, with the head of the code and without Galley’s style; its addresses are those of the site', async () => {
    const { all, get } = await shown(inFolder())
    const saved = await get('/about')
    expect(saved).toMatchObject({ status: 200 })
    expect(saved.text).toContain('<h1 id="about">About</h1>')
    expect(saved.text).toContain('<script src="/scripts/a.js" type="module"></script>')
    expect(saved.text).toContain('<a href="/boats/">')
    expect(saved.text).not.toContain('max-width:46rem')
    all.typed(`${site}/about.html`, page('<h1>Typed</h1>'))
    expect((await get('/about')).text).toContain('<h1 id="typed">Typed</h1>')
    all.typed(`${site}/about.html`, null)
    expect((await get('/about')).text).toContain('<h1 id="about">About</h1>')
    const said = page(
      '<div class="metadata"><div><div>json-ld</div><div>{"a":1}</div></div></div><h1>Said</h1>'
    )
    all.typed(`${site}/about.html`, said)
    expect((await get('/about')).text).toMatch(/ld\+json[^]*<script src="\/scripts\/a\.js"/)
    expect((await get('/nav.plain.html')).text).toBe('<div><p>Bar</p></div>\n')
    expect((await get('/boats/')).text).toContain('Boats')
    expect((await get('/media/x.svg')).text).toContain('<title>x</title>')
  })

  it('E23 published pages come as they are published; content goes before the code, but for what only code is', async () => {
    const { get } = await shown(inFolder(), 'live')
    expect((await get('/about')).status).toBe(404)
    for (const path of ['about', 'boats/', 'rows.json'])
      expect((await ask(`/publish/live${site}/main/${path}`, { method: 'POST' })).status).toBe(200)
    expect((await get('/about')).text).toContain('<h1 id="about">About</h1>')
    expect((await get(`/sites/live${site}/about`)).text).toContain('<h1 id="about">About</h1>')
    expect((await get('/boats')).text).toContain('url=/boats/')
    expect(JSON.parse((await get('/rows.json')).text)).toMatchObject({ data: [{ A: '1' }] })
    expect((await get('/scripts/a.js')).text).toBe('run()')
    expect((await get('/scripts/a.js')).headers.get('Content-Type')).toMatch(/^text\/javascript/)
    expect((await get('/icons/bird.svg')).headers.get('Content-Type')).toBe('image/svg+xml')
  })

  it('E23 only what makes a site look like itself is given out of the folder: nothing hidden, no packages, nothing that a link leads out to', async () => {
    const { get } = await shown(inFolder())
    for (const path of [
      '/.git/config',
      '/node_modules/a/a.js',
      '/keys.pem',
      '/scripts/linked.js',
      '/scripts/../../x.js',
      '/..%2f..%2fetc%2fpasswd.txt',
      '/scripts%5c..%5ca.js',
      '/scripts/a.js%00.css'
    ]) {
      const { status, text } = await get(path)
      expect([path, status >= 400, /hidden|outside|root:/.test(text)]).toEqual([path, true, false])
    }
    expect((await get('/about', { method: 'POST', body: 'x' })).status).toBe(405)
    expect((await get('/about')).headers.get('Content-Security-Policy')).toContain("connect-src 'self'")
  })

  it('E23 code at an address is asked for by its path alone, and kept for a moment; what is wrong with it is said', async () => {
    const heard: string[] = []
    const server = createServer((asked, answer) => {
      heard.push(
        `${asked.method} ${asked.url} ${asked.headers.cookie ?? ''}${asked.headers.authorization ?? ''}`
      )
      if (asked.url?.endsWith('.js')) answer.end('far()')
      else answer.writeHead(404).end()
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const address = server.address()
    const port = typeof address === 'object' && address ? address.port : 0
    const { get } = await shown({ kind: 'address', address: `http://127.0.0.1:${port}/` })
    expect((await get('/scripts/a.js?secret=1')).text).toBe('far()')
    expect((await get('/scripts/a.js')).text).toBe('far()')
    expect(heard).toEqual(['GET /scripts/a.js '])
    expect((await get('/about')).text).toContain('About')
    await new Promise((resolve) => server.close(resolve))
    const gone = await get('/scripts/b.js')
    expect(gone).toMatchObject({ status: 502 })
    expect(gone.text).toContain(`127.0.0.1:${port}`)
  })

  it('E23 T1 it is shown only while its code is known and the workspace is trusted; a wrong address is refused with the reason', async () => {
    const { all, get } = await shown(inFolder())
    expect(Object.keys(stored)).toEqual([`${workspace.location}\n${site}`])
    isTrusted = false
    expect(all.state(site)).toMatchObject({ isHeld: true, origins: null })
    expect((await get('/about')).status).toBe(404)
    isTrusted = true
    await Promise.all([all.set('/acme/one', inFolder()), all.set('/acme/two', inFolder())])
    expect(Object.keys(stored)).toHaveLength(3)
    for (const one of [site, '/acme/one', '/acme/two']) await all.set(one, null)
    expect(all.state(site)).toEqual({ code: null, origins: null, isHeld: false })
    expect((await get('/about')).status).toBe(404)
    for (const wrong of ['ftp://x', 'http://me:secret@x/', 'http://x/?a=1', 'x'])
      await expect(all.set(site, { kind: 'address', address: wrong })).rejects.toThrow(/address|https/)
    const none = { kind: 'folder' as const, folder: join(folder, 'none') }
    await expect(all.set(site, none)).rejects.toMatchObject({ reason: 'not-found' })
    expect(stored).toEqual({})
  })
})
