import { brotliCompressSync, constants, deflateSync, gzipSync } from 'node:zlib'
import { afterEach, describe, expect, it } from 'vitest'
import { bounds } from '../../src/common/bounds'
import { asFetch, jsonOf, openOutgoing, withinDisk, type AnswerLimits } from '../../src/main/outgoing'
import { fc } from '../support/properties'
import {
  json,
  neverEnds,
  neverEndsHead,
  rawServer,
  says,
  type Habit,
  type RawServer
} from '../support/raw-server'
import { hostileRuns } from './runs'

const KB = 1024
const MB = 1024 * KB
const open: { close(): unknown }[] = []
afterEach(async () => {
  for (const one of open.splice(0).reverse()) await one.close()
})

const limits: AnswerLimits = { what: 'a list', bytes: MB, headMs: 400, idleMs: 400, wholeMs: 900 }

async function asked(habit: Habit, own: AnswerLimits = limits, method = 'GET') {
  const server: RawServer = await rawServer(habit)
  open.push(server)
  const outgoing = openOutgoing()
  open.push(outgoing)
  const taken = outgoing
    .send({ method, url: new URL(`${server.origin}/list`), headers: {}, limits: own })
    .then(async (answer) => (await answer.bytes()).length)
  taken.catch(() => undefined)
  return { server, taken }
}

/** What the kernel and Node hold of an answer that nobody reads any more. */
const BUFFERS = 8 * MB
const OK = 'HTTP/1.1 200 OK'
const quick = (bytes: Uint8Array) =>
  brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } })

describe('what a hostile server answers', () => {
  it('Y22 a stream without an end is taken to its bound, and the line is cut', async () => {
    const { server, taken } = await asked(neverEnds(OK, new Uint8Array(64 * KB)))
    await expect(taken).rejects.toMatchObject({
      trouble: 'size',
      message: expect.stringContaining('1 MB') as string
    })
    expect(server.sent()).toBeLessThan(BUFFERS)
  })

  it.each([0, 1])('Y22 at its bound it is taken, and %i beyond it is not', async (beyond) => {
    for (const head of [`${OK}\nContent-Length: ${MB + beyond}`, `${OK}\nConnection: close`]) {
      const { taken } = await asked((socket, all) => {
        says(head, new Uint8Array(MB + beyond))(socket, all)
        socket.end()
      })
      if (beyond === 0) expect(await taken).toBe(MB)
      else await expect(taken).rejects.toMatchObject({ trouble: 'size' })
    }
  })

  it('Y22 what is announced as too large is not even begun', async () => {
    const { server, taken } = await asked(
      neverEnds(`${OK}\nContent-Length: ${2 ** 31}`, new Uint8Array(KB), 5)
    )
    await expect(taken).rejects.toMatchObject({ trouble: 'size' })
    expect(server.sent()).toBeLessThan(64 * KB)
  })

  it.each([
    ['gzip', gzipSync],
    ['br', quick],
    ['deflate', deflateSync]
  ] as const)('Y22 bytes count after unpacking: %s', async (coding, pack) => {
    for (const size of [MB, MB + 1, 64 * MB]) {
      const body = pack(new Uint8Array(size))
      const head = `${OK}\nContent-Encoding: ${coding}\nContent-Length: ${body.length}`
      const { taken } = await asked(says(head, body))
      if (size === MB) expect(await taken).toBe(MB)
      else await expect(taken, String(size)).rejects.toMatchObject({ trouble: 'size' })
    }
  })

  it('Y22 what is packed beyond all measure is cut off long before a large bound', async () => {
    const body = quick(new Uint8Array(64 * MB))
    const head = `${OK}\nContent-Encoding: br\nContent-Length: ${body.length}`
    const { taken } = await asked(says(head, body), {
      ...limits,
      bytes: 1024 * MB,
      wholeMs: 60_000,
      idleMs: 60_000
    })
    await expect(taken).rejects.toThrow(/packed 500 times/)
  })

  it('Y22 two packings, an unknown one and a broken one are told', async () => {
    const twice = gzipSync(gzipSync('[]'))
    for (const [coding, body] of [
      ['gzip, gzip', twice],
      ['zstd', Buffer.from('x')],
      ['gzip', Buffer.from('no gzip at all')],
      ['gzip', gzipSync('[]').subarray(0, 12)]
    ] as const) {
      const { taken } = await asked((socket, all) => {
        says(`${OK}\nContent-Encoding: ${coding}\nContent-Length: ${body.length}`, body)(socket, all)
      })
      await expect(taken, coding).rejects.toMatchObject({ trouble: 'broken' })
    }
  })

  it('Y22 a body that drips, one that stops, a head that never ends and none at all end in time', async () => {
    const drips = neverEnds(OK, 'x', 40)
    const stops = says(OK, 'x')
    const endless = neverEndsHead(`${OK}\n`, 'X-A: b\r\n', 40)
    for (const habit of [drips, stops, endless, () => undefined]) {
      const { taken } = await asked(habit)
      await expect(taken).rejects.toMatchObject({ trouble: 'slow', code: 'ETIMEDOUT' })
    }
  })

  it('Y22 what is slow but comes steadily is taken as long as it earns its time', async () => {
    const { taken } = await asked(neverEnds(OK, 'x'.repeat(200), 20), {
      ...limits,
      bytes: 16 * KB,
      wholeMs: 200,
      slowest: 1000
    })
    // its bound ends it, not its time
    await expect(taken).rejects.toMatchObject({ trouble: 'size' })
  })

  it('Y22 a head beyond 16 KB, and “wait” for ever, are cut off', async () => {
    const fits = await asked(says(`${OK}\nX-A: ${'a'.repeat(12 * KB)}\nContent-Length: 0`))
    expect(await fits.taken).toBe(0)
    const large = await asked(neverEndsHead(`${OK}\nX-A: `, 'a'.repeat(4 * KB)))
    await expect(large.taken).rejects.toMatchObject({ trouble: 'size' })
    expect(large.server.sent()).toBeLessThan(BUFFERS)
    const many = await asked(neverEndsHead(`${OK}\n`, 'X-A: b\r\n'.repeat(600)))
    await expect(many.taken).rejects.toMatchObject({
      trouble: 'size'
    })
    const hints = await asked(neverEnds('HTTP/1.1 103 Early Hints', 'HTTP/1.1 103 Early Hints\r\n\r\n'))
    await expect(hints.taken).rejects.toThrow(/only ever says/)
  })

  it('Y22 what is no HTTP is told, never thrown as a fault of Galley', async () => {
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ maxLength: 300 }), fc.boolean(), async (bytes, isHead) => {
        const { taken } = await asked((socket) => {
          if (isHead) socket.write(`${OK}\r\nContent-Length: 10\r\nX: `)
          socket.write(bytes)
          socket.end()
        })
        const ended = await taken.then(
          () => 'taken',
          (error: unknown) => (error instanceof Error ? error.name : '')
        )
        expect(['taken', 'OutgoingFailure']).toContain(ended)
      }),
      { numRuns: hostileRuns(40) }
    )
  })

  it('Y22 no redirect is followed, no cookie sent back, and no name of an address travels', async () => {
    const server = await rawServer((socket, head) =>
      says(`HTTP/1.1 302 Found\nLocation: /b\nSet-Cookie: a=b\nContent-Length: 0`)(socket, head)
    )
    const outgoing = openOutgoing()
    open.push(server, outgoing)
    const send = asFetch(outgoing, limits)
    const url = server.origin.replace('//', '//user:word@')
    for (const _ of [1, 2]) {
      const answer = await send(url)
      expect([answer.status, answer.headers.get('Set-Cookie')]).toEqual([302, null])
    }
    expect(server.heads.join('\n')).not.toMatch(/cookie|authorization|\/b/i)
    expect(server.connections()).toBe(1)
  })

  it('Y22 JSON is read at the bound of its levels, and not begun beyond', async () => {
    const nested = (depth: number) => '['.repeat(depth) + ']'.repeat(depth)
    const { depth } = bounds.json
    expect(jsonOf(Buffer.from(nested(depth)), 'a')).toHaveLength(1)
    expect(() => jsonOf(Buffer.from(nested(depth + 1)), 'a')).toThrow(`more than ${depth} levels`)
    const deep = await rawServer(
      says(`${OK}\nContent-Type: application/json\nContent-Length: ${10 * MB}`, nested(5 * MB))
    )
    const outgoing = openOutgoing()
    open.push(deep, outgoing)
    const wide = { what: 'a list', bytes: 16 * MB, headMs: 60_000, wholeMs: 60_000, idleMs: 60_000 }
    await expect(asFetch(outgoing, wide)(deep.origin)).rejects.toThrow(`more than ${depth} levels`)
    const plain = await rawServer(json({ a: 1 }))
    open.push(plain)
    expect(await (await asFetch(outgoing, limits)(plain.origin)).json()).toEqual({ a: 1 })
  })

  it('Y22 a file without an end is written only as long as the disk has room for other things', async () => {
    let free = 700 * MB
    async function* endless() {
      for (;;) {
        free -= 16 * MB
        await Promise.resolve()
        yield new Uint8Array(16 * MB)
      }
    }
    const taken = async (announced: number | null) => {
      let size = 0
      for await (const piece of withinDisk(endless(), () => Promise.resolve({ free }), announced))
        size += piece.length
      return size
    }
    await expect(taken(null)).rejects.toMatchObject({ reason: 'disk-full' })
    expect(free).toBeGreaterThan(400 * MB)
    free = 700 * MB
    await expect(taken(300 * MB)).rejects.toMatchObject({ reason: 'disk-full' })
    expect(free).toBe(700 * MB)
  })
})
