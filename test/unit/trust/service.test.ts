import { rm } from 'node:fs/promises'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { UnsecuredJWT } from 'jose'
import type { TrustInfo, TrustState } from '../../../src/common/trust'
import { createService } from '../../../src/main/service'
import type { Service } from '../../../src/main/service'
import type { SecretKeeper } from '../../../src/main/secrets'
import { openStore } from '../../../src/main/store'
import type { FolderStore } from '../../../src/main/store/types'
import { trustOf } from '../../../src/main/trust'
import {
  foreignPage,
  foreignSite,
  foreignWorkspace,
  watchedServer,
  type WatchedServer
} from '../../support/foreign-workspace'
import { tempFolder, until } from '../../support/workspace'

let server: WatchedServer
let folder: string
let token: string
let store: FolderStore
let service: Service
beforeEach(async () => {
  server = await watchedServer()
  folder = await tempFolder()
  token = await foreignWorkspace(folder, server.origin)
})
afterEach(async () => {
  await service.close()
  await store.close()
  await server.close()
  await rm(folder, { recursive: true, force: true })
})

/** Everything that a workspace of the same id had been given here. */
const secrets: SecretKeeper = {
  keep: () => Promise.resolve('this-run'),
  // as an earlier version kept it
  read: (name) => {
    if (name.startsWith('sync ')) return Promise.resolve('a-token')
    if (!name.startsWith('sign-in ')) return Promise.resolve(null)
    return Promise.resolve(
      JSON.stringify({
        issuer: `${server.origin}/provider`,
        clientId: 'galley',
        accessToken: 'a',
        refreshToken: 'r',
        expiresAt: 0,
        who: null
      })
    )
  },
  where: () => Promise.resolve('this-run'),
  forget: () => Promise.resolve()
}

async function open(state: TrustState, keepsTokens = false): Promise<void> {
  store = await openStore({ folder, watch: false })
  const trust = trustOf(state, { howTo: 'Say how.', keepsTokens })
  service = createService({ store, appVersion: '0', secrets, trust, report: () => {} })
}

async function ask(
  method: string,
  path: string,
  body?: unknown,
  headers: Record<string, string> = {},
  hint: 'owner' | 'anyone' = 'owner'
) {
  const request = new Request(`galley://app${path}`, {
    method,
    headers,
    ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) })
  })
  const answer = await service.fetch(request, hint)
  const text = await answer.text()
  return { status: answer.status, body: text === '' ? null : (JSON.parse(text) as Record<string, unknown>) }
}

const others = (authorization: string) =>
  ask('GET', `/list${foreignSite}`, undefined, { Authorization: authorization }, 'anyone')

describe('a workspace that is not trusted', () => {
  it('T1 asks nobody for anything, whatever it is told to do, and says how to trust it', async () => {
    await open('restricted')
    const jwt = new UnsecuredJWT({ email: 'a@example.com' }).setIssuer(server.origin).encode()
    const rs256 = `${Buffer.from('{"alg":"RS256"}').toString('base64url')}.${jwt.split('.')[1] ?? ''}.c2ln`
    expect((await others(`Bearer ${rs256}`)).status).toBe(401)
    for (const [method, path, body] of [
      ['POST', '/sync/pairs/p-1/run', {}],
      ['POST', '/sync/pairs/p-2/run', {}],
      ['POST', '/sync/sign-in-offer', { base: server.origin }],
      ['POST', '/sync/remotes/r-2/sign-in', { setting: null }],
      ['GET', '/sync/remotes/r-1/folder?path=/'],
      ['POST', '/sync/remotes/r-1/survey', { remote: foreignSite, local: foreignSite }],
      ['GET', `/sync/pairs/p-1/versions?path=${foreignPage}`],
      ['GET', `/sync/pairs/p-1/version?path=${foreignPage}`],
      ['POST', `/import${foreignSite}/import-1/resume`, {}],
      ['GET', `/import${foreignSite}/import-1/items/0`]
    ] as const) {
      const { status, body: answer } = await ask(method, path, body)
      expect([path, status, answer?.['reason']]).toEqual([path, 403, 'untrusted'])
      expect(answer?.['error']).toMatch(/made elsewhere.*Say how\.$/)
    }
    await ask('POST', '/sync/remotes/r-1/test', { path: null })
    await ask('DELETE', '/sync/remotes/r-2/sign-in')
    await ask('PUT', '/sync/remotes/r-1/token', { token: 'new' })
    await ask('PUT', '/sync/pairs/p-1', { paused: true })
    await ask('PUT', '/sync/pairs/p-1', { paused: false })
    await ask('PUT', `/source${foreignPage}`, '<p>Changed</p>', { 'Content-Type': 'text/html' })
    await ask('DELETE', '/sync/remotes/r-2')
    await service.close()
    expect(server.asked).toEqual([])
  })

  it('T1 is read, edited, published and looked into as any other', async () => {
    await open('restricted')
    const html = { 'Content-Type': 'text/html' }
    expect((await ask('PUT', `/source${foreignPage}`, '<p>Mine</p>', html)).status).toBe(200)
    expect((await ask('POST', '/publish/live/acme/site/main/hello')).status).toBe(200)
    const waiting = { name: 'import-1', state: 'failed', error: expect.stringContaining('Go on with it') }
    expect((await ask('GET', `/import${foreignSite}`)).body).toMatchObject({ imports: [waiting] })
    expect((await ask('GET', '/import')).body).toEqual({ imports: [] })
    expect((await ask('GET', '/sync')).body).toMatchObject({ pairs: [{ id: 'p-1' }, { id: 'p-2' }] })
    expect(server.asked).toEqual([])
  })

  it('T1 takes no token that came with the folder, but where only this computer can have it', async () => {
    await open('restricted')
    expect((await others(`Bearer ${token}`)).status).toBe(401)
    await service.close()
    await store.close()
    await open('restricted', true)
    expect((await others(`Bearer ${token}`)).status).toBe(200)
  })

  it('T1 A2 tells its owner alone what it would do, and to which hosts, in plain text', async () => {
    await open('restricted', true)
    expect(
      (await ask('GET', '/app/trust', undefined, { Authorization: `Bearer ${token}` }, 'anyone')).status
    ).toBe(403)
    const { body } = await ask('GET', '/app/trust')
    const { host } = new URL(server.origin)
    expect(body).toEqual({
      state: 'restricted',
      howTo: 'Say how.',
      wouldDo: {
        syncs: [
          {
            name: 'Team <U+202E>server',
            address: server.origin,
            signIn: null,
            pairs: [{ local: foreignSite, remote: foreignSite, paused: false }]
          },
          {
            name: 'With a sign-in',
            address: server.origin,
            signIn: `${server.origin}/provider`,
            pairs: [{ local: '/acme/other', remote: '/acme/other', paused: false }]
          }
        ],
        imports: [{ into: foreignSite, state: 'checking', hosts: [host] }],
        identityProvider: { issuer: server.origin, audience: 'galley' },
        tokens: [{ kind: 'access', email: 'friend@example.com', groups: ['editors'] }],
        sessions: 0
      }
    } satisfies TrustInfo)
  })

  it('T1 once it is trusted, all of it goes on by itself', async () => {
    await open('trusted')
    await until(() => server.asked.some((line) => line.startsWith('GET /list/acme/site')))
    await until(() => server.asked.includes('GET /taken'))
    expect((await others(`Bearer ${token}`)).status).toBe(200)
  })

  it('T4 held after a start that was cut off, it does nothing by itself, and what its person tells it', async () => {
    await open('held')
    await ask('PUT', `/source${foreignPage}`, '<p>Mine</p>', { 'Content-Type': 'text/html' })
    expect((await ask('GET', `/import${foreignSite}/import-1`)).body).toMatchObject({ state: 'failed' })
    expect((await ask('GET', '/sync')).body).toMatchObject({
      pairs: [{ status: { state: 'waiting', next: null } }, { status: { state: 'waiting', next: null } }]
    })
    expect(server.asked).toEqual([])
    expect((await ask('POST', '/sync/pairs/p-1/run', {})).status).toBe(202)
    await until(() => server.asked.some((line) => line.startsWith('GET /list/acme/site')))
  })
})
