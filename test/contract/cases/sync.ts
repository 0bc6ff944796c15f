import { describe, expect, it } from 'vitest'
import { contentPath } from '../../../src/common/content/paths'
import { expectRefusal, json, jsonParts, text, useTransport } from '../kit'
import { makeToken, openHttp } from '../over-http'
import type { Transport } from '../transport'

/** Remotes, pairs, runs and conflicts, for the owner. */
export function syncCases(open: () => Promise<Transport>): void {
  describe('sync', () => {
    const kit = useTransport(open)
    const post = (address: string, body: unknown) => kit().send('POST', address, jsonParts(body))
    const none = '/sync/pairs/none'

    it('Y11 refuses what cannot be a remote or a pair, and knows nothing of what is not there', async () => {
      expectRefusal(await post('/sync/remotes', { name: 'x' }), 400, 'bad-request')
      expectRefusal(
        await post('/sync/remotes', { name: 'x', base: 'http://example.com' }),
        400,
        'bad-request'
      )
      expectRefusal(await kit().send('DELETE', '/sync/remotes/none'), 404, 'not-found')
      expectRefusal(
        await kit().send('PUT', '/sync/remotes/none/token', jsonParts({ token: 'x' })),
        404,
        'not-found'
      )
      expectRefusal(await kit().send('PUT', '/sync/remotes/none/token', jsonParts({})), 400, 'bad-request')
      expectRefusal(await post('/sync/remotes/none/test', {}), 404, 'not-found')
      expectRefusal(
        await post('/sync/pairs', { remoteId: 'x', local: '/a/b', remote: '/a/b' }),
        404,
        'not-found'
      )
      expectRefusal(await post('/sync/pairs', {}), 400, 'bad-request')
      expectRefusal(await kit().send('PUT', none, jsonParts({ paused: true })), 404, 'not-found')
      expectRefusal(await kit().send('PUT', none, jsonParts({ paused: 1 })), 400, 'bad-request')
      expectRefusal(await kit().send('DELETE', none), 404, 'not-found')
      expectRefusal(await post(`${none}/run`, {}), 404, 'not-found')
      expectRefusal(await post(`${none}/stop`, {}), 404, 'not-found')
      expectRefusal(await kit().send('GET', `${none}/conflicts`), 404, 'not-found')
      expectRefusal(await post(`${none}/conflict`, { key: '/a' }), 404, 'not-found')
      expectRefusal(await post(`${none}/conflict`, {}), 400, 'bad-request')
      expectRefusal(await post(`${none}/decision`, { key: '/a', state: '' }), 404, 'not-found')
      expectRefusal(await post(`${none}/decision`, {}), 400, 'bad-request')
    })

    it('Y1 Y9 syncs a site with a server, shows a conflict with its result, and puts the decision in place', async () => {
      const server = await openHttp()
      try {
        const base = server.server.origin
        const token = await makeToken(server.location)
        const { id: remoteId } = json<{ id: string }>(
          await post('/sync/remotes', { name: 'Team', base, token })
        )
        expectRefusal(await post('/sync/remotes', { name: 'Team', base }), 409, 'exists')
        expect(
          (await kit().send('PUT', `/sync/remotes/${remoteId}/token`, jsonParts({ token }))).status
        ).toBe(200)
        expect(json(await post(`/sync/remotes/${remoteId}/test`, { path: null }))).toMatchObject({ ok: true })
        const site = kit().freshSite()
        await kit().put(`${site}/a.json`, '{"a":1}', { 'Content-Type': 'application/json' })
        const pair = { remoteId, local: site, remote: site }
        const { id } = json<{ id: string }>(await post('/sync/pairs', pair))
        expectRefusal(await post('/sync/pairs', pair), 409, 'exists')
        const at = `/sync/pairs/${id}`
        const settled = async () => {
          await post(`${at}/run`, {})
          await expect
            .poll(
              async () =>
                json<{ pairs: { status: { state: string } }[] }>(await kit().send('GET', '/sync')).pairs[0]
                  ?.status.state,
              {
                timeout: 10_000
              }
            )
            .not.toMatch(/running|waiting/)
        }
        await settled()
        expect(await server.store.read(contentPath(`${site}/a.json`))).not.toBeNull()
        expect((await kit().send('PUT', at, jsonParts({ paused: true }))).status).toBe(204)
        const by = { email: 'b@example.com' }
        await server.store.write(contentPath(`${site}/a.json`), new TextEncoder().encode('{"a":2}'), { by })
        await kit().put(`${site}/a.json`, '{"a":3}', { 'Content-Type': 'application/json' })
        await settled()
        const [conflict] = json<{ key: string }[]>(await kit().send('GET', `${at}/conflicts`))
        const key = conflict?.key ?? ''
        const shown = json<{ state: string }>(await post(`${at}/conflict`, { key }))
        expect(shown).toMatchObject({
          open: 1,
          base: '{"a":1}',
          local: '{"a":3}',
          remote: '{"a":2}',
          result: '{"a":3}'
        })
        expect(json(await post(`${at}/conflict`, { key, choices: { '/a': 'remote' } }))).toMatchObject({
          open: 0,
          result: '{"a":2}'
        })
        const decision = { key, choices: { '/a': 'remote' }, state: shown.state }
        expectRefusal(await post(`${at}/decision`, { ...decision, choices: {} }), 400, 'bad-request')
        expectRefusal(await post(`${at}/decision`, { ...decision, state: 'old' }), 412, 'precondition-failed')
        expect(json(await post(`${at}/decision`, decision))).toEqual({ path: '/a.json', beside: null })
        expect(text(await kit().get(`${site}/a.json`))).toBe('{"a":2}')
        expect(json(await kit().send('GET', `${at}/conflicts`))).toEqual([])
        expect((await post(`${at}/stop`, {})).status).toBe(204)
        expect((await kit().send('DELETE', at)).status).toBe(204)
        expect((await kit().send('DELETE', `/sync/remotes/${remoteId}`)).status).toBe(204)
      } finally {
        await server.close()
      }
    })
  })
}
