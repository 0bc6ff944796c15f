import { request } from 'node:http'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { acceptedBy } from '../../src/main/server/packing/accepted'
import { bytes, page } from './kit'
import { makeToken, openHttp, type HttpWorkspace } from './over-http'

/** Answers as they travel: what `fetch` unpacks by itself is looked at here as it came. */

let http: HttpWorkspace
let token: string
beforeAll(async () => {
  http = await openHttp()
  token = await makeToken(http.location)
  await write('/o/s/large.json', large, 'application/json')
  await write('/o/s/page.html', long, 'text/html')
  await write('/o/s/small.html', page('small'), 'text/html')
  await write('/o/s/picture.png', long, 'image/png')
  for (const path of ['large.json', 'page', 'picture.png'])
    expect((await ask('POST', `/publish/live/o/s/main/${path}`)).status).toBe(200)
})
afterAll(() => http.close())

const rows = Array.from({ length: 6000 }, (_, at) => ({ key: `row ${at}`, value: `words of row ${at}` }))
const large = JSON.stringify({ ':type': 'sheet', ':sheetname': 'data', total: rows.length, data: rows })
const long = page('<p>many words</p>'.repeat(200))

interface Came {
  readonly status: number
  readonly headers: Readonly<Record<string, string | undefined>>
  readonly body: Buffer
}

function ask(
  method: string,
  path: string,
  headers: Record<string, string> = {},
  body?: string
): Promise<Came> {
  return new Promise((resolve, reject) => {
    const sent = request(http.server.origin + path, {
      method,
      headers: {
        Authorization: `Bearer ${token}`,
        'Content-Length': Buffer.byteLength(body ?? ''),
        ...headers
      }
    })
    sent.on('error', reject)
    sent.on('response', (answer) => {
      const parts: Buffer[] = []
      answer.on('data', (part: Buffer) => parts.push(part))
      answer.on('error', reject)
      answer.on('end', () => {
        const told = Object.entries(answer.headers).map(([name, value]) => [name, String(value)])
        resolve({
          status: answer.statusCode ?? 0,
          headers: Object.fromEntries(told),
          body: Buffer.concat(parts)
        })
      })
    })
    sent.end(bytes(body ?? ''))
  })
}

const get = (path: string, accepts?: string, headers: Record<string, string> = {}) =>
  ask('GET', path, { ...headers, ...(accepts === undefined ? {} : { 'Accept-Encoding': accepts }) })

const write = (path: string, content: string, type: string, headers: Record<string, string> = {}) =>
  ask('PUT', `/source${path}`, { 'Content-Type': type, ...headers }, content)

const unpacked = ({ headers, body }: Came): string =>
  (headers['content-encoding'] === 'br'
    ? brotliDecompressSync(body)
    : headers['content-encoding'] === 'gzip'
      ? gunzipSync(body)
      : body
  ).toString()

it.each([
  [undefined, null],
  ['', null],
  ['identity', null],
  ['deflate', null],
  ['gzip', 'gzip'],
  ['x-gzip', 'gzip'],
  ['GZIP', 'gzip'],
  ['br', 'br'],
  ['gzip, deflate, br', 'br'],
  ['gzip, deflate, br, zstd', 'br'],
  ['gzip;q=1.0, br;q=0.5', 'gzip'],
  ['br;q=0, gzip', 'gzip'],
  ['br;q=0, gzip;q=0', null],
  ['gzip;q=0.2, identity', null],
  ['*', 'br'],
  ['*;q=0', null],
  ['br;q=0, *', 'gzip'],
  ['identity;q=0, gzip', 'gzip'],
  ['identity;q=0', null]
] as const)('N7 “Accept-Encoding: %s” is answered by %s', (header, coding) => {
  expect(acceptedBy(header).coding).toBe(coding)
})

it.each([
  '/source/o/s/large.json',
  '/sites/live/o/s/large.json',
  '/source/o/s/page.html',
  '/sites/live/o/s/page'
])('N7 %s is packed where that is asked for, and the same when it is unpacked', async (path) => {
  const plain = await get(path)
  expect([plain.status, plain.headers['content-encoding']]).toEqual([200, undefined])
  const tags = new Set([plain.headers['etag']])
  for (const coding of ['gzip', 'br'] as const) {
    const came = await get(path, coding)
    expect([came.status, came.headers['content-encoding']]).toEqual([200, coding])
    expect(came.headers['content-length']).toBeUndefined()
    expect(came.headers['accept-ranges']).toBeUndefined()
    expect(came.body.length).toBeLessThan(plain.body.length / 3)
    expect(unpacked(came)).toBe(plain.body.toString())
    tags.add(came.headers['etag'])
  }
  // other bytes are another representation, and caches are told by what it was chosen
  expect(tags.size).toBe(3)
  expect(plain.headers['vary']).toContain('Accept-Encoding')
})

it('N7 S3 what is known is not sent again, and a write that names a packed content means that content', async () => {
  const path = '/source/o/s/page.html'
  for (const coding of ['gzip', 'br', 'identity']) {
    const { headers } = await get(path, coding)
    const etag = headers['etag'] ?? ''
    const known = await get(path, coding, { 'If-None-Match': `"x", ${etag}` })
    expect([known.status, known.headers['etag'], known.body.length]).toEqual([304, etag, 0])
    expect(known.headers['vary']).toContain('Accept-Encoding')
    const head = await ask('HEAD', path, { 'Accept-Encoding': coding })
    expect([head.headers['etag'], head.headers['content-encoding']]).toEqual([
      etag,
      headers['content-encoding']
    ])
    expect((await write('/o/s/page.html', long, 'text/html', { 'If-Match': etag })).status).toBe(200)
    expect((await write('/o/s/page.html', 'lost', 'text/html', { 'If-None-Match': etag })).status).toBe(412)
  }
  const { headers } = await get(path, 'gzip')
  // of another coding it has nothing
  expect((await get(path, 'br', { 'If-None-Match': headers['etag'] ?? '' })).status).toBe(200)
  expect(
    (await write('/o/s/page.html', `${long} `, 'text/html', { 'If-Match': headers['etag'] ?? '' })).status
  ).toBe(200)
  expect(
    (await write('/o/s/page.html', 'lost', 'text/html', { 'If-Match': headers['etag'] ?? '' })).status
  ).toBe(412)
  expect(unpacked(await get(path, 'br'))).toBe(`${long} `)
})

it('N7 small answers, pictures, ranges, events and answers to writes are sent as they are', async () => {
  const plain = async (came: Promise<Came>) => {
    const { status, headers } = await came
    return [status, headers['content-encoding']]
  }
  expect(await plain(get('/source/o/s/small.html', 'gzip, br'))).toEqual([200, undefined])
  expect(await plain(get('/source/o/s/picture.png', 'gzip, br'))).toEqual([200, undefined])
  expect(await plain(get('/sites/live/o/s/picture.png', 'gzip, br'))).toEqual([200, undefined])
  expect(await plain(get('/list/o/s', 'gzip, br'))).toEqual([200, undefined])
  expect(await plain(write('/o/s/other.html', long, 'text/html', { 'Accept-Encoding': 'br' }))).toEqual([
    201,
    undefined
  ])
  const part = await get('/source/o/s/large.json', 'gzip, br', { Range: 'bytes=10-19' })
  expect([part.status, part.headers['content-encoding'], part.body.toString()]).toEqual([
    206,
    undefined,
    large.slice(10, 20)
  ])
  const packed = await get('/source/o/s/large.json', 'gzip')
  const whole = await get('/source/o/s/large.json', 'gzip', {
    Range: 'bytes=10-19',
    'If-Range': packed.headers['etag'] ?? ''
  })
  expect([whole.status, unpacked(whole)]).toEqual([200, large])
  const stopping = new AbortController()
  const events = await fetch(`${http.server.origin}/events`, {
    headers: { Authorization: `Bearer ${token}`, 'Accept-Encoding': 'gzip, br' },
    signal: stopping.signal
  })
  expect(events.headers.get('content-encoding')).toBeNull()
  stopping.abort()
  const refused = await get('/source/o/s/small.html', 'gzip, identity;q=0')
  expect([refused.headers['content-encoding'], unpacked(refused)]).toEqual(['gzip', page('small')])
})

it('N7 many who ask at once, and some who go away in the middle, leave the service as it was', async () => {
  const path = `${http.server.origin}/source/o/s/large.json`
  const headers = { Authorization: `Bearer ${token}`, 'Accept-Encoding': 'br' }
  await Promise.all(
    Array.from({ length: 20 }, async () => {
      const leaving = new AbortController()
      const answer = await fetch(path, { headers, signal: leaving.signal })
      leaving.abort()
      await answer.text().catch(() => '')
    })
  )
  const all = await Promise.all(Array.from({ length: 40 }, () => get('/source/o/s/large.json', 'br')))
  for (const came of all) expect(unpacked(came)).toBe(large)
  // those that went away count no more
  expect((await get('/source/o/s/large.json', 'br')).headers['content-encoding']).toBe('br')
})
