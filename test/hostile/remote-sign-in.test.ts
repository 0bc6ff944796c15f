import { createServer } from 'node:http'
import { rm } from 'node:fs/promises'
import { exportJWK, generateKeyPair, SignJWT } from 'jose'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { openSecrets } from '../../src/main/secrets'
import { jwtReader } from '../../src/main/callers/tokens/jwt'
import { openStore } from '../../src/main/store'
import { openSyncing } from '../../src/main/sync'
import { askOffer } from '../../src/main/sync/sign-in/offer'
import { requireAudience } from '../../src/main/sync/sign-in/audience'
import { foreignSite, sends, type Answering } from '../support/foreign-site'
import { fc } from '../support/properties'
import { neverEnds, rawServer } from '../support/raw-server'
import { CLIENT, signInProvider, visit, type SignInProvider } from '../support/sign-in-provider'
import { trusted } from '../../src/main/trust/workspace-trust'
import { ada, quickFolder, sparseWorkspace } from '../support/workspace'
import { hostileRuns } from './runs'
import { openWorkers } from '../../src/main/workers'

let provider: SignInProvider
const open: (() => unknown)[] = []
beforeAll(async () => {
  provider = await signInProvider()
})
afterAll(() => provider.stop())
afterEach(async () => {
  for (const close of open.splice(0).reverse()) await close()
})

const WELL_KNOWN = '/.well-known/oauth-protected-resource'
const CORPORATION = 'https://galley.corporation.example'

/** A server that says of itself what a test wants. */
async function saying(document: (origin: string) => unknown) {
  const answers: Answering = (...asked) =>
    sends('application/json', JSON.stringify(document(site.origin)))(...asked)
  const site = await foreignSite({ [WELL_KNOWN]: answers })
  open.push(() => site.close())
  return site
}

async function desk() {
  const folder = await sparseWorkspace(quickFolder())
  const store = await openStore({ folder, watch: false })
  const opened: string[] = []
  const syncing = openSyncing({
    workers: openWorkers({ program: null }),
    store,
    secrets: openSecrets('w', { load: () => Promise.resolve(null) }),
    by: () => ada,
    trust: trusted,
    serviceFolder: () => Promise.resolve('galley'),
    openAddress: (address) => Promise.resolve(void opened.push(address)),
    report: (error) => expect.fail(String(error)),
    byItself: false
  })
  open.push(async () => {
    await syncing.close()
    await store.close()
    await rm(folder, { recursive: true, force: true })
  })
  return { syncing, opened }
}

const offerOf = (resource: string, more: object = {}) => ({
  resource,
  authorization_servers: [provider.issuer],
  galley_client_id: CLIENT,
  galley_audience: CORPORATION,
  ...more
})

describe('a server that says where people sign in', () => {
  it('Y23 A7 is believed only when it speaks for itself, letter by letter', async () => {
    const honest = await saying((origin) => offerOf(origin))
    expect(await askOffer(honest.origin)).toMatchObject({ issuer: provider.issuer, audience: CORPORATION })
    for (const resource of [
      CORPORATION,
      'HTTP://127.0.0.1',
      '',
      ...['/', '/a', '?', '#'].map((end) => honest.origin + end)
    ]) {
      const liar = await saying((origin) => offerOf(resource.replace(honest.origin, origin)))
      await expect(askOffer(liar.origin), resource).rejects.toMatchObject({ reason: 'forbidden' })
    }
  })

  it('Y22 A7 documents of wrong types, and without an end, are no offer', async () => {
    const any = fc.oneof(
      fc.constantFrom(null, 1, true, '', 'x'.repeat(3000)),
      fc.constantFrom([], {}, [1], [null])
    )
    let document: unknown = {}
    const site = await saying(() => document)
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(
          'resource',
          'authorization_servers',
          'galley_client_id',
          'galley_audience',
          'scopes_supported'
        ),
        any,
        async (member, value) => {
          document = offerOf(site.origin, { [member]: value })
          const offer = await askOffer(site.origin).catch((error: unknown) => {
            expect(error).toMatchObject({ name: 'GalleyError' })
            return null
          })
          if (offer)
            for (const one of Object.values(offer)) expect(one === null || one.length <= 2000).toBe(true)
        }
      ),
      { numRuns: hostileRuns(40) }
    )
    const endless = await rawServer(neverEnds('HTTP/1.1 200 OK', '{"a":"'.repeat(1000)))
    open.push(() => endless.close())
    expect(await askOffer(endless.origin)).toBeNull()
    expect(endless.sent()).toBeLessThan(16 * 1024 * 1024)
  })

  it('Y23 no browser opens for an audience that the server chose, until the person has seen just that and said yes', async () => {
    const { syncing, opened } = await desk()
    const { remotes } = syncing
    const hostile = await saying((origin) => offerOf(origin))
    const setting = { issuer: provider.issuer, clientId: CLIENT, scope: 'content', audience: CORPORATION }
    const { id } = await remotes.add({ name: 'Team', base: hostile.origin, token: null, signIn: setting })
    const agreed = { server: hostile.origin, issuer: setting.issuer, clientId: CLIENT, audience: CORPORATION }
    const refusal = { reason: 'not-agreed', message: expect.stringContaining(CORPORATION) as string }
    for (const other of [
      null,
      { ...agreed, audience: null },
      { ...agreed, audience: hostile.origin },
      { ...agreed, server: 'https://other.example' },
      { ...agreed, issuer: 'https://login.example' },
      { ...agreed, clientId: 'x' }
    ])
      await expect(remotes.signIn(id, null, other)).rejects.toMatchObject(refusal)
    expect(opened).toEqual([])
    await visit(await remotes.signIn(id, null, agreed))
    await remotes.signedIn(id)
    // as it was agreed on, it is not asked again; another audience is
    await remotes.signIn(id, null, null)
    const other = { ...setting, audience: 'https://another.example' }
    await remotes.signOut(id)
    await expect(remotes.signIn(id, other, null)).rejects.toMatchObject({ reason: 'not-agreed' })
    await remotes.signOut(id)
    await expect(remotes.signIn(id, null, null)).rejects.toMatchObject({ reason: 'not-agreed' })
  })

  it('Y23 without an audience the token is asked for this very server, and one for another is thrown away', async () => {
    const { syncing } = await desk()
    const { remotes } = syncing
    const site = await saying((origin) => offerOf(origin))
    const setting = { issuer: provider.issuer, clientId: CLIENT, scope: 'content', audience: null }
    const { id } = await remotes.add({ name: 'Team', base: site.origin, token: null, signIn: setting })
    const agreed = { server: site.origin, issuer: setting.issuer, clientId: CLIENT, audience: null }
    const address = await remotes.signIn(id, null, agreed)
    expect(new URL(address).searchParams.get('resource')).toBe(site.origin)
    await visit(address)
    await remotes.signedIn(id)
    expect((await remotes.list())[0]?.signIn).toMatchObject({ state: 'in' })

    const made = async (aud: string | string[]) => {
      const { privateKey } = await generateKeyPair('ES256')
      return new SignJWT({ aud }).setProtectedHeader({ alg: 'ES256' }).sign(privateKey)
    }
    for (const aud of [
      CORPORATION,
      [CORPORATION, 'account'],
      `${site.origin}.evil.example`,
      `${site.origin}/a`
    ]) {
      const token = await made(aud)
      expect(() => requireAudience(token, setting, site.origin), String(aud)).toThrow(/made a token for/)
    }
    for (const aud of [site.origin, `${site.origin}/`, [CORPORATION, site.origin]]) {
      const token = await made(aud)
      expect(() => requireAudience(token, setting, site.origin), String(aud)).not.toThrow()
    }
  })
})

describe('the keys of an identity provider', () => {
  it('A2 Y22 tokens with made-up keys cause no storm of requests, and a document without an end is not read', async () => {
    const { privateKey, publicKey } = await generateKeyPair('ES256', { extractable: true })
    const key = { ...(await exportJWK(publicKey)), kid: 'k', alg: 'ES256', use: 'sig' }
    let asked = 0
    let tells: 'good' | 'endless' = 'good'
    const server = createServer((request, response) => {
      asked += 1
      response.writeHead(200, { 'Content-Type': 'application/json' })
      if (tells === 'endless') {
        const more = () => void (response.destroyed || response.write(' '.repeat(64 * 1024), more))
        return more()
      }
      const isKeys = request.url === '/jwks'
      response.end(JSON.stringify(isKeys ? { keys: [key] } : { issuer, jwks_uri: `${issuer}/jwks` }))
    })
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
    open.push(() => (server.closeAllConnections(), new Promise((done) => server.close(done))))
    const address = server.address()
    const issuer = `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`
    const token = (kid: string) =>
      new SignJWT({ email: 'a@example.com' })
        .setProtectedHeader({ alg: 'ES256', kid })
        .setIssuer(issuer)
        .setAudience('g')
        .setExpirationTime('1h')
        .sign(privateKey)
    const reports: unknown[] = []
    const read = jwtReader({ issuer, audience: 'g' }, { report: (error) => reports.push(error) })
    expect(await read(await token('k'))).toMatchObject({ email: 'a@example.com' })
    const made = await Promise.all(Array.from({ length: 50 }, (_, count) => token(`made-up-${count}`)))
    expect(await Promise.all(made.map(read))).toEqual(Array(50).fill(null))
    expect(asked).toBe(2)

    tells = 'endless'
    const other = jwtReader({ issuer, audience: 'g' }, { report: (error) => reports.push(error) })
    expect(await other(await token('k'))).toBeNull()
    expect(String(reports.at(-1))).toMatch(/more than is taken of an answer of a provider \(1 MB\)/)
  })
})
