import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { Agent, request as httpRequest } from 'node:http'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { badRequests } from './bad-requests'
import type { BadRequest } from './bad-requests'
import { page } from './kit'
import type { HttpWorkspace } from './over-http'
import { makeToken, openHttp } from './over-http'

let http: HttpWorkspace
let token: string
let fence: string
const agent = new Agent({ keepAlive: true, maxSockets: 4 })
const reports: unknown[] = []

beforeAll(async () => {
  fence = await mkdtemp(join(tmpdir(), 'galley-fence-'))
  http = await openHttp({}, { report: (error) => void reports.push(error) }, join(fence, 'workspace'))
  token = await makeToken(http.location)
  await put('/a/b/kept.html', page('kept'))
  await put('/a/b/other.html', page('other'))
})
afterAll(async () => {
  agent.destroy()
  await http.close()
  await rm(fence, { recursive: true, force: true })
})

async function put(path: string, body: string): Promise<void> {
  const headers = { Authorization: `Bearer ${token}`, 'Content-Type': 'text/html' }
  const answer = await fetch(`${http.server.origin}/source${path}`, { method: 'PUT', headers, body })
  expect(answer.status).toBe(201)
}

/** As it stands on the wire. */
function send({ method, target, headers, body = '' }: BadRequest): Promise<{ status: number; body: string }> {
  return new Promise((resolve, reject) => {
    const request = httpRequest({
      port: http.server.port,
      host: '127.0.0.1',
      method,
      path: target,
      headers: {
        Authorization: `Bearer ${token}`,
        'Content-Length': Buffer.byteLength(body),
        ...latin1(headers)
      },
      agent
    })
    request.on('error', reject)
    request.on('response', (response) => {
      let text = ''
      response.on('data', (chunk: Buffer) => (text += chunk.toString()))
      response.on('end', () => resolve({ status: response.statusCode ?? 0, body: text }))
    })
    request.end(body)
  })
}

const latin1 = (headers: Readonly<Record<string, string>> = {}) =>
  Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, Buffer.from(value, 'utf8').toString('latin1')])
  )

/** Every file and folder, with what the files hold. */
async function everythingIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true, recursive: true })
  const shown = entries.map(async (entry) => {
    const path = join(entry.parentPath, entry.name)
    return entry.isFile() ? `${path} ${await readFile(path, 'utf8')}` : path
  })
  return (await Promise.all(shown)).sort()
}

async function stillWell(): Promise<void> {
  const headers = { Authorization: `Bearer ${token}` }
  const answer = await fetch(`${http.server.origin}/source/a/b/kept.html`, { headers })
  expect([answer.status, await answer.text()]).toEqual([200, page('kept')])
}

describe('abuse', () => {
  it('X3 A6 more than three hundred bad requests are each refused and change nothing, within the workspace and outside', async () => {
    expect(badRequests.length).toBeGreaterThanOrEqual(300)
    const content = join(http.location, 'content')
    const before = [await everythingIn(content), await readdir(fence)]
    const wrong: string[] = []
    for (const bad of badRequests) {
      const reply = await send(bad)
      // deleting or listing what is not there is no mistake of form; everything else is told what is wrong
      const refused = reply.status >= 400 && reply.status < 500
      const harmless = reply.status === 200 && reply.body === '[]'
      if (!refused && !harmless) wrong.push(`${bad.title}: ${reply.status} ${reply.body.slice(0, 80)}`)
      if (refused && reply.body !== '' && !/"reason"|<!doctype/.test(reply.body)) {
        wrong.push(`${bad.title}: ${reply.status} without reason: ${reply.body.slice(0, 80)}`)
      }
    }
    expect(wrong).toEqual([])
    expect([await everythingIn(content), await readdir(fence)]).toEqual(before)
    expect(reports).toEqual([])
    await stillWell()
  }, 120_000)

  it('X3 what is no HTTP ends its own connection and nothing else', async () => {
    const host = `Host: 127.0.0.1:${http.server.port}\r\n`
    const auth = `Authorization: Bearer ${token}\r\n`
    const texts = [
      '\r\n\r\n\r\n',
      'nonsense\r\n\r\n',
      'GET\r\n\r\n',
      `GET / HTTP/9.9\r\n${host}\r\n`,
      `GET /list/a HTTP/1.1\r\n${host}${host}${auth}\r\n`,
      'GET /list/a HTTP/1.1\r\n\r\n',
      `GET /list/a HTTP/1.1\r\nHost: evil.example.com\r\n${auth}\r\n`,
      `GET http://evil.example.com/list/a HTTP/1.1\r\n${host}${auth}\r\n`,
      `GET * HTTP/1.1\r\n${host}${auth}\r\n`,
      `PUT /source/a/b/x.html HTTP/1.1\r\n${host}${auth}Content-Length: 5\r\nContent-Length: 6\r\n\r\nabcdef`,
      `PUT /source/a/b/x.html HTTP/1.1\r\n${host}${auth}Content-Length: -1\r\n\r\n`,
      `PUT /source/a/b/x.html HTTP/1.1\r\n${host}${auth}Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`,
      `PUT /source/a/b/x.html HTTP/1.1\r\n${host}${auth}Transfer-Encoding: chunked\r\n\r\nzz\r\n`,
      `PUT /source/a/b/x.html HTTP/1.1\r\n${host}${auth}Content-Type: text/html\r\nContent-Length: 100\r\n\r\nshort`,
      `PUT /source/a/b/x.html HTTP/1.1\r\n${host}${auth}Content-Type: text/html\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nshort\r\n`,
      `GET /list/a HTTP/1.1\r\n${host}${auth}X-Long: ${'x'.repeat(100_000)}\r\n\r\n`,
      `GET /${'x'.repeat(100_000)} HTTP/1.1\r\n${host}${auth}\r\n`,
      `GET /list/a HTTP/1.1\r\n${host}${auth}${'X-Many: 1\r\n'.repeat(5000)}\r\n`,
      `GET /list/a HTTP/1.1\r\n${host}${auth}Bad Header: x\r\n\r\n`,
      `GET /list/a HTTP/1.1\r\n${host}${auth}X: a\u0000b\r\n\r\n`,
      'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n',
      '\u0016\u0003\u0001\u0002\u0000'
    ]
    for (const text of texts) {
      const answer = await conversation(text)
      expect(answer, text.slice(0, 60)).toMatch(/^$|^HTTP\/1\.1 [45]\d\d /)
      expect(answer).not.toMatch(/^HTTP\/1\.1 5(?!05)/)
      const left = await fetch(`${http.server.origin}/source/a/b/x.html`, {
        headers: { Authorization: `Bearer ${token}` }
      })
      expect(left.status, text.slice(0, 300)).toBe(404)
    }
    const headers = { Authorization: `Bearer ${token}` }
    expect((await fetch(`${http.server.origin}/source/a/b/x.html`, { headers })).status).toBe(404)
    await stillWell()
  })

  it('S1 V2 a body that ends before its announced length stores nothing, empties nothing and makes no version', async () => {
    const head = (line: string, type: string) =>
      `${line} HTTP/1.1\r\nHost: 127.0.0.1:${http.server.port}\r\nAuthorization: Bearer ${token}\r\nContent-Type: ${type}\r\n`
    for (const sent of ['', 'sho', 'short']) {
      const size = 'Content-Length: 100\r\n\r\n'
      await conversation(head('PUT /source/a/b/kept.html', 'text/html') + size + sent)
      await conversation(head('PUT /source/a/b/picture.png', 'image/png') + size + sent)
      await conversation(head('POST /versionsource/a/b/kept.html', 'application/json') + size + sent)
      const chunked = `Transfer-Encoding: chunked\r\n\r\n${sent === '' ? '' : `${sent.length}\r\n${sent}\r\n`}`
      await conversation(head('PUT /source/a/b/kept.html', 'text/html') + chunked)
    }
    await stillWell()
    const headers = { Authorization: `Bearer ${token}` }
    const versions = await fetch(`${http.server.origin}/versionlist/a/b/kept.html`, { headers })
    expect(await versions.json()).toEqual([])
    expect((await fetch(`${http.server.origin}/source/a/b/picture.png`, { headers })).status).toBe(404)
  })

  it('S1 a document that is announced or sent too large is 413, and is not held in memory', async () => {
    const announced = await send({
      title: 'announced',
      method: 'PUT',
      target: '/source/a/b/huge.html',
      headers: { 'Content-Type': 'text/html', 'Content-Length': '10737418240', Connection: 'close' }
    }).catch(() => ({ status: 413, body: '' }))
    expect(announced.status).toBe(413)
    const before = process.memoryUsage().rss
    // who goes on sending after the answer may see the connection end instead of the answer
    expect([413, 'ended']).toContain(await sendEndless('/source/a/b/huge.html'))
    const headers = { Authorization: `Bearer ${token}` }
    expect((await fetch(`${http.server.origin}/source/a/b/huge.html`, { headers })).status).toBe(404)
    expect(process.memoryUsage().rss - before).toBeLessThan(400 * 1024 * 1024)
    await stillWell()
  }, 120_000)

  it('A6 two hundred idle connections keep nobody else waiting', async () => {
    const sockets = Array.from({ length: 200 }, () => connect(http.server.port, '127.0.0.1'))
    await Promise.all(
      sockets.map((socket) => new Promise<void>((done) => socket.once('connect', () => done())))
    )
    for (const socket of sockets)
      socket.write(`PUT /source/a/b/slow.html HTTP/1.1\r\nHost: 127.0.0.1:${http.server.port}\r\n`)
    await stillWell()
    for (const socket of sockets) socket.destroy()
  })
})

/** Everything that comes back for these bytes until the connection ends. */
function conversation(text: string): Promise<string> {
  return new Promise((resolve) => {
    const socket = connect(http.server.port, '127.0.0.1')
    let answer = ''
    socket.on('data', (chunk) => (answer += chunk.toString('latin1')))
    socket.on('error', () => {})
    socket.on('close', () => resolve(answer))
    socket.end(Buffer.from(text, 'latin1'))
  })
}

/** Sends chunks until it is answered. */
function sendEndless(target: string): Promise<number | 'ended'> {
  return new Promise((resolve) => {
    const request = httpRequest({
      port: http.server.port,
      host: '127.0.0.1',
      method: 'PUT',
      path: target,
      headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'text/html' },
      agent: false
    })
    let answered = false
    request.on('response', (response) => {
      answered = true
      response.resume()
      resolve(response.statusCode ?? 0)
      request.destroy()
    })
    request.on('error', () => resolve('ended'))
    const chunk = Buffer.alloc(1024 * 1024, 120)
    const more = () => {
      if (answered) return
      if (request.write(chunk)) setImmediate(more)
      else request.once('drain', more)
    }
    more()
  })
}
