import { connect } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import { contentPath } from '../../src/common/content/paths'
import type { HttpWorkspace } from './over-http'
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
    `PUT /source/a/b/${name} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nAuthorization: Bearer ${token}\r\nContent-Type: text/html\r\nContent-Length: ${length}\r\nConnection: close\r\n\r\n`
  )
  return {
    send: (piece: string) => new Promise<void>((resolve) => socket.write(piece, () => resolve())),
    answer: new Promise<string>((resolve) => socket.on('close', () => resolve(text)))
  }
}

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
    expect(answer).toMatch(/^HTTP\/1\.1 201 /)
    expect(Buffer.from((await http.store.read(contentPath('/a/b/last.html')))?.bytes ?? []).toString()).toBe(
      '1234567890'
    )
    expect(stream).toMatch(/^event: hello\n/)
    await expect(fetch(`${origin}/list/`, { headers })).rejects.toThrow()
  })
})
