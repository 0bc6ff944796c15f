import type { JWTPayload } from 'jose'
import { SignJWT } from 'jose'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Workspace } from './in-process'
import { openWorkspace } from './in-process'
import { json, jsonParts } from './kit'
import type { OpenId } from './openid'
import { AUDIENCE, openId } from './openid'
import { owner, person, setPermissions, withTokens, writePage } from './people'

let provider: OpenId
let workspace: Workspace
const reported: unknown[] = []
beforeAll(async () => {
  provider = await openId()
})
afterAll(() => provider.stop())
beforeEach(async () => {
  reported.length = 0
  workspace = await openWorkspace({
    identityProvider: { issuer: provider.issuer, audience: AUDIENCE },
    keyCooldown: 0,
    report: (error) => void reported.push(error)
  })
})
afterEach(() => workspace.close())

const soon = () => Math.floor(Date.now() / 1000) + 600
const good = (): JWTPayload => ({
  iss: provider.issuer,
  aud: AUDIENCE,
  exp: soon(),
  email: 'eve@example.com'
})

async function statusWith(token: string): Promise<number> {
  const reply = await withTokens(workspace.service, token).send('GET', '/list')
  if (reply.status === 401) expect(reply.body).toHaveLength(0)
  return reply.status
}

describe('JWTs of an OpenID provider', () => {
  it('A2 a token that the provider made opens the authoring endpoints, as the person it names', async () => {
    const anna = withTokens(workspace.service, await provider.token('anna'))
    expect((await writePage(anna, '/o/site/a.html')).status).toBe(201)
    const reply = await anna.send('GET', '/source/o/site/a.html')
    expect(reply.headers['x-galley-modified-by']).toBe('anna@example.com')
  })

  it('A4 the groups of the claim count in the permissions', async () => {
    await setPermissions(workspace, 'o', [
      '/site/+** | authors | write',
      '/site/+** | rita@example.com | read'
    ])
    const [anna, rita] = [await provider.token('anna'), await provider.token('rita')]
    expect((await writePage(withTokens(workspace.service, anna), '/o/site/a.html')).status).toBe(201)
    expect((await writePage(withTokens(workspace.service, rita), '/o/site/a.html')).status).toBe(403)
    expect((await writePage(withTokens(workspace.service, anna, rita), '/o/site/a.html')).status).toBe(403)
    expect(
      (await withTokens(workspace.service, anna, rita).send('GET', '/source/o/site/a.html')).status
    ).toBe(200)
  })

  it('A2 a token for another audience is 401', async () => {
    expect(await statusWith(await provider.token('anna', 'https://other.example.com'))).toBe(401)
  })

  it('A2 what a signed token says must be right: issuer, audience, time, e-mail', async () => {
    expect(await statusWith(await provider.sign(good()))).toBe(200)
    const now = Math.floor(Date.now() / 1000)
    const wrong: JWTPayload[] = [
      { ...good(), exp: now - 60 },
      { ...good(), nbf: now + 600 },
      { ...good(), aud: 'other' },
      { ...good(), aud: [] },
      { ...good(), iss: 'https://elsewhere.example.com' },
      { ...good(), iss: `${provider.issuer}/` },
      { ...good(), email: undefined },
      { ...good(), email: 'no address' },
      { ...good(), email: ['eve@example.com'] },
      ...[false, 'false', 'False', 'no', '', 0, '0', 1, null, [], [true], {}].map((said) => ({
        ...good(),
        email_verified: said
      }))
    ]
    for (const claims of wrong)
      expect(await statusWith(await provider.sign(claims)), JSON.stringify(claims)).toBe(401)
    for (const said of [true, 'true'])
      expect(await statusWith(await provider.sign({ ...good(), email_verified: said }))).toBe(200)
    const { exp: _exp, ...endless } = good()
    expect(await statusWith(await provider.sign(endless))).toBe(401)
    expect(await statusWith(await provider.sign({ ...good(), aud: ['x', AUDIENCE], groups: 'a b,c' }))).toBe(
      200
    )
  })

  it('A2 a claim that would look like somebody else names nobody: hidden signs, and what turns the direction of writing', async () => {
    for (const email of ['ada\u202e@example.com', 'ada\u0007@example.com', `${'a'.repeat(250)}@example.com`])
      expect(await statusWith(await provider.sign({ ...good(), email }))).toBe(401)
    await setPermissions(workspace, 'o', ['/site/+** | authors | write', '/site/+** | a\u202euthors | write'])
    const groups = ['a\u202euthors', 'g'.repeat(201)]
    const eve = withTokens(workspace.service, await provider.sign({ ...good(), groups }))
    expect((await writePage(eve, '/o/site/a.html')).status).toBe(403)
    const both = await provider.sign({ ...good(), groups: [...groups, 'authors'] })
    expect((await writePage(withTokens(workspace.service, both), '/o/site/a.html')).status).toBe(201)
  })

  it('A2 “alg: none”, shared secrets and broken signatures are 401', async () => {
    const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
    const signed = await provider.sign(good())
    const [head = '', body = '', signature = ''] = signed.split('.')
    const { n = '' } = await provider.publicKey()
    const secret = new SignJWT(good()).setProtectedHeader({ alg: 'HS256', kid: 'key-1' })
    const tokens = [
      `${part({ alg: 'none' })}.${part(good())}.`,
      `${part({ alg: 'None', kid: 'key-1' })}.${part(good())}.${signature}`,
      await secret.sign(Buffer.from(n)),
      await secret.sign(Buffer.from(JSON.stringify(await provider.publicKey()))),
      `${head}.${part({ ...good(), email: 'root@example.com' })}.${signature}`,
      `${head}.${body}.${signature.slice(0, -8)}AAAAAAAA`,
      `${head}.${body}.`,
      `${head}.${body}`,
      `${signed}.${signature}`,
      `x.y.z`,
      '..',
      signed.toUpperCase()
    ]
    for (const token of tokens) expect(await statusWith(token), token.slice(0, 40)).toBe(401)
  })

  it('A2 a new key of the provider counts at once, and what an old one signed no more', async () => {
    const before = await provider.token('anna')
    expect(await statusWith(before)).toBe(200)
    await provider.rotate()
    const after = await provider.token('anna')
    expect(await statusWith(after)).toBe(200)
    expect(await statusWith(before)).toBe(401)
  })

  it('A2 a token of a stranger causes no request to the provider', async () => {
    const fetched = provider.keyRequests()
    expect(await statusWith(await provider.sign({ ...good(), iss: 'https://elsewhere.example.com' }))).toBe(
      401
    )
    expect(await statusWith('galley_access_unknown')).toBe(401)
    expect(provider.keyRequests()).toBe(fetched)
  })

  it('A2 while the provider cannot be reached nobody gets in by it, Galley’s own tokens do, and it is reported', async () => {
    const token = await provider.token('anna')
    const own = await person(workspace, 'own@example.com')
    await provider.stop()
    try {
      expect(await statusWith(token)).toBe(401)
      expect(reported.length).toBeGreaterThan(0)
      expect((await own.send('GET', '/list')).status).toBe(200)
    } finally {
      await provider.start()
    }
    expect(await statusWith(token)).toBe(200)
  })

  it('A2 the owner sets whose tokens are believed, in the workspace', async () => {
    const other = await openWorkspace({ keyCooldown: 0 })
    try {
      const anna = withTokens(other.service, await provider.token('anna'))
      expect((await anna.send('GET', '/list')).status).toBe(401)
      const setting = { issuer: provider.issuer, audience: AUDIENCE, groupsClaim: 'groups' }
      expect(json(await owner(other).send('PUT', '/app/identity-provider', jsonParts(setting)))).toEqual(
        setting
      )
      expect(json(await owner(other).send('GET', '/app/identity-provider'))).toEqual(setting)
      expect((await anna.send('GET', '/list')).status).toBe(200)
      await owner(other).send('PUT', '/app/identity-provider', jsonParts(null))
      expect((await anna.send('GET', '/list')).status).toBe(401)
      for (const bad of [
        {},
        { issuer: 'http://example.com', audience: 'x' },
        { issuer: 'x', audience: 'x' },
        []
      ]) {
        expect((await owner(other).send('PUT', '/app/identity-provider', jsonParts(bad))).status).toBe(400)
      }
    } finally {
      await other.close()
    }
  })
})

describe('where people sign in', () => {
  const document = async (method = 'GET') =>
    workspace.service.fetch(
      new Request('http://127.0.0.1/.well-known/oauth-protected-resource', { method }),
      'anyone'
    )

  it('A7 is told to everybody: the provider, and what a Galley asks it for', async () => {
    const told = await openWorkspace({
      origin: 'https://content.example.com',
      identityProvider: {
        issuer: provider.issuer,
        audience: AUDIENCE,
        clientId: 'galley-app',
        scope: 'content  groups'
      }
    })
    try {
      const answer = await told.service.fetch(
        new Request('http://127.0.0.1/.well-known/oauth-protected-resource'),
        'anyone'
      )
      expect(answer.headers.get('access-control-allow-origin')).toBeNull()
      expect(await answer.json()).toEqual({
        resource: 'https://content.example.com',
        authorization_servers: [provider.issuer],
        bearer_methods_supported: ['header'],
        scopes_supported: ['content', 'groups'],
        galley_client_id: 'galley-app',
        galley_audience: AUDIENCE
      })
    } finally {
      await told.close()
    }
    expect(await (await document()).json()).not.toHaveProperty('galley_client_id')
    // what a gateway is said to speak is not believed: the service is told at its start how it is called
    const behind = await workspace.service.fetch(
      new Request('http://content.example.com/.well-known/oauth-protected-resource', {
        headers: { 'X-Forwarded-Proto': 'https' }
      }),
      'anyone'
    )
    expect(await behind.json()).toMatchObject({ resource: 'http://content.example.com' })
    expect((await document('HEAD')).status).toBe(200)
    expect((await document('POST')).status).toBe(405)
  })

  it('A7 without a provider there is nothing to tell', async () => {
    const none = await openWorkspace()
    try {
      const answer = await none.service.fetch(
        new Request('http://127.0.0.1/.well-known/oauth-protected-resource'),
        'anyone'
      )
      expect(answer.status).toBe(404)
    } finally {
      await none.close()
    }
  })
})
