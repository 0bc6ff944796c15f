import { createServer } from 'node:http'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { openSecrets, type SecretKeeper } from '../../../../src/main/secrets'
import { trusted } from '../../../../src/main/trust/workspace-trust'
import type { SignInSetting } from '../../../../src/common/sync'
import { openSignIns, type SignInAt, type SignIns } from '../../../../src/main/sync/sign-in/sign-ins'
import { CLIENT, signInProvider, visit, type SignInProvider } from '../../../support/sign-in-provider'

let provider: SignInProvider
const open = new Set<SignIns>()
beforeAll(async () => {
  provider = await signInProvider()
})
afterAll(() => provider.stop())
afterEach(async () => {
  provider.answers = 'yes'
  provider.tokenSeconds = 3600
  await Promise.all([...open].map((one) => one.close()))
  open.clear()
})

const setting = () => ({
  issuer: provider.issuer,
  clientId: CLIENT,
  scope: 'content',
  audience: provider.audience
})
const BASE = 'https://galley.example.com'
const at = (id: string, one: SignInSetting, base = BASE): SignInAt => ({ id, base, setting: one })
const memory = () => openSecrets('w', { load: () => Promise.resolve(null) })

function desk(secrets: SecretKeeper = memory(), person = 'anna@example.com') {
  const opened: string[] = []
  const signedIn: string[] = []
  const signIns = openSignIns({
    trust: trusted,
    secrets,
    person: () => person,
    openAddress: (address) => Promise.resolve(void opened.push(address)),
    onChange: () => undefined,
    onSignedIn: (id) => void signedIn.push(id),
    report: (error) => expect.fail(String(error))
  })
  open.add(signIns)
  return { signIns, secrets, opened, signedIn }
}

async function signIn({ signIns }: ReturnType<typeof desk>) {
  const page = await visit(await signIns.begin(at('r', setting())))
  await signIns.ended('r').catch(() => undefined)
  return page
}

describe('signing in for a remote', () => {
  it('Y20 in the browser, by a code with PKCE, and back to a port of this machine', async () => {
    const one = desk()
    expect(await one.signIns.state(at('r', setting()))).toMatchObject({ state: 'out', who: null })
    const address = new URL(await one.signIns.begin(at('r', setting())))
    expect(one.opened).toEqual([address.href])
    expect(address.origin).toBe(provider.issuer)
    const asked = Object.fromEntries(address.searchParams)
    expect(asked).toMatchObject({
      response_type: 'code',
      client_id: CLIENT,
      code_challenge_method: 'S256',
      scope: 'openid email profile offline_access content',
      prompt: 'consent',
      resource: provider.audience
    })
    expect(asked['redirect_uri']).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/signed-in$/)
    for (const name of ['state', 'nonce', 'code_challenge']) expect(asked[name]?.length).toBeGreaterThan(40)
    expect(await one.signIns.state(at('r', setting()))).toMatchObject({
      state: 'waiting',
      address: address.href
    })

    const page = await visit(address.href)
    expect(page.text).toContain('You are signed in')
    expect(page.url).not.toContain('code')
    const state = await one.signIns.state(at('r', setting()))
    expect(state).toMatchObject({ state: 'in', who: 'anna@example.com', renews: true, address: null })
    expect(state.until ?? 0).toBeGreaterThan(Date.now() + 3_500_000)
    expect(one.signedIn).toEqual(['r'])
    const token = await one.signIns.token(at('r', setting()))
    expect(JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString())).toMatchObject({
      aud: provider.audience,
      iss: provider.issuer
    })
    // nothing listens there any more
    await expect(fetch(String(asked['redirect_uri']))).rejects.toThrow()
  })

  it('Y20 is still there for the next run, and asked for with another setting it is not', async () => {
    const one = desk()
    await signIn(one)
    const token = await one.signIns.token(at('r', setting()))
    const next = desk(one.secrets)
    expect(await next.signIns.token(at('r', setting()))).toBe(token)
    const other = { ...setting(), clientId: 'another' }
    expect(await next.signIns.state(at('r', other))).toMatchObject({ state: 'out' })
    await expect(next.signIns.token(at('r', other))).rejects.toThrow(/Nobody is signed in at 127/)
  })

  it('Y20 a token that is about to end is renewed before it is used, once for all who ask', async () => {
    provider.tokenSeconds = 30
    const one = desk()
    await signIn(one)
    const before = provider.renewals
    const tokens = await Promise.all([1, 2, 3].map(() => one.signIns.token(at('r', setting()))))
    expect(new Set(tokens).size).toBe(1)
    expect(provider.renewals).toBe(before + 1)
    provider.tokenSeconds = 3600
    const lasting = await one.signIns.token(at('r', setting()))
    expect(provider.renewals).toBe(before + 2)
    expect(await one.signIns.token(at('r', setting()))).toBe(lasting)
    expect(provider.renewals).toBe(before + 2)
    expect(await one.signIns.state(at('r', setting()))).toMatchObject({
      state: 'in',
      who: 'anna@example.com'
    })
  })

  it('Y20 a token that the server does not take is renewed, and not again and again', async () => {
    const one = desk()
    await signIn(one)
    const first = await one.signIns.token(at('r', setting()))
    expect(await one.signIns.renew(at('r', setting()))).toBe(true)
    expect(await one.signIns.token(at('r', setting()))).not.toBe(first)
    expect(await one.signIns.renew(at('r', setting()))).toBe(false)
  })

  it('Y20 while the provider cannot be reached the sign-in stays, and says so', async () => {
    provider.tokenSeconds = 30
    const one = desk()
    await signIn(one)
    await provider.stop()
    try {
      await expect(one.signIns.token(at('r', setting()))).rejects.toMatchObject({ reason: 'unreachable' })
      await expect(desk().signIns.begin(at('r', setting()))).rejects.toThrow(/Nothing listens at 127/)
    } finally {
      await provider.start()
    }
    expect(await one.signIns.token(at('r', setting()))).not.toBe('')
  })

  it('Y20 signing out forgets it here, and takes it back at the provider', async () => {
    const one = desk()
    await signIn(one)
    const before = provider.revocations
    const kept = JSON.parse(JSON.parse((await one.secrets.read('server-sign-in r')) ?? '').secret)
    await one.signIns.end(at('r', setting()))
    expect(provider.revocations).toBe(before + 1)
    expect(await one.secrets.read('server-sign-in r')).toBeNull()
    expect(await one.signIns.state(at('r', setting()))).toMatchObject({ state: 'out', who: null })
    const again = desk()
    await again.secrets.keep('sign-in r', JSON.stringify({ ...kept, expiresAt: 1 }))
    await expect(again.signIns.token(at('r', setting()))).rejects.toThrow(/has ended. Sign in again/)
    expect(await again.signIns.state(at('r', setting()))).toMatchObject({
      state: 'ended',
      who: 'anna@example.com'
    })
  })

  it('Y20 a no in the browser, a cancelled one and one that nobody ends are said in plain words', async () => {
    const one = desk()
    provider.answers = 'no'
    expect((await signIn(one)).text).toContain('You are not signed in')
    const { problem, state } = await one.signIns.state(at('r', setting()))
    expect(problem).toMatch(/did not let you in, or you said no there \(Anna said no\)/)
    expect(state).toBe('out')
    await one.signIns.begin(at('r', setting()))
    const ended = one.signIns.ended('r')
    ended.catch(() => undefined)
    await one.signIns.end(at('r', setting()))
    await expect(ended).rejects.toThrow(/was cancelled/)
    expect(await one.signIns.state(at('r', setting()))).toMatchObject({ state: 'out', problem: null })
  })

  it('Y20 asked for twice it is the same page; answers for another sign-in do not count', async () => {
    const one = desk()
    const address = await one.signIns.begin(at('r', setting()))
    expect(await one.signIns.begin(at('r', setting()))).toBe(address)
    expect(one.opened).toEqual([address, address])
    const back = new URL(new URL(address).searchParams.get('redirect_uri') ?? '')
    const strange = await fetch(`${back.href}?code=stolen&state=other`)
    expect(strange.status).toBe(400)
    expect((await fetch(new URL('/', back))).status).toBe(404)
    expect((await fetch(back, { method: 'POST' })).status).toBe(404)
    expect(await one.signIns.state(at('r', setting()))).toMatchObject({ state: 'waiting' })
    expect((await visit(address)).text).toContain('You are signed in')
  })

  it('Y20 an answer in the name of another provider ends the sign-in, and no code is given away (RFC 9207)', async () => {
    const one = desk()
    const address = new URL(await one.signIns.begin(at('r', setting())))
    const back = new URL(address.searchParams.get('redirect_uri') ?? '')
    back.searchParams.set('state', address.searchParams.get('state') ?? '')
    back.searchParams.set('code', 'mixed-up')
    const given = provider.given.length
    back.searchParams.set('iss', 'https://evil.example')
    expect(await (await fetch(back)).text()).toContain('You are not signed in')
    expect((await one.signIns.state(at('r', setting()))).problem).toMatch(/does not belong to this sign-in/)
    expect(provider.given.length).toBe(given)
  })

  it('Y20 a wrong client, a wrong scope and an address without a provider say which', async () => {
    const one = desk()
    const nobody = { ...setting(), issuer: `${provider.issuer}/nowhere` }
    await expect(one.signIns.begin(at('a', nobody))).rejects.toThrow(/There is no OpenID provider at/)
    const page = await visit(await one.signIns.begin(at('b', { ...setting(), clientId: 'stranger' })))
    // the provider cannot send an unknown client's browser anywhere
    expect(page.text).toContain('invalid_client')
    await one.signIns.end(at('b', setting()))
    await visit(
      await one.signIns.begin(at('c', { ...setting(), audience: 'https://galley.example.com/#part' }))
    )
    await one.signIns.ended('c').catch(() => undefined)
    expect((await one.signIns.state(at('c', setting()))).problem).toMatch(
      /does not give what was asked for .*Check scope/
    )
  })

  it('Y20 a provider that calls itself otherwise, or sends elsewhere without https, is not used', async () => {
    let document = {}
    const server = createServer((_, response) => {
      response.writeHead(200, { 'Content-Type': 'application/json' })
      response.end(JSON.stringify(document))
    })
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
    const address = server.address()
    const issuer = `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`
    try {
      const one = desk()
      const endpoints = { authorization_endpoint: `${issuer}/auth`, token_endpoint: `${issuer}/token` }
      document = { issuer: 'https://other.example.com', ...endpoints }
      await expect(one.signIns.begin(at('r', { ...setting(), issuer }))).rejects.toThrow(
        /calls itself otherwise/
      )
      document = { issuer, ...endpoints, token_endpoint: 'http://collect.example.com/token' }
      await expect(one.signIns.begin(at('r', { ...setting(), issuer }))).rejects.toThrow(/no safe address/)
    } finally {
      await new Promise((done) => server.close(done))
    }
  })
})
