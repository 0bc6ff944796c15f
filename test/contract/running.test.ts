import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { Agent, request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { contentPath } from '../../src/common/content/paths'
import { servicePrefixes } from '../../src/common/api/service-prefixes'
import { startMetrics, startServer, usualRates, type RequestRecord } from '../../src/main/server'
import { text } from './kit'
import { openWorkspace } from './in-process'
import type { HttpWorkspace } from './over-http'
import { makeToken, openHttp } from './over-http'
import { replyOf } from './transport'

const open: { close(): Promise<void> }[] = []
afterEach(async () => {
  for (const one of open.splice(0).reverse()) await one.close()
})

async function opened(...parts: Parameters<typeof openHttp>): Promise<HttpWorkspace> {
  const http = await openHttp(...parts)
  open.push(http)
  return http
}

const put = (http: HttpWorkspace, token: string, path: string, body = '<p>x</p>') =>
  fetch(`${http.server.origin}/source${path}`, {
    method: 'PUT',
    headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'text/html' },
    body
  })

/** An answer whose host is not the one that the service listens as. */
const statusFor = (port: number, path: string, host: string): Promise<number> =>
  new Promise((resolve, reject) => {
    request({ host: '127.0.0.1', port, path, headers: { Host: host }, agent: false })
      .on('response', (answer) => {
        answer.resume()
        resolve(answer.statusCode ?? 0)
      })
      .on('error', reject)
      .end()
  })

describe('what a supervisor asks', () => {
  it('OP1 healthz and readyz answer without a token, and only to a known host', async () => {
    const { server } = await opened()
    const alive = await fetch(`${server.origin}/healthz`)
    expect([alive.status, await alive.json()]).toEqual([200, { alive: true }])
    const ready = await fetch(`${server.origin}/readyz`)
    expect([ready.status, await ready.json()]).toEqual([
      200,
      { ready: true, checks: { accepting: true, store: true, disk: true } }
    ])
    expect(ready.headers.get('cache-control')).toBe('no-store')
    expect(await statusFor(server.port, '/healthz', 'evil.example')).toBe(403)
    expect((await fetch(`${server.origin}/readyz`, { method: 'POST' })).status).toBe(405)
  })

  it('OP1 a workspace whose lock went to somebody else is not ready', async () => {
    const { server, location } = await opened()
    // its lock's file is replaced: what this process writes does not count any more
    await rm(join(location, '.galley/lock'))
    await writeFile(join(location, '.galley/lock'), '')
    const ready = await fetch(`${server.origin}/readyz`)
    expect(ready.status).toBe(503)
    expect(await ready.json()).toMatchObject({ ready: false, checks: { disk: false } })
    expect((await fetch(`${server.origin}/healthz`)).status).toBe(200)
  })
})

describe('names that the service has for itself', () => {
  it('N6 no organization is made with one, by a write or as a folder; one that is there stays', async () => {
    const http = await opened()
    const { server, location, store } = http
    const token = await makeToken(location)
    const headers = { Authorization: `Bearer ${token}` }
    await put(http, token, '/acme/site/a.html')
    const ask = async (path: string, init: RequestInit) =>
      replyOf(await fetch(server.origin + path, { ...init, headers }))
    for (const name of ['metrics', 'healthz', 'source', 'session']) {
      const answers = [
        await ask(`/source/${name}/site/a.html`, { method: 'PUT', body: 'x' }),
        await ask(`/source/${name}`, { method: 'PUT' })
      ]
      for (const answer of answers) {
        expect(answer.status, name).toBe(400)
        expect(JSON.parse(text(answer))).toMatchObject({ reason: 'bad-path', where: `/${name}` })
      }
    }
    // from before, or made by another program
    await store.write(contentPath('/metrics/site/old.html'), Buffer.from('old'), {
      by: { email: 'x@example.com' }
    })
    expect((await ask('/source/metrics/site/new.html', { method: 'PUT', body: 'x' })).status).toBe(201)
    const listed = await fetch(`${server.origin}/list`, { headers })
    expect(await listed.json()).toMatchObject([{ path: '/acme' }, { path: '/metrics' }])
  })

  it('N6 the interface answers at none of them', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'galley-prefixes-'))
    for (const name of servicePrefixes) await writeFile(join(folder, name), 'of the interface')
    await writeFile(join(folder, 'index.html'), 'the page')
    const { server } = await opened({ uiFolder: folder })
    for (const name of servicePrefixes)
      for (const path of [`/${name}`, `/${name}/x`]) {
        const answer = await fetch(server.origin + path)
        const text = await answer.text()
        expect(text, path).not.toMatch(/of the interface|the page/)
      }
    await rm(folder, { recursive: true })
  })
})

describe('limits', () => {
  it('A11 who asks too much is told when to come again; probes and other callers are not held up', async () => {
    const http = await opened({ rates: { ...usualRates, writes: 0.01 } })
    const [mine, other] = [await makeToken(http.location), await makeToken(http.location)]
    const known = { headers: { Authorization: `Bearer ${other}` } }
    expect((await fetch(`${http.server.origin}/list`, known)).status).toBe(200)
    expect((await put(http, mine, '/acme/site/a.html')).status).toBe(201)
    const answers = await Promise.all(Array.from({ length: 20 }, () => put(http, mine, '/acme/site/a.html')))
    const refused = answers.filter(({ status }) => status === 429)
    // the first was a stranger’s, until its token was found good
    expect(refused.length).toBe(19)
    expect(Number(refused[0]?.headers.get('retry-after'))).toBeGreaterThan(50)
    expect(await refused[0]?.json()).toMatchObject({ reason: 'too-many' })
    expect((await fetch(`${http.server.origin}/readyz`)).status).toBe(200)
    expect((await put(http, other, '/acme/site/b.html')).status).toBe(201)
  })

  it('A11 guessing tokens is stopped, and a known token still works', async () => {
    const http = await opened({ rates: { ...usualRates, signIns: 5 } })
    const token = await makeToken(http.location)
    const list = (text: string) =>
      fetch(`${http.server.origin}/list`, { headers: { Authorization: `Bearer ${text}` } })
    expect((await list(token)).status).toBe(200)
    const guesses: number[] = []
    for (let n = 0; n < 8; n += 1) guesses.push((await list(`guess-${n}`)).status)
    expect(guesses).toEqual([401, 401, 401, 401, 401, 429, 429, 429])
    expect((await fetch(`${http.server.origin}/session/guess`)).status).toBe(429)
    expect((await list(token)).status).toBe(200)
    // what anybody may read is asked with a bad token too, and makes that no good one
    const site = `${http.server.origin}/sites/live/acme/site/`
    expect((await fetch(site, { headers: { Authorization: 'Bearer x' } })).status).toBe(429)
  })
})

describe('the end of a service', () => {
  it('OP5 a connection is kept for longer than a proxy keeps it, and ends with the service', async () => {
    const http = await openHttp()
    const agent = new Agent({ keepAlive: true })
    const kept = await new Promise<unknown>((resolve, reject) => {
      const asked = request({ port: http.server.port, host: '127.0.0.1', path: '/healthz', agent })
      asked.on('error', reject)
      asked.on('response', (answer) => {
        answer.resume().on('end', () => resolve(answer.headers['keep-alive']))
      })
      asked.end()
    })
    expect(kept).toBe('timeout=75')
    await http.close()
    agent.destroy()
  })

  it('OP4 streams end with a word, what is under way is answered, and what is new is refused', async () => {
    const http = await openHttp()
    const token = await makeToken(http.location)
    const headers = { Authorization: `Bearer ${token}` }
    const stream = fetch(`${http.server.origin}/events`, { headers }).then((answer) => answer.text())
    const agent = new Agent({ keepAlive: true, maxSockets: 1 })
    // an upload that is not through yet
    const upload = request({
      port: http.server.port,
      host: '127.0.0.1',
      method: 'PUT',
      path: '/source/acme/site/slow.html',
      headers: { ...headers, 'Content-Type': 'text/html', 'Transfer-Encoding': 'chunked' },
      agent
    })
    const uploaded = new Promise<number>((resolve, reject) => {
      upload.on('response', (answer) => resolve(answer.resume().statusCode ?? 0))
      upload.on('error', reject)
    })
    upload.write('<p>first ')
    await new Promise((arrived) => upload.once('socket', (socket) => socket.once('connect', arrived)))
    await fetch(`${http.server.origin}/healthz`)
    const closed = http.server.close()
    expect(await stream).toMatch(/event: hello[\s\S]*event: closing\ndata: \{"type":"closing"\}\n\n$/)
    expect((await http.service.readiness()).checks.accepting).toBe(false)
    await expect(fetch(`${http.server.origin}/healthz`)).rejects.toThrow()
    upload.end('last</p>')
    expect(await uploaded).toBe(201)
    await closed
    agent.destroy()
    expect((await http.store.read(contentPath('/acme/site/slow.html')))?.bytes.length).toBeGreaterThan(0)
    await http.close()
  })
})

describe('figures', () => {
  it('OP2 tells of requests by pattern, of saves and streams, and never of a path, a person or a token', async () => {
    const records: RequestRecord[] = []
    const workspace = await openWorkspace()
    const { service, store } = workspace
    const metrics = await startMetrics({ host: '127.0.0.1', port: 0 }, service, '1.2.3')
    const server = await startServer({
      service,
      port: 0,
      records: store.records,
      watchers: [metrics.watcher, { ended: (record) => records.push(record) }]
    })
    open.push(workspace, server, metrics)
    const watched = { ...workspace, server, links: [] }
    const token = await makeToken(watched.location)
    await put(watched, token, '/secret-org/secret-site/secret-page.html')
    await fetch(`${watched.server.origin}/list/secret-org`, { headers: { Authorization: `Bearer ${token}` } })
    await fetch(`${watched.server.origin}/list/secret-org?secret=query`)
    await fetch(`${watched.server.origin}/sites/live/secret-org/secret-site/`)
    await expect.poll(() => records.length).toBe(4)
    expect(records.map(({ method, route, status, caller }) => [method, route, status, caller])).toEqual([
      ['PUT', '/source/{org}/{repo}/{path}', 201, 'token'],
      ['GET', '/list/{scope}', 200, 'token'],
      ['GET', '/list/{scope}', 401, 'nobody'],
      ['GET', '/sites/{environment}/{org}/{site}/{path}', 404, 'nobody']
    ])
    expect(records[0]?.bytes).toBeGreaterThan(50)
    const text = await (await fetch(`${metrics.origin}/metrics`)).text()
    expect(text).toContain(
      'galley_http_requests_total{method="PUT",route="/source/{org}/{repo}/{path}",status="201"} 1'
    )
    expect(text).toMatch(/galley_http_request_duration_seconds_bucket\{le="[\d.]+",method="PUT"/)
    for (const name of ['galley_saves_total', 'galley_disk_free_bytes', 'nodejs_eventloop_lag_p99_seconds'])
      expect(text).toMatch(new RegExp(`^${name} [\\d.e+-]+$`, 'm'))
    expect(text).toContain('galley_build_info{version="1.2.3"} 1')
    expect(text + JSON.stringify(records)).not.toMatch(/secret|maria|galley_access_/)
    expect(await statusFor(Number(new URL(metrics.origin).port), '/readyz', 'any.name:9')).toBe(200)
    expect((await fetch(`${metrics.origin}/list`)).status).toBe(404)
  })
})
