import { createServer } from 'node:http'
import { createServer as createSocket, type Server } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import { wholeAddress } from '../../../src/common/sync'
import { openFetcher } from '../../../src/main/importing/sources/web/fetcher'
import { importLimits } from '../../../src/main/importing/limits'
import { ownNetworkToo } from '../../../src/main/outgoing'
import { openAsk } from '../../../src/main/sync/ask'
import { baseAddress } from '../../../src/main/sync/settings'

const open: Server[] = []
afterEach(async () => {
  for (const server of open.splice(0)) await new Promise((done) => server.close(done))
})

async function portOf(server: Server): Promise<number> {
  open.push(server)
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const address = server.address()
  return typeof address === 'object' && address ? address.port : 0
}

const limits = { ...importLimits, tries: 2, backoffMs: 1 }

async function importing(url: string): Promise<string> {
  const fetcher = openFetcher(limits, { userAgent: 'test', policy: ownNetworkToo() })
  try {
    const answer = await fetcher.read({
      method: 'GET',
      url,
      headers: () => ({}),
      signal: new AbortController().signal,
      maxBytes: 1000,
      follow: () => true
    })
    return `answered ${answer.status}`
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  } finally {
    fetcher.close()
  }
}

async function syncing(base: string): Promise<string> {
  const ask = openAsk({ base, token: () => Promise.resolve('x'), tries: 1 })
  return ask('GET', '/list', { headers: {}, ok: [200] }).then(
    ({ status }) => `answered ${status}`,
    (error: unknown) => (error instanceof Error ? error.message : String(error))
  )
}

describe('what a line says, in words', () => {
  it('Y21 IM5 is the same in a sync and in an import: who does not listen, cuts the line, or speaks another protocol', async () => {
    const http = await portOf(createServer((_, response) => void response.end('hello')))
    const cut = await portOf(createSocket((socket) => void socket.destroy()))
    const gone = await portOf(createSocket())
    await new Promise((done) => open.pop()?.close(done))
    const told: readonly (readonly [string, RegExp])[] = [
      [`https://127.0.0.1:${http}`, /^127\.0\.0\.1:\d+ does not speak https there\./],
      [`http://127.0.0.1:${cut}`, /^The connection to 127\.0\.0\.1:\d+ broke off\./],
      [`http://127.0.0.1:${gone}`, /^Nothing listens at 127\.0\.0\.1:\d+\./]
    ]
    for (const [address, words] of told) {
      const sentences = [await importing(address), await syncing(address)]
      for (const sentence of sentences) {
        expect(sentence).toMatch(words)
        expect(sentence).not.toMatch(/E[A-Z]{4,}|several tries/)
      }
    }
  })

  it('Y21 an address is taken as people type it, and what is none is refused with an example', () => {
    expect(baseAddress('localhost:4610')).toBe('http://localhost:4610')
    expect(baseAddress(' 127.0.0.1:4610/ ')).toBe('http://127.0.0.1:4610')
    expect(baseAddress('[::1]:4610')).toBe('http://[::1]:4610')
    expect(baseAddress('content.example.com/base/')).toBe('https://content.example.com/base')
    expect(baseAddress('//content.example.com:8443')).toBe('https://content.example.com:8443')
    expect(baseAddress('localhost.example.com')).toBe('https://localhost.example.com')
    expect(wholeAddress('HTTPS://a.example.com')).toBe('HTTPS://a.example.com')
    expect(() => baseAddress('http://content.example.com')).toThrow(/begins with https/)
    for (const none of ['', '   ', 'mailto:a@example.com', 'a b', 'https://'])
      expect(() => baseAddress(none), none).toThrow()
  })
})
