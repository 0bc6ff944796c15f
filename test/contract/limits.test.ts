import { connect } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import { contentPath } from '../../src/common/content/paths'
import type { HttpWorkspace } from './over-http'
import { usualRates } from '../../src/main/server'
import { makeToken, openHttp } from './over-http'

let http: HttpWorkspace | undefined
afterEach(() => http?.close())

/** Resolves with what came back when the server ends the connection. */
function untilClosed(port: number, start: string, trickle = ''): Promise<string> {
  return new Promise((resolve) => {
    let answer = ''
    const socket = connect(port, '127.0.0.1', () => socket.write(start))
    const drip = trickle === '' ? undefined : setInterval(() => socket.write(trickle), 50)
    socket.on('data', (chunk) => (answer += chunk.toString('latin1')))
    socket.on('error', () => {})
    socket.on('close', () => {
      clearInterval(drip)
      resolve(answer)
    })
  })
}

/** A write whose body comes piece by piece. */
function openUpload(port: number, token: string, name: string, length: number) {
  const socket = connect(port, '127.0.0.1')
  let text = ''
  socket.on('data', (chunk) => (text += chunk.toString('latin1')))
  socket.write(
    `PUT /source/a/b/${name} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nAuthorization: Bearer ${token}\r\nContent-Type: text/html\r\nContent-Length: ${length}\r\nExpect: 100-continue\r\nConnection: close\r\n\r\n`
  )
  return {
    /** Its head was read, and it goes on. */
    begun: new Promise<void>((resolve) =>
      socket.on('data', () => {
        if (text.includes(' 100 Continue')) resolve()
      })
    ),
    send: (piece: string) => new Promise<void>((resolve) => socket.write(piece, () => resolve())),
    cut: () => void socket.destroy(),
    answer: new Promise<string>((resolve) => socket.on('close', () => resolve(text)))
  }
}

const CREATED = /^HTTP\/1\.1 100 Continue\r\n\r\nHTTP\/1\.1 201 /

describe('limits of the listener', () => {
  it('A6 headers that never end are given up', async () => {
    http = await openHttp({ limits: { headers: 300 } })
    const answer = await untilClosed(
      http.server.port,
      `GET /list/ HTTP/1.1\r\nHost: 127.0.0.1:${http.server.port}\r\n`,
      'X: y\r\n'
    )
    expect(answer).toMatch(/^HTTP\/1\.1 408 /)
  })

  it('S1 an upload on which nothing moves is given up and leaves nothing', async () => {
    http = await openHttp({ limits: { idle: 300 } })
    const token = await makeToken(http.location)
    const { port } = http.server
    await untilClosed(
      port,
      `PUT /source/a/b/slow.png HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nAuthorization: Bearer ${token}\r\nContent-Type: image/png\r\nContent-Length: 50\r\n\r\nhalf`
    )
    expect(await http.store.read(contentPath('/a/b/slow.png'))).toBeNull()
  })

  it('S1 an upload that trickles for ever is given up in the end', async () => {
    http = await openHttp({ limits: { headers: 200, request: 600 } })
    const token = await makeToken(http.location)
    const { port } = http.server
    await untilClosed(
      port,
      `PUT /source/a/b/slow.html HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nAuthorization: Bearer ${token}\r\nContent-Type: text/html\r\nContent-Length: 5000000\r\n\r\n`,
      'x'
    )
    expect(await http.store.read(contentPath('/a/b/slow.html'))).toBeNull()
  })

  it('L2 closing lets a write under way finish, ends event streams, and refuses what is new', async () => {
    http = await openHttp()
    const token = await makeToken(http.location)
    const { origin, port } = http.server
    const headers = { Authorization: `Bearer ${token}` }
    const events = await fetch(`${origin}/events`, { headers })
    // the request is under way: its head was read and the service waits for the body
    const upload = openUpload(port, token, 'last.html', 10)
    await upload.send('12345')
    const listed = await fetch(`${origin}/list/`, { headers })
    expect(listed.status).toBe(200)
    const closing = http.server.close()
    await upload.send('67890')
    const [answer, stream] = await Promise.all([upload.answer, events.text(), closing])
    expect(answer).toMatch(CREATED)
    expect(Buffer.from((await http.store.read(contentPath('/a/b/last.html')))?.bytes ?? []).toString()).toBe(
      '1234567890'
    )
    expect(stream).toMatch(/^event: hello\n/)
    await expect(fetch(`${origin}/list/`, { headers })).rejects.toThrow()
  })

  it('A12 of one token four uploads are on their way at once; others, small saves and who comes after one has ended go on', async () => {
    http = await openHttp({ rates: { ...usualRates, uploads: 4 } })
    const { port, origin } = http.server
    const [mine, other] = [await makeToken(http.location), await makeToken(http.location)]
    const listed = (token: string) =>
      fetch(`${origin}/list/`, { headers: { Authorization: `Bearer ${token}` } })
    for (const token of [mine, other]) expect((await listed(token)).status).toBe(200)
    const large = 'x'.repeat(200_000)
    const begun = Array.from({ length: 4 }, (_, n) => openUpload(port, mine, `u${n}.html`, large.length))
    for (const one of begun) await one.begun
    const put = (token: string, body: string) =>
      fetch(`${origin}/source/a/b/new.html`, {
        method: 'PUT',
        headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'text/html' },
        body
      })
    const refused = await put(mine, large)
    expect(refused.status).toBe(429)
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
    expect(await refused.json()).toMatchObject({ reason: 'too-many' })
    expect((await put(mine, 'small')).status).toBe(201)
    expect((await put(other, large)).status).toBe(200)
    const [first, ...rest] = begun
    await first?.send(large)
    expect(await first?.answer).toMatch(CREATED)
    await expect.poll(async () => (await put(mine, large)).status).toBe(200)
    for (const one of rest) await one.send(large)
    for (const one of rest) expect(await one.answer).toMatch(CREATED)
  })

  it('A12 a listener takes so many uploads at once, and says busy beyond; one that is cut off leaves its place', async () => {
    http = await openHttp({ pressure: { uploads: 2 } })
    const { port, origin } = http.server
    const token = await makeToken(http.location)
    const begun = Array.from({ length: 2 }, (_, n) => openUpload(port, token, `u${n}.html`, 200_000))
    for (const one of begun) await one.begun
    expect(await uploaded(origin, token)).toBe(503)
    expect((await fetch(`${origin}/readyz`)).status).toBe(200)
    for (const one of begun) one.cut()
    await expect.poll(() => uploaded(origin, token)).toBe(201)
  })

  it('A12 while what the store needs is behind, a request is refused at once, and a probe is not', async () => {
    let crowded = true
    http = await openHttp({ pressure: { isCrowded: () => crowded } })
    const { origin } = http.server
    const headers = { Authorization: `Bearer ${await makeToken(http.location)}` }
    const refused = await fetch(`${origin}/list/`, { headers })
    expect(refused.status).toBe(503)
    expect(refused.headers.get('retry-after')).toBe('2')
    expect(await refused.json()).toMatchObject({ reason: 'busy' })
    expect((await fetch(`${origin}/healthz`)).status).toBe(200)
    crowded = false
    expect((await fetch(`${origin}/list/`, { headers })).status).toBe(200)
  })
})

/** How an upload is answered just now. */
const uploaded = async (origin: string, token: string): Promise<number> => {
  const answer = await fetch(`${origin}/source/a/b/new.html`, {
    method: 'PUT',
    headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'text/html' },
    body: 'x'.repeat(200_000)
  })
  return answer.status
}
