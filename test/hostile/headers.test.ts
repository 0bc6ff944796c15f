import { connect } from 'node:net'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { attachmentNamed } from '../../src/main/http/file-answers'
import { failureText } from '../../src/main/system/failure-text'
import { locationOf } from '../../src/common/publishing/location'
import type { HttpWorkspace } from '../contract/over-http'
import { makeToken, openHttp } from '../contract/over-http'
import { owner, writePage } from '../contract/people'
import { fc } from '../support/properties'
import { hostileRuns } from './runs'

/** Content reaches headers and the log only as printable ASCII: what people type, and what strangers send, never begins a line there. */

let http: HttpWorkspace
const reported: unknown[] = []
beforeAll(async () => {
  http = await openHttp({}, { report: (error) => void reported.push(error) })
})
afterAll(() => http.close())

/** Every byte of the answer's head, as it stands on the wire. */
function headOf(path: string, headers: Record<string, string> = {}): Promise<string> {
  const lines = Object.entries({ Host: `127.0.0.1:${http.server.port}`, Connection: 'close', ...headers })
  return new Promise((resolve, reject) => {
    const socket = connect(http.server.port, '127.0.0.1')
    let answer = ''
    socket.on('data', (chunk) => (answer += chunk.toString('latin1')))
    socket.on('end', () => resolve(answer.split('\r\n\r\n', 1)[0] ?? ''))
    socket.on('error', reject)
    socket.write(
      `GET ${path} HTTP/1.1\r\n${lines.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n`
    )
  })
}

function expectPlain(head: string, what: string): void {
  expect(head, what).toMatch(/^HTTP\/1\.1 \d{3} [\x20-\x7e]*(\r\n[A-Za-z-]+: [\x20-\x7e]*)*$/)
  expect(head.toLowerCase(), what).not.toContain('\nx-injected')
}

const valueOf = (head: string, name: string) =>
  new RegExp(`^${name}: (.*)$`, 'im').exec(head.replaceAll('\r', ''))?.[1] ?? null

async function publishRedirects(site: string, destinations: readonly string[]): Promise<void> {
  const root = owner(http)
  const data = destinations.map((Destination, number) => ({ Source: `/from-${number}`, Destination }))
  const sheet = { ':type': 'sheet', ':sheetname': 'redirects', total: data.length, data }
  await root.send('PUT', `/source${site}/redirects.json`, {
    headers: { 'Content-Type': 'application/json' },
    body: new Uint8Array(Buffer.from(JSON.stringify(sheet)))
  })
  const reply = await root.send('POST', `/publish/live${site}/main/redirects.json`)
  expect(reply.status).toBe(200)
}

const awkward = [
  '/große/straße',
  '/日本/語',
  '/a b/c"d<e>',
  '/x\r\nX-Injected: 1',
  '/x\nX-Injected: 1',
  '/x\u2028y',
  '/x\u0000y',
  '/x\u001b[31m',
  '/half\ud800',
  '/100%',
  '/already%20there%2Fand%',
  '/q?x=ü&y=1#fü',
  'https://bücher.example/straße?ü=ß#日',
  'https://example.com/a\r\nX-Injected: 1',
  '//bücher.example/x',
  'https://[broken/日',
  'relative/日',
  '/\u202egnp.exe'
]

describe('headers', () => {
  it('N3 a redirect to a path in any script is a valid Location, and nothing of it is a header of its own', async () => {
    await publishRedirects('/red/wide', awkward)
    for (const [number, destination] of awkward.entries()) {
      const head = await headOf(`/sites/live/red/wide/from-${number}`)
      expectPlain(head, destination)
      expect(head, destination).toMatch(/^HTTP\/1\.1 301 /)
      const location = valueOf(head, 'Location') ?? ''
      expect(location, destination).toMatch(/^[\x21-\x7e]+$/)
      if (destination.startsWith('/große'))
        expect(location).toBe('/sites/live/red/wide/gro%C3%9Fe/stra%C3%9Fe')
      if (destination.startsWith('https://bücher'))
        expect(location).toBe('https://xn--bcher-kva.example/stra%C3%9Fe?%C3%BC=%C3%9F#%E6%97%A5')
      if (destination.startsWith('/already')) expect(location).toMatch(/\/already%20there%2Fand%25$/)
    }
    expect(reported).toEqual([])
  })

  it('N3 whatever text a redirect holds, the Location decodes to the same text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        const path = `/${text.replace(/^\/+/, '')}`.replaceAll('%', '')
        const location = locationOf(path)
        expect(location).toMatch(/^[\x21-\x7e]+$/)
        expect(decodeURIComponent(location)).toBe(path)
      }),
      { numRuns: hostileRuns(100) }
    )
  })

  it('S3 names, people and paths of any letters reach no header as raw bytes', async () => {
    const email = 'zoë@例え.example'
    const token = await makeToken(http.location, { email })
    const authorized = { Authorization: `Bearer ${token}` }
    const names = ['größe', '日本', "it's (a) ‘name’", 'emoji-🦊', 'ab\u202ec']
    for (const name of names) {
      const path = `/wide/site/${name}.html`
      const encoded = path.split('/').map(encodeURIComponent).join('/')
      const put = await fetch(`${http.server.origin}/source${encoded}`, {
        method: 'PUT',
        headers: { ...authorized, 'Content-Type': 'text/html' },
        body: '<main><p>words</p></main>'
      })
      if (put.status === 400) continue
      expect(put.status, name).toBe(201)
      await owner(http).send('POST', `/publish/live/wide/site/main/${encodeURIComponent(name)}`)
      for (const address of [
        `/source${encoded}`,
        `/list/wide/site?limit=1`,
        `/versionlist${encoded}`,
        `/publish/status/wide/site/main/${encodeURIComponent(name)}`,
        `/sites/live/wide/site/${encodeURIComponent(name)}`,
        `/sites/live/wide/site/${encodeURIComponent(name)}.plain.html`,
        `/sites/live/wide/site/${encodeURIComponent(name)}?sheet=${encodeURIComponent(name)}`,
        `/delivery/live/wide/site/${encodeURIComponent(name)}`
      ])
        expectPlain(await headOf(address, authorized), address)
    }
    const head = await headOf(`/source/wide/site/${encodeURIComponent(names[0] ?? '')}.html`, authorized)
    expect(decodeURIComponent(valueOf(head, 'X-Galley-Modified-By') ?? '')).toBe(email)
    expect(reported).toEqual([])
  })

  it('S3 a sheet of any name is asked for, and its name stands in no header raw', async () => {
    const sheets = ['日本', 'a"b', 'c\\d', 'e\r\nX-Injected: 1']
    const book = {
      ':type': 'multi-sheet',
      ':names': sheets,
      ...Object.fromEntries(
        sheets.map((name) => [name, { total: 1, offset: 0, limit: 1, data: [{ a: '1' }] }])
      )
    }
    const root = owner(http)
    await root.send('PUT', '/source/wide/site/book.json', {
      headers: { 'Content-Type': 'application/json' },
      body: new Uint8Array(Buffer.from(JSON.stringify(book)))
    })
    await root.send('POST', '/publish/live/wide/site/main/book.json')
    for (const sheet of sheets) {
      const head = await headOf(`/sites/live/wide/site/book.json?sheet=${encodeURIComponent(sheet)}`)
      expect(head).toMatch(/^HTTP\/1\.1 200 /)
      expectPlain(head, sheet)
    }
  })

  it('IM8 the name of a downloaded file cannot leave its header', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (name) => {
        const value = attachmentNamed(name)
        expect(value).toMatch(/^attachment; filename="[^"\\]*"; filename\*=UTF-8''[A-Za-z0-9%._!~*-]*$/)
        expect(value).toMatch(/^[\x20-\x7e]+$/)
      }),
      { numRuns: hostileRuns(100) }
    )
  })
})

describe('the log', () => {
  it('X1 nothing that a message carries begins a line of the log', () => {
    const frames = /^ {4}at |^ {2}caused by /
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        const error = new TypeError(`before\r\n    at forged (x)\r\n${text}`, { cause: new Error(text) })
        const [first = '', ...others] = failureText(error).split('\n')
        expect(first).toMatch(/^TypeError: before\\u\{d\}\\u\{a\} {4}at forged/)
        for (const line of others) expect(line).toMatch(frames)
        expect(failureText(error).replaceAll('\n', '')).not.toMatch(/[\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e]/u)
      }),
      { numRuns: hostileRuns(100) }
    )
  })

  it('X1 a service without a place of its own for failures writes them so', async () => {
    const written: string[] = []
    const spy = vi.spyOn(console, 'error').mockImplementation((...said: unknown[]) => {
      written.push(said.map(String).join(' '))
    })
    const plain = await openHttp()
    try {
      await writePage(owner(plain), '/a/b/c.html')
      vi.spyOn(plain.store, 'remove').mockRejectedValue(new Error('a\r\nb\u001b[2J'))
      expect((await owner(plain).send('DELETE', '/source/a/b/c.html')).status).toBe(500)
    } finally {
      await plain.close()
      spy.mockRestore()
    }
    expect(written.join('')).toContain('a\\u{d}\\u{a}b\\u{1b}[2J')
    await writePage(owner(http), '/wide/site/last.html')
  })
})
