import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { PublishAnswer, PublishStatus } from '../../src/common/publishing/answers'
import { boat, boatDocument } from './cases/publishing'
import { page } from './kit'
import type { HttpWorkspace } from './over-http'
import { makeToken, openHttp } from './over-http'

/** What only a real listener shows: tokens of every kind, headers for readers elsewhere, redirects. */

let http: HttpWorkspace
let bearer: string
beforeAll(async () => {
  http = await openHttp()
  bearer = `Bearer ${await makeToken(http.location)}`
})
afterAll(() => http.close())

const ask = (method: string, path: string, headers: Record<string, string> = {}, body?: string) =>
  fetch(http.server.origin + path, {
    method,
    headers,
    redirect: 'manual',
    ...(body === undefined ? {} : { body })
  })

async function put(path: string, body: string, type = 'text/html'): Promise<void> {
  const answer = await ask('PUT', `/source${path}`, { Authorization: bearer, 'Content-Type': type }, body)
  expect(answer.status, await answer.text()).toBeLessThan(300)
}

async function publish(
  path: string,
  headers: Record<string, string> = { Authorization: bearer }
): Promise<number> {
  const [, org, site, ...rest] = path.split('/')
  const answer = await ask('POST', `/publish/live/${org}/${site}/main/${rest.join('/')}`, headers)
  await answer.text()
  return answer.status
}

async function configure(path: string, rows: readonly object[], sheet = 'data'): Promise<void> {
  const form = new FormData()
  form.set(
    'config',
    JSON.stringify({ ':type': 'sheet', ':sheetname': sheet, total: rows.length, data: rows })
  )
  const answer = await fetch(`${http.server.origin}/config${path}`, {
    method: 'POST',
    headers: { Authorization: bearer },
    body: form
  })
  expect(answer.status, await answer.text()).toBe(201)
}

const status = async (path: string, headers: Record<string, string> = {}) => {
  const answer = await ask('GET', path, headers)
  await answer.arrayBuffer()
  return answer.status
}

describe('who publishes', () => {
  it('A3 without a token, or with one of another kind, nothing is published: 401 with an empty body', async () => {
    await put('/who/site/a.html', page('x'))
    const site = await makeToken(http.location, { kind: 'site', site: 'who/site' })
    for (const headers of [
      {},
      { Authorization: `token ${site}` },
      { 'X-Auth-Token': site },
      { 'X-Auth-Token': 'x' }
    ]) {
      for (const [method, topic] of [
        ['POST', 'live'],
        ['GET', 'status'],
        ['DELETE', 'preview']
      ] as const) {
        const answer = await ask(method, `/publish/${topic}/who/site/main/a`, headers)
        expect([answer.status, await answer.text()]).toEqual([401, ''])
      }
    }
    expect(await status('/sites/live/who/site/a')).toBe(404)
  })

  it('A3 an admin token publishes in its site, under its name, and opens nothing else', async () => {
    await put('/adm/one/a.html', page('x'))
    await put('/adm/two/a.html', page('x'))
    const own = {
      'X-Auth-Token': await makeToken(http.location, {
        kind: 'admin',
        site: 'adm/one',
        email: 'bot@example.com'
      })
    }
    const all = { 'X-Auth-Token': await makeToken(http.location, { kind: 'admin' }) }
    expect(await publish('/adm/one/a', own)).toBe(200)
    expect(await publish('/adm/two/a', own)).toBe(401)
    expect(await publish('/adm/two/a', all)).toBe(200)
    const answer = await ask('GET', '/publish/status/adm/one/main/a', own)
    expect(((await answer.json()) as PublishStatus).live.lastModifiedBy).toBe('bot@example.com')
    expect(await status('/source/adm/one/a.html', own)).toBe(401)
  })

  it('A3 an admin token and the token of an author are taken alike, in each of the ways in which clients write them', async () => {
    await put('/ways/site/a.html', page('x'))
    const admin = await makeToken(http.location, {
      kind: 'admin',
      site: 'ways/site',
      email: 'bot@example.com'
    })
    const author = await makeToken(http.location, { email: 'author@example.com' })
    const site = await makeToken(http.location, { kind: 'site', site: 'ways/site' })
    const waysOf = (token: string) => [
      { 'X-Auth-Token': token },
      { Authorization: `Bearer ${token}` },
      { Authorization: `token ${token}` }
    ]
    for (const [token, email] of [
      [admin, 'bot@example.com'],
      [author, 'author@example.com']
    ] as const)
      for (const way of waysOf(token)) {
        const answer = await ask('POST', '/publish/preview/ways/site/main/a', way)
        expect(answer.status, JSON.stringify(way)).toBe(200)
        expect(((await answer.json()) as PublishAnswer).preview?.lastModifiedBy).toBe(email)
        if (token === admin) {
          expect(await publish('/ways/other/a', way)).toBe(401)
          expect(await status('/source/ways/site/a.html', way)).toBe(401)
        }
      }
    for (const way of waysOf(site)) expect(await publish('/ways/site/a', way)).toBe(401)
    expect(await publish('/ways/site/a', { 'X-Auth-Token': 'x', Authorization: `Bearer ${author}` })).toBe(
      401
    )
    const told = await ask('POST', '/publish/preview/ways/site/main/a', {})
    expect([told.headers.get('x-error'), await told.text()]).toEqual(['Not authenticated.', ''])
  })

  it('P6 A3 who may not write a path may not publish it, and is not told whether it exists', async () => {
    await put('/perm/site/a.html', page('x'))
    const reader = {
      Authorization: `Bearer ${await makeToken(http.location, { email: 'reader@example.com' })}`
    }
    const form = new FormData()
    const rows = [
      { path: 'CONFIG', actions: 'write', groups: 'maria@example.com' },
      { path: '/**', actions: 'write', groups: 'maria@example.com' },
      { path: '/site/**', actions: 'read', groups: 'reader@example.com' }
    ]
    form.set(
      'config',
      JSON.stringify({ ':type': 'sheet', ':sheetname': 'permissions', total: 3, data: rows })
    )
    await fetch(`${http.server.origin}/config/perm`, {
      method: 'POST',
      headers: { Authorization: bearer },
      body: form
    })
    expect(await publish('/perm/site/a', reader)).toBe(403)
    expect(await publish('/perm/site/none', reader)).toBe(403)
    expect(await status('/publish/status/perm/site/main/a', reader)).toBe(200)
    expect(await status('/publish/status/perm/other/main/a', reader)).toBe(403)
    expect(await publish('/perm/site/a')).toBe(200)
  })
})

describe('who reads', () => {
  it('F6 without a token the answer is public, with one nobody may keep it; pages of any origin may read it', async () => {
    await put('/pub/site/tern.html', boatDocument())
    await publish('/pub/site/tern')
    const open = await ask('GET', '/delivery/live/pub/site/tern')
    expect(await open.json()).toEqual({ ...boat, hull: 42 })
    expect(open.headers.get('cache-control')).toMatch(/^public/)
    expect(open.headers.get('access-control-allow-origin')).toBe('*')
    const token = {
      Authorization: `token ${await makeToken(http.location, { kind: 'site', site: 'pub/site' })}`
    }
    const withToken = await ask('GET', '/delivery/live/pub/site/tern', token)
    expect([withToken.status, withToken.headers.get('cache-control')]).toEqual([200, 'private, no-store'])
    await withToken.text()
    const before = await ask('OPTIONS', '/delivery/live/pub/site/tern')
    expect([before.status, before.headers.get('access-control-allow-headers')]).toEqual([
      204,
      'authorization, if-none-match, range'
    ])
    const head = await ask('HEAD', '/delivery/live/pub/site/tern')
    expect([head.status, head.headers.get('etag'), await head.text()]).toEqual([
      200,
      open.headers.get('etag'),
      ''
    ])
  })

  it('F6 A3 a protected site opens to its own site token only, whether something is there or not', async () => {
    await put('/prot/site/tern.html', boatDocument())
    await publish('/prot/site/tern')
    expect(await status('/delivery/live/prot/site/tern')).toBe(200)
    await configure('/prot/site', [{ key: 'delivery.protected', value: '/prot/site' }])
    const right = {
      Authorization: `token ${await makeToken(http.location, { kind: 'site', site: 'prot/site' })}`
    }
    const wrong = [
      {},
      { Authorization: 'token x' },
      { Authorization: bearer },
      { Authorization: `token ${await makeToken(http.location, { kind: 'site', site: 'prot/other' })}` },
      {
        Authorization: `token ${await makeToken(http.location, { kind: 'site', site: 'prot/site', revokedAt: 1 })}`
      },
      {
        Authorization: `token ${await makeToken(http.location, { kind: 'site', site: 'prot/site', expiresAt: 1 })}`
      }
    ]
    for (const address of [
      '/delivery/live/prot/site/tern',
      '/delivery/live/prot/site/none',
      '/sites/live/prot/site/tern',
      '/sites/preview/prot/site/'
    ]) {
      for (const headers of wrong) expect(await status(address, headers), address).toBe(401)
    }
    const answer = await ask('GET', '/delivery/live/prot/site/tern', right)
    expect([answer.status, answer.headers.get('cache-control')]).toEqual([200, 'private, no-store'])
    expect(await answer.json()).toMatchObject({ name: 'Tern' })
    expect(await status('/delivery/live/prot/site/none', right)).toBe(404)
    await configure('/prot/site', [])
    expect(await status('/delivery/live/prot/site/tern')).toBe(200)
  })

  it('N5 P6 an address that hides slashes in a name, or names what is Galley’s own, opens nothing', async () => {
    const admin = { 'X-Auth-Token': await makeToken(http.location, { kind: 'admin' }) }
    for (const site of [
      'prot%2fsite/x',
      'prot/site%2fx',
      'prot%5csite/x',
      '.config/prot',
      'prot/.galley',
      'prot/%00'
    ]) {
      for (const address of [`/delivery/live/${site}/tern`, `/sites/live/${site}/tern`]) {
        expect([400, 404], address).toContain(await status(address))
      }
      expect([400, 404], site).toContain(await status(`/publish/status/${site}/main/tern`, admin))
    }
  })

  it('F6 parts of a site can be protected, from the organization too', async () => {
    for (const name of ['a', 'members/b', 'members']) {
      await put(`/part/site/${name}.html`, page(name))
      await publish(`/part/site/${name}`)
    }
    await configure('/part', [{ key: 'delivery.protected', value: '/part/site/members/**' }])
    expect(await status('/sites/live/part/site/a')).toBe(200)
    expect(await status('/sites/live/part/site/members/b')).toBe(401)
    expect(await status('/sites/live/part/site/members')).toBe(401)
  })
})

describe('addresses of a site', () => {
  it('U1 the redirects sheet sends readers on, a folder to its index, and a site to its first page', async () => {
    const location = async (path: string) => {
      const answer = await ask('GET', `/sites/live/red/site${path}`)
      await answer.text()
      return [answer.status, answer.headers.get('location')]
    }
    const rows = [
      { Source: '/old', Destination: '/new' },
      { Source: '/away/', Destination: 'https://example.com/x' },
      { source: '/docs/same', destination: '/docs/same' }
    ]
    const sheet = JSON.stringify({ ':type': 'sheet', ':sheetname': 'redirects', total: 3, data: rows })
    await put('/red/site/redirects.json', sheet, 'application/json')
    await put('/red/site/docs/index.html', page('docs'))
    expect(await location('/old')).toEqual([404, null])
    await publish('/red/site/redirects.json')
    await publish('/red/site/docs/')
    expect(await location('/old')).toEqual([301, '/sites/live/red/site/new'])
    expect(await location('/away')).toEqual([301, 'https://example.com/x'])
    expect(await location('/docs/same')).toEqual([404, null])
    expect(await location('/docs')).toEqual([301, '/sites/live/red/site/docs/'])
    expect(await location('')).toEqual([301, '/sites/live/red/site/'])
    expect(await location('/docs/')).toEqual([200, null])
  })

  it('U1 what is missing shows the site’s own page 404 to browsers', async () => {
    const missing = () => ask('GET', '/sites/live/lost/site/none', { Accept: 'text/html' })
    const plain = await missing()
    expect([plain.status, plain.headers.get('content-type')]).toEqual([404, 'text/html; charset=utf-8'])
    expect(await plain.text()).toContain('Page not found')
    await put('/lost/site/404.html', page('<h1>Lost at sea</h1>'))
    await publish('/lost/site/404')
    const own = await missing()
    expect(own.status).toBe(404)
    expect(await own.text()).toContain('Lost at sea')
  })
})

describe('an address in small letters', () => {
  it('U1 leads its readers to the one page or document that is published so but for capitals', async () => {
    for (const name of ['News/Page', 'News/A']) await put(`/letters/site/${name}.html`, page(name))
    expect(await publish('/letters/site/News/Page')).toBe(200)
    const leads = async (path: string) => {
      const answer = await ask('GET', path)
      await answer.arrayBuffer()
      return [answer.status, answer.headers.get('Location')]
    }
    expect(await leads('/sites/live/letters/site/news/page')).toEqual([
      301,
      '/sites/live/letters/site/News/Page'
    ])
    for (const path of ['news/a', 'NEWS/page', 'news/page.plain.html'])
      expect(await leads(`/sites/live/letters/site/${path}`)).toEqual([404, null])
  })
})

describe('a page drawn of a text', () => {
  const drawn = (path: string, body: string, headers: Record<string, string> = { Authorization: bearer }) =>
    ask('POST', `/publish/page${path}`, { 'Content-Type': 'text/html', ...headers }, body)

  it('U12 is what readers would get, with what the site says of all its pages; nothing is stored or published', async () => {
    await put('/drawn/site/metadata.json', sheetOf([{ URL: '/**', robots: 'noindex' }]), 'application/json')
    expect(await publish('/drawn/site/metadata.json')).toBe(200)
    const answer = await drawn('/drawn/site/main/docs/new', page('<h1>New</h1>'))
    const text = await answer.text()
    expect(answer.status, text).toBe(200)
    expect(answer.headers.get('Content-Security-Policy')).toBe('sandbox')
    expect(text).toContain('<h1 id="new">New</h1>')
    expect(text).toContain('<meta name="robots" content="noindex">')
    const plain = await drawn('/drawn/site/main/docs/new?plain=true', page('<h1>New</h1>'))
    expect(await plain.text()).not.toContain('<head>')
    for (const path of ['/source/drawn/site/docs/new.html', '/publish/preview/drawn/site/main/docs/new'])
      expect(await status(path, { Authorization: bearer })).toBe(404)
  })

  it('U12 needs the right to read the path; what is no page, and too large or too deep a text, are refused', async () => {
    await put('/closed/site/a.html', page('a'))
    const rows = ['CONFIG', '/site/+**'].map((path) => ({
      path,
      groups: 'maria@example.com',
      actions: 'write'
    }))
    await configure('/closed', rows, 'permissions')
    const other = { Authorization: `Bearer ${await makeToken(http.location, { email: 'eve@example.com' })}` }
    const codes = async (answer: Promise<Response>) => {
      await (await answer).arrayBuffer()
      return (await answer).status
    }
    expect(await codes(drawn('/closed/site/main/a', page('a'), other))).toBe(403)
    expect(await codes(drawn('/closed/site/main/a', page('a'), {}))).toBe(401)
    expect(await codes(drawn('/closed/site/main/a', page('a')))).toBe(200)
    expect(await codes(drawn('/closed/site/main/a.json', '{}'))).toBe(400)
    expect(await codes(drawn('/closed/site/main/a', 'x'.repeat(9_000_000)))).toBe(413)
    expect(await codes(drawn('/closed/site/main/a', '<b>'.repeat(100_000)))).toBe(422)
    expect(await codes(ask('GET', '/publish/page/closed/site/main/a', { Authorization: bearer }))).toBe(405)
  })
})

const sheetOf = (data: readonly object[]) =>
  JSON.stringify({ ':type': 'sheet', ':sheetname': 'data', total: data.length, data })
