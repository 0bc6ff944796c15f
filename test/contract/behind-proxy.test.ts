import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { randomBytes } from 'node:crypto'
import { mkdtemp, mkdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { behindProxy, openBehindProxy } from './behind-proxy'
import { makeToken } from './over-http'
import { contractPart, contractSuite } from './suite'

/** The whole takes four times as long, and finds what this part does. */
const cases = process.env['GALLEY_WHOLE_CONTRACT'] === '1' ? contractSuite : contractPart

describe('OP5 behind a proxy with TLS and a base path', () => cases(behindProxy))

describe.each([
  ['hands the base path on', false],
  ['takes the base path away', true]
])('OP5 a proxy that %s', (_, strips) => {
  let folder: string
  let behind: Awaited<ReturnType<typeof openBehindProxy>>
  let token: string
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'galley-behind-'))
    await mkdir(join(folder, 'assets'))
    await writeFile(join(folder, 'index.html'), '<!doctype html><title>Galley</title>')
    behind = await openBehindProxy('/galley', { strips, uiFolder: folder })
    token = await makeToken(behind.location)
  })
  afterAll(async () => {
    await behind.close()
    await rm(folder, { recursive: true, force: true })
  })
  const authorized = () => ({ Authorization: `Bearer ${token}` })

  it('OP5 every address in answers, links and published pages has the origin and the base path', async () => {
    const { base, ask } = behind
    const html = '<body><main><div><p><a href="/other">x</a></p></div></main></body>'
    const written = await ask('/source/acme/site/page.html', {
      method: 'PUT',
      headers: { ...authorized(), 'Content-Type': 'text/html' },
      body: html
    })
    expect(JSON.parse(written.body.toString())).toMatchObject({
      source: {
        editUrl: `${base}/#/edit/acme/site/page.html`,
        contentUrl: `${base}/source/acme/site/page.html`
      },
      aem: { liveUrl: `${base}/sites/live/acme/site/page` }
    })
    const published = await ask('/publish/live/acme/site/main/page', {
      method: 'POST',
      headers: authorized()
    })
    expect(published.status).toBe(200)
    expect(published.body.toString()).toContain(`${base}/sites/live/acme/site/page`)
    const page = await ask('/sites/live/acme/site/page')
    expect(page.body.toString()).toContain('href="/galley/sites/live/acme/site/other"')
    const root = await ask('/sites/live/acme/site')
    expect([root.status, root.headers.location]).toEqual([301, '/galley/sites/live/acme/site/'])
  })

  it('A5 OP5 a link signs in at the outside address, with a cookie for the base path alone', async () => {
    const [link = ''] = behind.links
    expect(link).toMatch(new RegExp(`^${behind.base}/session/`))
    const opened = await behind.ask(link.slice(behind.base.length))
    const [cookie = ''] = opened.headers['set-cookie'] ?? []
    expect(cookie).toMatch(/^__Secure-galley_session=.*; Path=\/galley; HttpOnly; SameSite=Strict; Secure$/)
    const text = opened.body.toString()
    expect(text).toContain('src="/galley/sign-in.js"')
    const key = /name="galley-page-key" content="([^"]+)"/.exec(text)?.[1] ?? ''
    const pair = cookie.split(';')[0] ?? ''
    const interfacePage = await behind.ask('/', { headers: { Cookie: pair } })
    expect(interfacePage.body.toString()).toContain('<title>Galley</title>')
    const put = (origin: string) =>
      behind.ask('/source/acme/site/signed.html', {
        method: 'PUT',
        headers: { Cookie: pair, 'X-Galley-Page': key, Origin: origin, 'Content-Type': 'text/html' },
        body: '<p>x</p>'
      })
    expect((await put('https://elsewhere.example')).status).toBe(401)
    expect((await put(new URL(behind.base).origin)).status).toBe(201)
  })

  it('S1 OP5 megabytes go in and come out byte for byte', async () => {
    const body = randomBytes(3_000_000)
    const written = await behind.ask('/source/acme/site/large.bin', {
      method: 'PUT',
      headers: { ...authorized(), 'Content-Type': 'application/octet-stream' },
      body
    })
    expect(written.status).toBe(201)
    const read = await behind.ask('/source/acme/site/large.bin', { headers: authorized() })
    expect(Buffer.compare(read.body, body)).toBe(0)
  })

  it('OP5 an event stream comes through as things happen, and ends with a word', async () => {
    let wrote = false
    const heard = await behind.ask('/events', {
      headers: authorized(),
      until(soFar) {
        if (soFar.includes('event: hello') && !wrote) {
          wrote = true
          void behind.ask('/source/acme/site/live.html', {
            method: 'PUT',
            headers: { ...authorized(), 'Content-Type': 'text/html' },
            body: '<p>now</p>'
          })
        }
        return soFar.includes('/acme/site/live.html')
      }
    })
    expect(heard.status).toBe(200)
  })

  it.skipIf(strips)('OP5 the base path without its slash leads to the interface', async () => {
    const moved = await behind.ask('', {})
    expect([moved.status, moved.headers.location]).toEqual([308, '/galley/'])
  })

  it('A6 OP5 another host is refused, whatever the proxy says of it', async () => {
    const { ask } = behind
    const refused = await ask('/healthz', {
      headers: { Host: 'evil.example', 'X-Forwarded-Host': new URL(behind.base).host }
    })
    expect(refused.status).toBe(403)
  })
})
