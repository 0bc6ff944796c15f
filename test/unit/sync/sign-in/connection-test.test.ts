import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import type { lookup } from 'node:dns'
import { createServer as createPlain, type RequestListener } from 'node:http'
import { createServer as createSecure } from 'node:https'
import { createServer as createSocket, type Server } from 'node:net'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { SignJWT } from 'jose'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { contentPath } from '../../../../src/common/content/paths'
import { openOutgoing } from '../../../../src/main/outgoing'
import { testConnection } from '../../../../src/main/sync/connection-test'
import { setPermissions } from '../../../contract/people'
import { makeToken, openHttp, type HttpWorkspace } from '../../../contract/over-http'
import { bundleProgram } from '../../../support/bundle'
import { ada, bytes } from '../../../support/workspace'

const open: { close(done: () => void): unknown }[] = []
afterEach(async () => {
  for (const server of open.splice(0)) await new Promise<void>((done) => void server.close(done))
})

async function listening(server: Server, host = '127.0.0.1'): Promise<number> {
  open.push(server)
  await new Promise<void>((done) => server.listen(0, host, done))
  const address = server.address()
  return typeof address === 'object' && address ? address.port : 0
}
const plain = async (listener: RequestListener) =>
  `http://127.0.0.1:${await listening(createPlain(listener))}`

async function look(
  base: string,
  {
    token = 'x',
    path = null,
    now = Date.now
  }: { token?: string | null; path?: string | null; now?: () => number } = {}
) {
  const { ok, looks } = await testConnection({ base, token: () => Promise.resolve(token) }, path, now)
  const trouble = looks.filter((one) => !one.ok || one.warning)
  return {
    ok,
    trouble,
    what: trouble.map(({ what }) => what),
    text: trouble.map(({ message }) => message).join(' ')
  }
}

const certificates = join(__dirname, '../../../support/certificates')
const pem = (name: string) => readFileSync(join(certificates, name), 'utf8')

describe('a connection test says what is wrong', () => {
  let server: HttpWorkspace
  let token: string
  beforeAll(async () => {
    server = await openHttp()
    token = await makeToken(server.location)
    await server.store.write(contentPath('/acme/site/a.json'), bytes('{}'), { by: ada })
    await setPermissions(server, 'closed', [
      '/+** | somebody@example.com | write',
      '/read/+** | maria@example.com | read'
    ])
    await server.store.write(contentPath('/closed/read/a.json'), bytes('{}'), { by: ada })
  })
  afterAll(async () => {
    await server.close()
  })

  it('Y21 nothing, when all is well; a folder that is not there yet is made', async () => {
    const base = server.server.origin
    expect(await look(base, { token })).toMatchObject({ ok: true, trouble: [] })
    expect(await look(base, { token, path: '/acme/site' })).toMatchObject({ ok: true, trouble: [] })
    expect(await look(base, { token, path: '/acme/other' })).toMatchObject({ ok: true, trouble: [] })
  })

  it('Y21 the address: no such name, nobody listens, silence, https where none is spoken, an address of something else', async () => {
    // no name is looked up in a test
    const nameless = openOutgoing({
      look: ((_: string, __: unknown, done: (error: Error) => void) =>
        done(Object.assign(new Error(), { code: 'ENOTFOUND' }))) as unknown as typeof lookup
    })
    open.push({ close: (done) => (nameless.close(), done()) })
    const { looks } = await testConnection(
      {
        base: 'https://none.example.com',
        token: () => Promise.resolve('x'),
        outgoing: nameless
      },
      null,
      Date.now
    )
    expect(looks).toMatchObject([{ what: 'address', ok: false }])
    expect(looks[0]?.message).toMatch(/There is no server of the name none.example.com/)
    const gone = createSocket()
    const port = await listening(gone)
    await new Promise((done) => open.pop()?.close(() => done(null)))
    expect((await look(`http://127.0.0.1:${port}`)).text).toMatch(/Nothing listens at 127.0.0.1/)
    expect((await look('http://127.0.0.1:1')).text).toMatch(/No program may be asked at port 1/)
    const cut = createSocket((socket) => void socket.destroy())
    expect((await look(`http://127.0.0.1:${await listening(cut)}`)).text).toMatch(/broke off/)
    const http = await plain((_, response) => void response.end('hello'))
    expect((await look(http.replace('http', 'https'))).text).toMatch(/does not speak https/)
    expect(await look(http)).toMatchObject({ ok: false, what: ['service'] })
    const site = await plain((_, response) => void response.writeHead(404).end('<h1>Not here</h1>'))
    expect(await look(site, { path: '/acme/site' })).toMatchObject({ ok: false, what: ['service'] })
    // one that refuses everything as a content service does: the address of something else there
    const refusing = await plain((_, response) => void response.writeHead(404).end('{"error":"Not found"}'))
    for (const base of [refusing, `${server.server.origin}/wrong`, `${server.server.origin}/list`])
      expect(await look(base, { token, path: '/acme/site' }), base).toMatchObject({
        ok: false,
        what: ['service']
      })
    expect(await look(refusing)).toMatchObject({ ok: true, what: ['service'] })
    const moved = await plain((_, response) => void response.writeHead(302, { Location: '/login' }).end())
    expect((await look(moved)).text).toMatch(/sends its callers elsewhere \(302\)/)
    const broken = await plain((_, response) => void response.writeHead(502).end())
    expect((await look(broken)).text).toMatch(/its service fails \(502\)/)
  })

  it('Y21 the certificate: signed by the server itself, expired, not yet valid, for another name', async () => {
    const program = await bundleProgram('test/unit/sync/sign-in/connection-program.ts')
    const names = ['good', 'self', 'expired', 'early', 'elsewhere']
    const key = pem('server.key')
    const ports = names.map((name) =>
      listening(
        createSecure({ key, cert: pem(`${name}.crt`) }, (_, response) => void response.end('[]')),
        'localhost'
      )
    )
    const addresses = (await Promise.all(ports)).map((port) => `https://localhost:${port}`)
    const { stdout } = await promisify(execFile)(process.execPath, [program, ...addresses], {
      env: { ...process.env, NODE_EXTRA_CA_CERTS: join(certificates, 'root.crt') }
    })
    const found = z.tuple([z.string(), z.string()]).array().parse(JSON.parse(stdout))
    expect(found.map(([what]) => what)).toEqual(['', ...Array<string>(4).fill('certificate')])
    const [, self, expired, early, elsewhere] = found.map(([, message]) => message)
    expect(self).toMatch(/signed by the server itself.*NODE_EXTRA_CA_CERTS/)
    expect(expired).toMatch(/has expired. Ask who runs the server/)
    expect(early).toMatch(/is not valid yet. Look whether the clock/)
    expect(elsewhere).toMatch(/is for another address/)
  })

  it('Y21 the token: none, one that is not accepted, one of another provider, one that has expired', async () => {
    const base = server.server.origin
    expect(await look(base, { token: null })).toMatchObject({ ok: false, what: ['token'] })
    expect((await look(base, { token: null })).text).toMatch(/wants a token, and there is none/)
    expect((await look(base)).text).toMatch(/has expired, was revoked, or is for another server/)
    const now = Math.floor(Date.now() / 1000)
    const jwt = (claims: object) =>
      new SignJWT({ iss: 'https://login.example.com', ...claims })
        .setProtectedHeader({ alg: 'HS256' })
        .sign(bytes('k'))
    expect((await look(base, { token: await jwt({ exp: now + 60 }) })).text).toMatch(
      /does not accept the token of https:\/\/login.example.com/
    )
    expect((await look(base, { token: await jwt({ exp: now - 60 }) })).text).toMatch(/it has expired/)
  })

  it('Y21 the rights: which folder may not be read, or only read', async () => {
    const base = server.server.origin
    const secret = await look(base, { token, path: '/closed/secret' })
    expect(secret).toMatchObject({ ok: false, what: ['permission'] })
    expect(secret.text).toContain('/closed/secret')
    const read = await look(base, { token, path: '/closed/read' })
    expect(read).toMatchObject({ ok: true, what: ['permission'] })
    expect(read.text).toMatch(/but not write there/)
  })

  it('Y21 the clock: when it is two minutes off, and when a token is not valid yet', async () => {
    const base = server.server.origin
    const behind = await look(base, { token, now: () => Date.now() - 5 * 60_000 })
    expect(behind).toMatchObject({ ok: true, what: ['clock'] })
    expect(behind.text).toMatch(/5 minutes behind/)
    expect((await look(base, { token, now: () => Date.now() + 26 * 3_600_000 })).text).toMatch(
      /26 hours ahead/
    )
    expect((await look(base, { token, now: () => Date.now() + 60_000 })).trouble).toEqual([])
    expect((await look(base, { now: () => Date.now() - 300_000 })).what).toEqual(['token', 'clock'])
    const later = Math.floor(Date.now() / 1000) + 600
    const early = await new SignJWT({ nbf: later, exp: later + 600 })
      .setProtectedHeader({ alg: 'HS256' })
      .sign(bytes('k'))
    const found = await look(base, { token: early })
    expect(found).toMatchObject({ ok: false, what: ['clock'] })
    expect(found.text).toMatch(/not valid yet/)
  })
})
