import { describe, expect, it } from 'vitest'
import type { SignInOffer, SyncOverview } from '../../../src/common/sync'
import { CLIENT, signInProvider, visit } from '../../support/sign-in-provider'
import { expectRefusal, json, jsonParts, useTransport } from '../kit'
import { openHttp } from '../over-http'
import type { Transport } from '../transport'

/** Signing in for a remote, for the owner. */
export function signInCases(open: () => Promise<Transport>): void {
  describe('signing in for a remote', () => {
    const kit = useTransport(open)
    const post = (address: string, body: unknown) => kit().send('POST', address, jsonParts(body))

    it('Y20 A7 the server says where, the browser comes back, and the token opens it', async () => {
      const provider = await signInProvider()
      const { issuer, audience } = provider
      const identityProvider = { issuer, audience, clientId: CLIENT, scope: 'content' }
      const server = await openHttp({}, { identityProvider })
      const silent = await openHttp()
      try {
        expect(json(await post('/sync/sign-in-offer', { base: silent.server.origin }))).toBeNull()
        const base = server.server.origin
        const offer = json<SignInOffer>(await post('/sync/sign-in-offer', { base }))
        expect(offer).toEqual({ issuer, audience, clientId: CLIENT, scope: 'content' })
        const { id } = json<{ id: string }>(
          await post('/sync/remotes', { name: 'Provider', base, signIn: offer })
        )
        const at = `/sync/remotes/${id}`
        const remote = async () =>
          json<SyncOverview>(await kit().send('GET', '/sync')).remotes.find((one) => one.id === id)
        expect(await remote()).toMatchObject({ hasToken: false, kept: null, signIn: { state: 'out' } })
        expect(json(await post(`${at}/test`, {}))).toMatchObject({ ok: false, looks: [{ what: 'token' }] })

        // what it is for is seen first: the token is made for more than this server
        expectRefusal(await post(`${at}/sign-in`, {}), 409, 'not-agreed')
        const agreed = { server: base, issuer, clientId: CLIENT, audience }
        const begun = await post(`${at}/sign-in`, { agreed })
        expect(begun.status).toBe(202)
        expect(await remote()).toMatchObject({ signIn: { state: 'waiting' } })
        await visit(json<{ address: string }>(begun).address)
        await expect.poll(async () => (await remote())?.signIn?.state).toBe('in')
        expect(await remote()).toMatchObject({ hasToken: true, signIn: { who: 'anna@example.com' } })
        expect(JSON.stringify(await remote())).not.toContain('eyJ')
        expect(json(await post(`${at}/test`, {}))).toMatchObject({ ok: true })

        expect((await kit().send('DELETE', `${at}/sign-in`)).status).toBe(204)
        expect(await remote()).toMatchObject({ hasToken: false, signIn: { state: 'out' } })
        expect((await kit().send('DELETE', at)).status).toBe(204)
      } finally {
        await silent.close()
        await server.close()
        await provider.stop()
      }
    })

    it('Y20 refuses what cannot be signed in at, and knows nothing of what is not there', async () => {
      expectRefusal(await post('/sync/sign-in-offer', { base: 'http://example.com' }), 400, 'bad-request')
      expectRefusal(await post('/sync/sign-in-offer', { base: 'http://127.0.0.1:1' }), 500, 'unreachable')
      expectRefusal(await post('/sync/remotes/none/sign-in', {}), 404, 'not-found')
      expectRefusal(await kit().send('DELETE', '/sync/remotes/none/sign-in'), 404, 'not-found')
      const base = 'http://127.0.0.1:1'
      const { id } = json<{ id: string }>(await post('/sync/remotes', { name: 'Nowhere', base }))
      const setting = { issuer: base, clientId: CLIENT }
      const agreed = { ...setting, server: base, audience: null }
      expectRefusal(await post(`/sync/remotes/${id}/sign-in`, {}), 400, 'bad-request')
      for (const wrong of [{ clientId: ' ' }, { issuer: 'http://example.com' }, { issuer: 'here' }])
        expectRefusal(
          await post(`/sync/remotes/${id}/sign-in`, { setting: { ...setting, ...wrong } }),
          400,
          'bad-request'
        )
      expectRefusal(await post(`/sync/remotes/${id}/sign-in`, { setting, agreed }), 500, 'unreachable')
      expect((await kit().send('DELETE', `/sync/remotes/${id}`)).status).toBe(204)
    })
  })
}
