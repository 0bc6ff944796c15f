import type { lookup as lookUp } from 'node:dns'
import { afterEach, describe, expect, it } from 'vitest'
import { openOutgoing, ownNetworkToo, reachOf, reachOfHost, worldAnd } from '../../src/main/outgoing'
import { fc } from '../support/properties'
import { rawServer, says } from '../support/raw-server'
import { hostileRuns } from './runs'

const open: { close(): unknown }[] = []
afterEach(async () => {
  for (const one of open.splice(0).reverse()) await one.close()
})

const limits = { what: 'a page', bytes: 1000, headMs: 2000, idleMs: 2000, wholeMs: 2000 }

/** A directory of names that answers as a test says; nothing is asked elsewhere. */
function directory(answers: (host: string, count: number) => readonly string[]) {
  let count = 0
  const look = (host: string, _: unknown, done: (error: null, all: unknown[]) => void) => {
    const all = answers(host, count++).map((address) => ({ address, family: address.includes(':') ? 6 : 4 }))
    queueMicrotask(() => done(null, all))
  }
  return { look: look as unknown as typeof lookUp, asked: () => count }
}

const private4 = fc.oneof(
  ...[
    [127],
    [0],
    [10],
    [169, 254],
    [192, 168],
    [172, 20],
    [100, 100],
    [198, 18],
    [224],
    [239],
    [240],
    [255],
    [192, 0, 2],
    [198, 51, 100],
    [203, 0, 113]
  ].map((head) =>
    fc
      .array(fc.nat(255), { minLength: 4 - head.length, maxLength: 4 - head.length })
      .map((tail): [number, number, number, number] => {
        const [a = 0, b = 0, c = 0, d = 0] = [...head, ...tail]
        return [a, b, c, d]
      })
  )
)
const hex = (high: number, low: number) => ((high << 8) | low).toString(16)

/** Every way to write an IPv4 address in an address of the web. */
const notations: readonly ((parts: readonly [number, number, number, number]) => string)[] = [
  ([a, b, c, d]) => `${a}.${b}.${c}.${d}`,
  ([a, b, c, d]) => `${a}.${b}.${c}.${d}.`,
  ([a, b, c, d]) => String(a * 2 ** 24 + b * 2 ** 16 + c * 2 ** 8 + d),
  ([a, b, c, d]) => `0x${(a * 2 ** 24 + b * 2 ** 16 + c * 2 ** 8 + d).toString(16)}`,
  ([a, b, c, d]) => [a, b, c, d].map((one) => `0${one.toString(8)}`).join('.'),
  ([a, b, c, d]) => [a, b, c, d].map((one) => `0x${one.toString(16)}`).join('.'),
  ([a, b, c, d]) => `${a}.${b}.${c * 256 + d}`,
  ([a, b, c, d]) => `${a}.${b * 2 ** 16 + c * 2 ** 8 + d}`,
  ([a, b, c, d]) => `${a}。${b}．${c}｡${d}`,
  ([a, b, c, d]) => `[::ffff:${a}.${b}.${c}.${d}]`,
  ([a, b, c, d]) => `[::ffff:${hex(a, b)}:${hex(c, d)}]`,
  ([a, b, c, d]) => `[::${hex(a, b)}:${hex(c, d)}]`,
  ([a, b, c, d]) => `[64:ff9b::${hex(a, b)}:${hex(c, d)}]`,
  ([a, b, c, d]) => `[2002:${hex(a, b)}:${hex(c, d)}::1]`,
  ([a, b, c, d]) => `[2001:0:1:2:3:4:${hex(a ^ 255, b ^ 255)}:${hex(c ^ 255, d ^ 255)}]`,
  ([a, b, c, d]) => `user:word@${a}.${b}.${c}.${d}`,
  ([a, b, c, d]) => `example.com@${a}.${b}.${c}.${d}`
]

describe('where somebody who is not the owner may send this machine', () => {
  it('IM9 to no address of a machine’s own or its network, however it is written', () => {
    const policy = worldAnd()
    fc.assert(
      fc.property(
        private4,
        fc.constantFrom(...notations),
        fc.constantFrom('http', 'https'),
        (parts, write, scheme) => {
          const url = new URL(`${scheme}://${write(parts)}/x`)
          expect(policy.host(url), url.href).not.toBeNull()
          expect(reachOfHost(url.hostname), url.href).not.toBe('world')
        }
      ),
      { numRuns: hostileRuns(500) }
    )
  })

  it('IM9 nor to IPv6 addresses that are no host of the world', () => {
    for (const address of [
      '::',
      '::1',
      'fe80::1',
      'fe80::1%eth0',
      '2606:2800::1%1',
      'fec0::1',
      'fc00::1',
      'fdff::1',
      'ff02::1',
      '100::1',
      '2001:db8::1',
      '2001:20::1',
      '3fff::1',
      '64:ff9b:1::1',
      '::ffff:8.8.8.8',
      '2002:808:808::1',
      '5f00::1'
    ])
      expect(reachOf(address), address).not.toBe('world')
    expect(['2606:2800::1', '2a00::1', '64:ff9b::808:808', '8.8.8.8'].map(reachOf)).toEqual(
      Array(4).fill('world')
    )
  })

  it('IM9 nor to names for this machine', () => {
    const policy = worldAnd()
    for (const host of [
      'localhost',
      'localhost.',
      'LOCALHOST',
      'a.localhost',
      'a.b.localhost.',
      'ｌocalhost'
    ])
      expect(policy.host(new URL(`http://${host}/`)), host).not.toBeNull()
  })

  it('IM9 nor to a name of which one address is in the network; it is looked up once, and that is who is asked', async () => {
    const inside = await rawServer(says('HTTP/1.1 200 OK\nContent-Length: 0'))
    open.push(inside)
    const { port } = new URL(inside.origin)
    const from = async (answers: (host: string, count: number) => readonly string[], policy = worldAnd()) => {
      const { look, asked } = directory(answers)
      const outgoing = openOutgoing({ policy, look })
      open.push(outgoing)
      const url = new URL(`http://name.example:${port}/`)
      const trouble = await outgoing.send({ method: 'GET', url, headers: {}, limits }).then(
        (answer) => (answer.discard(), answer.status),
        (error: unknown) => (error instanceof Error && 'trouble' in error ? error.trouble : error)
      )
      return [trouble, asked()]
    }
    for (const address of ['127.0.0.1', '::1', '10.0.0.1', '169.254.169.254', '::ffff:127.0.0.1', 'fd00::1'])
      expect(await from(() => [address]), address).toEqual(['address', 1])
    expect(await from(() => ['93.184.216.34', '127.0.0.1'])).toEqual(['address', 1])
    expect(inside.heads).toEqual([])
    // what an administrator named is asked: by the one answer that was judged
    expect(
      await from((_, count) => (count === 0 ? ['127.0.0.1'] : ['127.0.0.2']), worldAnd(['name.example']))
    ).toEqual([200, 1])
    expect(await from(() => ['127.0.0.1'], ownNetworkToo())).toEqual(['address', 1])
  })

  it('IM9 who is connected in the end is judged, whatever the directory said', async () => {
    const inside = await rawServer(says('HTTP/1.1 200 OK\nContent-Length: 0'))
    open.push(inside)
    const { port } = new URL(inside.origin)
    // a policy that believes the directory, and a directory that lies
    const outgoing = openOutgoing({
      policy: { ...worldAnd(), resolved: () => null },
      look: directory(() => ['127.0.0.1']).look
    })
    open.push(outgoing)
    const url = new URL(`http://name.example:${port}/`)
    const headers = { Authorization: 'Bearer secret' }
    await expect(outgoing.send({ method: 'GET', url, headers, limits })).rejects.toMatchObject({
      trouble: 'address'
    })
    expect(inside.heads).toEqual([])
  })

  it('IM9 what is named for everybody is that origin, and no other port of its host', () => {
    const policy = worldAnd(['http://127.0.0.1:4502', 'http://cms.example:80'])
    const may = (url: string) => policy.host(new URL(url)) === null
    expect(may('http://127.0.0.1:4502/a')).toBe(true)
    for (const url of [
      'http://127.0.0.1:4503/',
      'https://127.0.0.1:4502/',
      'http://localhost:4502/',
      'http://cms.example:81/'
    ])
      expect(may(url), url).toBe(false)
  })
})
