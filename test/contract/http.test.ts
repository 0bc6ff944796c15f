import { request as httpRequest } from 'node:http'
import { connect } from 'node:net'
import { setTimeout } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { hashOfToken } from '../../src/main/callers/tokens/token-text'
import { tokensIn } from '../../src/main/callers/tokens/token-files'
import { openRecords } from '../../src/main/store'
import { startServer } from '../../src/main/server'
import { freePort } from '../support/free-port'
import { openWorkspace } from './in-process'
import { expectRefusal, page } from './kit'
import type { HttpWorkspace } from './over-http'
import { makeToken, openHttp } from './over-http'
import type { Reply } from './transport'
import { replyOf } from './transport'

let http: HttpWorkspace
let token: string

beforeAll(async () => {
  http = await openHttp()
  token = await makeToken(http.location)
})
afterAll(() => http.close())

const get = async (path: string, headers: Record<string, string> = {}): Promise<Reply> =>
  replyOf(await fetch(http.server.origin + path, { headers }))

/** A request as it stands on the wire: neither Host, Cookie nor the target is corrected. */
function wire(method: string, target: string, headers: Record<string, string>, body = ''): Promise<Reply> {
  return new Promise((resolve, reject) => {
    const request = httpRequest({
      port: http.server.port,
      host: '127.0.0.1',
      method,
      path: target,
      headers,
      agent: false
    })
    request.on('error', reject)
    request.on('response', (response) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.on('end', () => {
        const entries = Object.entries(response.headers).map(
          ([name, value]) => [name, String(value)] as const
        )
        resolve({
          status: response.statusCode ?? 0,
          headers: Object.fromEntries(entries),
          body: new Uint8Array(Buffer.concat(chunks))
        })
      })
    })
    request.end(body)
  })
}

/** Everything that comes back for these bytes until the connection ends. */
function conversation(text: string, end: 'half closed' | 'open' = 'half closed'): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(http.server.port, '127.0.0.1')
    let answer = ''
    socket.on('data', (chunk) => (answer += chunk.toString('latin1')))
    socket.on('end', () => resolve(answer))
    socket.on('error', reject)
    if (end === 'open') socket.write(text)
    else socket.end(text)
  })
}

describe('authentication over HTTP', () => {
  const endpoints = [
    ['GET', '/source/a/b/c.html'],
    ['HEAD', '/source/a/b/c.html'],
    ['PUT', '/source/a/b/c.html'],
    ['POST', '/source/a/b/c.html'],
    ['DELETE', '/source/a/b/c.html'],
    ['PATCH', '/source/a/b/c.html'],
    ['GET', '/source/a/%00'],
    ['GET', '/list/a'],
    ['POST', '/versionsource/a/b/c.html'],
    ['GET', '/versionsource/a/b/c.html'],
    ['GET', '/versionlist/a/b/c.html'],
    ['POST', '/copy/a/b/c.html'],
    ['POST', '/move/a/b/c.html'],
    ['GET', '/trash/a/b'],
    ['GET', '/events'],
    ['GET', '/app/workspace'],
    ['POST', '/app/sample']
  ] as const

  it.each(endpoints)('A2 %s %s without a token is 401 with an empty body', async (method, path) => {
    const reply = await replyOf(await fetch(http.server.origin + path, { method }))
    expect([reply.status, reply.body.length]).toEqual([401, 0])
    expect(reply.headers['www-authenticate']).toBe('Bearer')
  })

  it('A2 malformed, unknown and foreign tokens are 401 with an empty body', async () => {
    const values = [
      '',
      'Bearer',
      'Bearer ',
      'Bearer x',
      `Basic ${token}`,
      `token ${token}`,
      token,
      `Bearer ${token}x`,
      `Bearer ${token.slice(0, -1)}`,
      `Bearer ${token}, Bearer x`,
      `Bearer ${token},`,
      `Bearer ${token}, token ${token}`,
      `Bearer ${token} ${token}`,
      `Bearer galley_access_${'A'.repeat(43)}`,
      `Bearer galley_root_${'A'.repeat(43)}`,
      `Bearer ${'x'.repeat(5000)}`,
      `Bearer ../../${token}`
    ]
    for (const value of values) {
      const reply = await get('/list/', { Authorization: value })
      expect([reply.status, reply.body.length], value.slice(0, 60)).toEqual([401, 0])
    }
    expect((await get('/list/', { Authorization: `Bearer ${token}` })).status).toBe(200)
    expect((await get('/list/', { Authorization: `bearer  ${token}` })).status).toBe(200)
  })

  it('CV4 LV3 GV2 CC4 versions and configs are 401 with an empty body for a token that is missing or invalid', async () => {
    const bearer = { Authorization: `Bearer ${token}` }
    const address = `${http.server.origin}/source/own/site/page.html`
    for (const words of ['one', 'two'])
      await fetch(address, {
        method: 'PUT',
        headers: { ...bearer, 'Content-Type': 'text/html' },
        body: words
      })
    const list = await get('/versionlist/own/site/page.html', bearer)
    const [version] = JSON.parse(new TextDecoder().decode(list.body)) as { url: string }[]
    for (const [method, path] of [
      ['POST', '/versionsource/own/site/page.html'],
      ['GET', '/versionlist/own/site/page.html'],
      ['GET', version?.url ?? 'no version'],
      ['POST', '/config/own/site'],
      ['GET', '/config/own/site']
    ] as const)
      for (const headers of [{}, { Authorization: `Bearer ${token}x` }]) {
        const reply = await replyOf(await fetch(http.server.origin + path, { method, headers }))
        expect([reply.status, reply.body.length], `${method} ${path}`).toEqual([401, 0])
      }
    const after = await get('/versionlist/own/site/page.html', bearer)
    expect(after.body).toEqual(list.body)
  })

  it('A2 an expired or revoked token is 401 from that moment on', async () => {
    const soon = await makeToken(http.location, { expiresAt: Date.now() - 1 })
    expect((await get('/list/', { Authorization: `Bearer ${soon}` })).status).toBe(401)
    const later = await makeToken(http.location, { expiresAt: Date.now() + 60_000 })
    expect((await get('/list/', { Authorization: `Bearer ${later}` })).status).toBe(200)
    const files = tokensIn(openRecords(http.location))
    const record = await files.find(hashOfToken(later))
    if (record) await files.put({ ...record, revokedAt: Date.now() })
    expect((await get('/list/', { Authorization: `Bearer ${later}` })).status).toBe(401)
  })

  it('A3 site and admin tokens do not open the authoring endpoints', async () => {
    for (const kind of ['site', 'admin'] as const) {
      const other = await makeToken(http.location, { kind, site: 'a/b' })
      expect((await get('/list/', { Authorization: `Bearer ${other}` })).status).toBe(401)
      expect((await get('/list/', { Authorization: `token ${other}` })).status).toBe(401)
    }
  })

  it('A2 a damaged token record opens nothing and breaks nothing', async () => {
    const { writeFile } = await import('node:fs/promises')
    const broken = await makeToken(http.location)
    await writeFile(`${http.location}/.galley/tokens/${hashOfToken(broken)}.json`, '{"half":')
    expect((await get('/list/', { Authorization: `Bearer ${broken}` })).status).toBe(401)
    expect((await get('/list/', { Authorization: `Bearer ${token}` })).status).toBe(200)
  })

  it('A2 only the SHA-256 of a token is stored', async () => {
    const { readFile } = await import('node:fs/promises')
    const stored = await readFile(`${http.location}/.galley/tokens/${hashOfToken(token)}.json`, 'utf8')
    expect(stored).not.toContain(token.slice('galley_access_'.length))
    expect(stored).toContain(hashOfToken(token))
  })

  it('A1 a token may not change who owns the workspace, nor see where it lies', async () => {
    const headers = { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' }
    const body = JSON.stringify({ owner: { name: 'Mallory', email: 'm@example.com' } })
    const reply = await replyOf(
      await fetch(`${http.server.origin}/app/workspace`, { method: 'PUT', headers, body })
    )
    expectRefusal(reply, 403, 'forbidden')
    const info = await get('/app/workspace', { Authorization: `Bearer ${token}` })
    expect(JSON.parse(new TextDecoder().decode(info.body))).not.toHaveProperty('location')
  })
})

describe('the listener', () => {
  const auth = () => ({ Authorization: `Bearer ${token}` })

  it('A6 a foreign Host is refused before anything else, also with a token', async () => {
    const { port } = http.server
    for (const host of [
      'evil.example',
      `evil.example:${port}`,
      '127.0.0.1',
      'localhost',
      `127.0.0.1:${port + 1}`,
      `127.0.0.1.evil.example:${port}`
    ]) {
      expectRefusal(await wire('GET', '/list/', { ...auth(), Host: host }), 403, 'forbidden')
      expectRefusal(await wire('GET', '/', { Host: host }), 403, 'forbidden')
    }
    for (const host of [`127.0.0.1:${port}`, `localhost:${port}`, `LOCALHOST:${port}`, `[::1]:${port}`]) {
      expect((await wire('GET', '/list/', { ...auth(), Host: host })).status, host).toBe(200)
    }
  })

  it('A6 two Host headers, an empty one, or none, are refused', async () => {
    const own = `127.0.0.1:${http.server.port}`
    const two = await conversation(
      `GET /list/ HTTP/1.1\r\nHost: ${own}\r\nHost: evil.example\r\nConnection: close\r\n\r\n`
    )
    expect(two).toMatch(/^HTTP\/1\.1 40[03] /)
    const empty = await conversation('GET /list/ HTTP/1.1\r\nHost:\r\nConnection: close\r\n\r\n')
    expect(empty).toMatch(/^HTTP\/1\.1 403 /)
    const none = await conversation('GET /list/ HTTP/1.1\r\nConnection: close\r\n\r\n')
    expect(none).toMatch(/^HTTP\/1\.1 40[03] /)
  })

  it('A6 N5 a target that names the host is a path like any other, and only with our own host', async () => {
    const own = `127.0.0.1:${http.server.port}`
    const ask = (target: string, host = own) =>
      conversation(
        `GET ${target} HTTP/1.1\r\nHost: ${host}\r\nAuthorization: Bearer ${token}\r\nConnection: close\r\n\r\n`,
        'open'
      )
    for (const target of [`http://${own}/list`, `HTTP://LOCALHOST:${http.server.port}/list`])
      expect(await ask(target), target).toMatch(/^HTTP\/1\.1 200 /)
    expect(await ask(`http://${own}/source/absolute/none.html`)).toMatch(/^HTTP\/1\.1 404 /)
    expect(await ask(`http://${own}/app/../list`)).toMatch(/^HTTP\/1\.1 400 /)
    expect(await ask(`http://${own}?x`)).toMatch(/^HTTP\/1\.1 200 /)
    for (const target of [
      'http://evil.example/list',
      `https://${own}/list`,
      `http://me@${own}/list`,
      '*',
      own
    ])
      expect(await ask(target), target).toMatch(/^HTTP\/1\.1 400 /)
    expect(await ask(`http://${own}/list`, 'evil.example')).toMatch(/^HTTP\/1\.1 403 /)
  })

  it('A6 no answer allows other origins to read it', async () => {
    const origin = { Origin: 'http://evil.example' }
    for (const path of ['/list/', '/source/a/b/c.html', '/']) {
      const reply = await get(path, { ...auth(), ...origin })
      expect(Object.keys(reply.headers).filter((name) => name.startsWith('access-control'))).toEqual([])
    }
    const preflight = await wire('OPTIONS', '/source/a/b/c.html', {
      ...origin,
      Host: `127.0.0.1:${http.server.port}`,
      'Access-Control-Request-Method': 'PUT'
    })
    expect(preflight.status).toBe(401)
  })

  it('A6 listens on this machine only, unless told otherwise', () => {
    expect(http.server.origin).toBe(`http://127.0.0.1:${http.server.port}`)
  })

  it.each([
    ['a climbing path', '/source/a/b/../../../c.html'],
    ['an escaped climbing path', '/source/a/b/%2e%2e/%2E./c.html'],
    ['a dot', '/source/a/b/./c.html'],
    ['a backslash', '/source/a/b\\..\\c.html']
  ])('N5 %s on the wire is 400, not silently another file', async (_, target) => {
    const host = `127.0.0.1:${http.server.port}`
    const body = expectRefusal(
      await wire('PUT', target, { ...auth(), Host: host, 'Content-Type': 'text/html' }, 'x'),
      400,
      'bad-path'
    )
    expect(body.where).toBe(target)
  })

  it('S1 an empty raw body with its type and length is an empty file', async () => {
    const headers = {
      ...auth(),
      Host: `127.0.0.1:${http.server.port}`,
      'Content-Type': 'text/html',
      'Content-Length': '0'
    }
    expect((await wire('PUT', '/source/wire/site/empty.html', headers)).status).toBe(201)
    expect((await get('/source/wire/site/empty.html', auth())).body.length).toBe(0)
  })

  it('S1 a chunked body is stored whole, and an empty chunked one is no content', async () => {
    const host = `127.0.0.1:${http.server.port}`
    const headers = { ...auth(), Host: host, 'Content-Type': 'image/png', 'Transfer-Encoding': 'chunked' }
    expect((await wire('PUT', '/source/wire/site/a.png', headers, 'chunks')).status).toBe(201)
    expect(Buffer.from((await get('/source/wire/site/a.png', auth())).body).toString()).toBe('chunks')
    expectRefusal(await wire('PUT', '/source/wire/site/b.png', headers), 400, 'bad-request')
  })

  it('S1 a connection that breaks off in the middle of an upload stores nothing, and harms nobody', async () => {
    const host = `127.0.0.1:${http.server.port}`
    for (const [name, type] of [
      ['cut.png', 'image/png'],
      ['cut.html', 'text/html'],
      ['form.png', 'multipart/form-data; boundary=b']
    ] as const) {
      const head = `PUT /source/wire/site/${name} HTTP/1.1\r\nHost: ${host}\r\nAuthorization: Bearer ${token}\r\nContent-Type: ${type}\r\nContent-Length: 100000\r\n\r\n`
      const start = type.startsWith('multipart')
        ? '--b\r\nContent-Disposition: form-data; name="data"\r\n\r\n'
        : ''
      await new Promise<void>((resolve) => {
        const socket = connect(http.server.port, '127.0.0.1', () =>
          socket.write(head + start + 'x'.repeat(30_000))
        )
        socket.on('close', () => resolve())
        socket.on('error', () => {})
        // the write was handed over; now the client dies
        socket.once('ready', () => socket.write('y', () => socket.destroy()))
      })
    }
    const listed = await get('/list/wire/site', auth())
    expect(new TextDecoder().decode(listed.body)).not.toContain('cut')
    expect(new TextDecoder().decode(listed.body)).not.toContain('form')
  })

  it('S3 a refused large upload still gets its answer', async () => {
    const body = new Uint8Array(20_000_000)
    const reply = await fetch(`${http.server.origin}/source/wire/site/none.png`, {
      method: 'PUT',
      headers: { ...auth(), 'If-Match': '"x"', 'Content-Type': 'image/png' },
      body
    })
    expect(reply.status).toBe(412)
    const anonymous = await fetch(`${http.server.origin}/source/wire/site/none.png`, { method: 'PUT', body })
    expect(anonymous.status).toBe(401)
  })

  it('A6 header tricks: a smuggled second request, an oversized header', async () => {
    const host = `127.0.0.1:${http.server.port}`
    const smuggle = await conversation(
      `POST /list/ HTTP/1.1\r\nHost: ${host}\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\nConnection: close\r\n\r\n0\r\n\r\nGET /list/ HTTP/1.1\r\nHost: ${host}\r\n\r\n`
    )
    expect(smuggle.match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 400'])
    const huge = await conversation(
      `GET /list/ HTTP/1.1\r\nHost: ${host}\r\nX-Big: ${'x'.repeat(100_000)}\r\n\r\n`
    ).catch(() => 'HTTP/1.1 431 ')
    expect(huge).toMatch(/^HTTP\/1\.1 431 /)
  })

  it('X1 a client that is told no while it sends slowly hears why, on a connection that goes on', async () => {
    const socket = connect(http.server.port, '127.0.0.1')
    try {
      let heard = ''
      socket.on('data', (chunk) => (heard += chunk.toString('latin1')))
      const closed = new Promise<never>((_resolve, reject) =>
        socket.once('close', () => reject(new Error(`The connection was closed after ${heard}.`)))
      )
      const own = `Host: 127.0.0.1:${http.server.port}\r\nAuthorization: Bearer ${token}\r\n`
      const piece = 'x'.repeat(64 * 1024)
      const times = 24
      socket.write(
        `POST /versionsource/slow/site/a.html HTTP/1.1\r\n${own}Content-Length: ${piece.length * times}\r\n\r\n`
      )
      // the label is refused after the first pieces; the others take longer than a moment
      for (let sent = 0; sent < times; sent++) {
        socket.write(piece)
        await Promise.race([setTimeout(40), closed])
      }
      socket.write(`GET /list HTTP/1.1\r\n${own}\r\n`)
      await Promise.race([
        vi.waitFor(() => expect(heard).toMatch(/^HTTP\/1\.1 413 [^]*HTTP\/1\.1 200 /)),
        closed
      ])
    } finally {
      socket.removeAllListeners('close')
      socket.destroy()
    }
  })

  it('A6 a foreign Host is refused before the client is asked to send its body on', async () => {
    const headers = { Authorization: `Bearer ${token}`, 'Content-Type': 'text/html', Expect: '100-continue' }
    const lines = Object.entries({ ...headers, Host: 'evil.example', 'Content-Length': '9' })
    const head = lines.map(([name, value]) => `${name}: ${value}\r\n`).join('')
    expect(await conversation(`PUT /source/expect/site/a.html HTTP/1.1\r\n${head}\r\n`)).toMatch(
      /^HTTP\/1\.1 403 /
    )
    const Host = `127.0.0.1:${http.server.port}`
    expect((await wire('PUT', '/source/expect/site/a.html', { ...headers, Host }, page('x'))).status).toBe(
      201
    )
  })

  it('A6 the port is open when a request that comes has somebody who answers it, and not a moment before', async () => {
    const { store, service, close } = await openWorkspace()
    const port = await freePort()
    const asked = () => fetch(`http://127.0.0.1:${port}/openapi.json`, { signal: AbortSignal.timeout(5000) })
    let goOn: () => void = () => undefined
    const sweeping = new Promise<void>((resolve) => (goOn = resolve))
    try {
      const starting = startServer({
        service,
        port,
        records: (kind, parse) => {
          const records = store.records(kind, parse)
          return { ...records, list: () => sweeping.then(() => records.list()) }
        }
      })
      await expect(asked()).rejects.toMatchObject({ cause: { code: 'ECONNREFUSED' } })
      goOn()
      const server = await starting
      expect((await asked()).status).toBe(401)
      await server.close()
    } finally {
      await close()
    }
  })
})
