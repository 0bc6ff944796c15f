import { connect, createServer } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import type { LocalApi, LocalApiSetting } from '../../../src/main/desktop/local-api'
import { createLocalApi } from '../../../src/main/desktop/local-api'
import { publishedAddress } from '../../../src/main/desktop/external-address'
import { freePort } from '../../support/free-port'
import type { LocalApiState } from '../../../src/common/bridge'

let api: LocalApi | undefined
let kept: LocalApiSetting | undefined
const told: LocalApiState[] = []
afterEach(async () => {
  await api?.close()
  kept = undefined
  told.length = 0
})

function make(): LocalApi {
  api = createLocalApi({
    fetch: (request) => Promise.resolve(new Response(`asked ${new URL(request.url).pathname}`)),
    stored: () => kept,
    store: (setting) => (kept = setting),
    onChange: (state) => told.push(state)
  })
  return api
}

describe('the Local API of the app', () => {
  it('N2 no port is open until it is turned on, and none after it was turned off', async () => {
    const local = make()
    expect(local.state()).toEqual({ origin: null })
    const { origin } = await local.set(true)
    expect(origin).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/)
    expect(await (await fetch(`${origin}/source/a/b/c.html`)).text()).toBe('asked /source/a/b/c.html')
    expect(await local.set(false)).toEqual({ origin: null })
    await expect(fetch(`${origin}/source/a`)).rejects.toThrow()
    expect(told).toEqual([{ origin }, { origin: null }])
  })

  it('T1 N2 in a workspace that is not trusted it is off and is not turned on; how it was left comes back with trust', async () => {
    const local = make()
    const { origin } = await local.set(true)
    expect(await local.allow(false)).toEqual({ origin: null, restricted: true })
    await expect(fetch(`${origin}/source/a`)).rejects.toThrow()
    expect(await local.set(true)).toEqual({
      origin: null,
      restricted: true,
      problem: expect.stringContaining('not trusted')
    })
    expect((await local.setPort(await freePort())).origin).toBeNull()
    expect(kept?.on).toBe(true)
    expect((await local.allow(true)).origin).toMatch(/^http/)
    await local.set(false)
    expect(await local.allow(false)).toMatchObject({ origin: null, restricted: true })
    expect(await local.allow(true)).toMatchObject({ origin: null })
  })

  it('N2 it comes back at the same address, and at another one when a program took the port', async () => {
    const first = make()
    const { origin } = await first.set(true)
    await first.close()
    expect(kept?.on).toBe(true)
    const second = make()
    expect((await second.set(true)).origin).toBe(origin)
    await second.close()
    const { end } = await takenPort(kept?.port)
    try {
      const third = await make().set(true)
      expect(third.origin).toMatch(/^http/)
      expect(third.origin).not.toBe(origin)
    } finally {
      await end()
    }
  })

  it('N2 it moves to the port that is chosen, comes back there, and takes any free one again when told', async () => {
    const port = await freePort()
    const local = make()
    const first = (await local.set(true)).origin
    const moved = await local.setPort(port)
    expect(moved).toEqual({ origin: `http://127.0.0.1:${port}`, port })
    expect((await fetch(`${moved.origin}/source/a`)).status).toBe(200)
    await expect(fetch(`${first}/source/a`)).rejects.toThrow()
    expect(told.at(-1)).toEqual(moved)
    await local.close()
    expect(kept).toEqual({ on: true, port, chosen: port })
    expect(await make().set(true)).toEqual(moved)
    expect(await api?.setPort(0)).toEqual({ origin: moved.origin })
    expect(kept).toEqual({ on: true, port })
  })

  it('N2 a chosen port that another program has is told; what was open stays open, and nothing is remembered', async () => {
    const { port, end } = await takenPort()
    try {
      const local = make()
      const { origin } = await local.set(true)
      const before = kept
      const refused = await local.setPort(port)
      expect(refused.origin).toBe(origin)
      expect(refused.problem).toContain(`Another program uses port ${port}`)
      expect((await fetch(`${origin}/source/a`)).status).toBe(200)
      expect(kept).toEqual(before)
      await local.set(false)
      expect(await local.setPort(port)).toEqual({ origin: null, port })
      const off = await local.set(true)
      expect(off).toMatchObject({ origin: null, port })
      expect(off.problem).toContain(`Another program uses port ${port}`)
      const other = await freePort()
      expect(await local.setPort(other), 'what was wanted comes with the other port').toEqual({
        origin: `http://127.0.0.1:${other}`,
        port: other
      })
    } finally {
      await end()
    }
  })

  it('N2 somebody who listens to its events does not keep it open', async () => {
    let cancelled = false
    api = createLocalApi({
      fetch: () => {
        const body = new ReadableStream<Uint8Array>({
          start: (controller) => controller.enqueue(new TextEncoder().encode('data: {}\n\n')),
          cancel: () => void (cancelled = true)
        })
        return Promise.resolve(new Response(body, { headers: { 'Content-Type': 'text/event-stream' } }))
      },
      stored: () => kept,
      store: (setting) => (kept = setting),
      onChange: (state) => told.push(state)
    })
    const { origin } = await api.set(true)
    const reader = (await fetch(`${origin}/events`)).body?.getReader()
    expect((await reader?.read())?.done).toBe(false)
    const before = performance.now()
    expect(await api.set(false)).toEqual({ origin: null })
    expect(performance.now() - before, 'less than the patience with requests').toBeLessThan(5_000)
    expect((await reader?.read())?.done).toBe(true)
    expect(cancelled).toBe(true)
  })

  it('A6 another host name is refused before the workspace is asked', async () => {
    const { origin } = await make().set(true)
    expect(await rawStatus(origin ?? '', new URL(origin ?? '').host)).toContain(' 200 ')
    expect(await rawStatus(origin ?? '', 'evil.example')).toContain(' 403 ')
  })

  it('E5 only what is published is opened in a browser, and only at the own address', () => {
    const origin = 'http://127.0.0.1:4502'
    expect(publishedAddress(origin, '/sites/live/o/s/a')).toBe(`${origin}/sites/live/o/s/a`)
    expect(publishedAddress(origin, '/delivery/live/o/s/a?x=1')).toBe(`${origin}/delivery/live/o/s/a?x=1`)
    for (const address of [
      'https://evil.example/',
      '//evil.example/sites/',
      '/source/o/s/a',
      '/sites/../source/o',
      '/session/x'
    ])
      expect(publishedAddress(origin, address), address).toBeNull()
  })
})

/** A port of another program; of any free number by default. */
async function takenPort(wanted = 0): Promise<{ port: number; end: () => Promise<unknown> }> {
  const taken = createServer()
  await new Promise<void>((resolve) => taken.listen(wanted, '127.0.0.1', resolve))
  const address = taken.address()
  const port = typeof address === 'object' && address ? address.port : 0
  return { port, end: () => new Promise((resolve) => taken.close(resolve)) }
}

function rawStatus(origin: string, host: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect({ port: Number(new URL(origin).port), host: '127.0.0.1' }, () =>
      socket.write(`GET /source/a HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`)
    )
    socket.once('data', (data) => {
      resolve(data.toString().split('\r\n')[0] ?? '')
      socket.destroy()
    })
    socket.once('error', reject)
  })
}
