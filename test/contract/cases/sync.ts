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
      expectRefusal(await kit().send('GET', `${none}/side?key=/a&side=local`), 404, 'not-found')
      expectRefusal(await kit().send('GET', `${none}/side?key=/a`), 400, 'bad-request')
      expectRefusal(await post(`${none}/decision`, { key: '/a', state: '' }), 404, 'not-found')
      expectRefusal(await post(`${none}/decision`, {}), 400, 'bad-request')
      const looks = [
        'files',
        'versions?path=/a/b/c.html',
        'version?path=/a/b/c.html',
        'decisions',
        'activity'
      ]
      for (const what of looks) expectRefusal(await kit().send('GET', `${none}/${what}`), 404, 'not-found')
      expectRefusal(await kit().send('GET', `${none}/files?limit=many`), 400, 'bad-request')
      for (const what of ['versions', 'version'])
        expectRefusal(await kit().send('GET', `${none}/${what}`), 400, 'bad-request')
      expectRefusal(await post(`${none}/undo`, { key: '/a' }), 404, 'not-found')
      expectRefusal(await post(`${none}/undo`, {}), 400, 'bad-request')
      expectRefusal(await kit().send('GET', '/sync/remotes/none/folder?path=/a'), 404, 'not-found')
      const places = { remote: '/a/b', local: '/a/b' }
      expectRefusal(await post('/sync/remotes/none/survey', places), 404, 'not-found')
      expectRefusal(await post('/sync/remotes/none/survey', {}), 400, 'bad-request')
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
                  ?.status.state
            )
            .not.toMatch(/running|waiting/)
        }
        await settled()
        expect(await server.store.read(contentPath(`${site}/a.json`))).not.toBeNull()
        const activity = async () =>
          json<{ deeds: unknown[] }[]>(await kit().send('GET', `${at}/activity`)).map(({ deeds }) => deeds)
        expect(await activity()).toEqual([[{ path: '/a.json', did: 'pushed' }]])
        // a run with nothing to do takes nothing of it away
        await settled()
        expect(await activity()).toEqual([[{ path: '/a.json', did: 'pushed' }]])
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
        const side = (name: string, headers = {}) =>
          kit().send('GET', `${at}/side?${new URLSearchParams({ key, side: name }).toString()}`, { headers })
        expect(text(await side('base'))).toBe('{"a":1}')
        const part = await side('remote', { Range: 'bytes=5-' })
        expect([part.status, text(part)]).toEqual([206, '2}'])
        const decision = { key, choices: { '/a': 'remote' }, state: shown.state }
        expectRefusal(await post(`${at}/decision`, { ...decision, choices: {} }), 400, 'bad-request')
        expectRefusal(await post(`${at}/decision`, { ...decision, state: 'old' }), 412, 'precondition-failed')
        expect(json(await post(`${at}/decision`, decision))).toEqual({ path: '/a.json', beside: null })
        expect(text(await kit().get(`${site}/a.json`))).toBe('{"a":2}')
        expect(json(await kit().send('GET', `${at}/conflicts`))).toEqual([])
        const decisions = json<{ key: string; path: string }[]>(await kit().send('GET', `${at}/decisions`))
        expect(decisions).toMatchObject([{ key, path: '/a.json', beside: null }])
        expect(json(await post(`${at}/undo`, { key }))).toEqual({ path: '/a.json', removed: null })
        expect(text(await kit().get(`${site}/a.json`))).toBe('{"a":3}')
        expect(json(await kit().send('GET', `${at}/conflicts`))).toMatchObject([{ key }])
        expectRefusal(await post(`${at}/undo`, { key }), 404, 'not-found')
        await post(`${at}/decision`, decision)
        await kit().put(`${site}/a.json`, '{"a":4}', { 'Content-Type': 'application/json' })
        expectRefusal(await post(`${at}/undo`, { key }), 412, 'precondition-failed')
        expect((await post(`${at}/stop`, {})).status).toBe(204)
        expect((await kit().send('DELETE', at)).status).toBe(204)
        expect((await kit().send('DELETE', `/sync/remotes/${remoteId}`)).status).toBe(204)
      } finally {
        await server.close()
      }
    })

    it('Y14 Y15 Y16 looks at a server before it is paired, tells how each file stands, and shows its versions there; offline it says so', async () => {
      const server = await openHttp()
      let isUp = true
      try {
        const base = server.server.origin
        const token = await makeToken(server.location)
        const remote = { name: 'Team 2', base, token }
        const { id: remoteId } = json<{ id: string }>(await post('/sync/remotes', remote))
        const site = kit().freshSite()
        const by = { email: 'b@example.com' }
        const there = (path: string, content: string) =>
          server.store.write(contentPath(site + path), new TextEncoder().encode(content), { by })
        await there('/news/a.html', '<main><p>one</p></main>')
        await there('/news/a.html', '<main><p>two</p></main>')
        await there('/b.json', '{}')
        await kit().put(`${site}/b.json`, '{"mine":1}', { 'Content-Type': 'application/json' })
        const folder = (path: string) =>
          kit().send('GET', `/sync/remotes/${remoteId}/folder?path=${encodeURIComponent(path)}`)
        const [, org] = site.split('/')
        expect(json(await folder('/'))).toMatchObject({
          path: '/',
          items: [{ path: `/${org}`, kind: 'folder' }]
        })
        expect(json(await folder(site))).toMatchObject({
          items: [
            { path: `${site}/news`, name: 'news', kind: 'folder' },
            { path: `${site}/b.json`, kind: 'file' }
          ]
        })
        expectRefusal(await folder(`${site}/../x`), 400, 'bad-path')
        const places = { remote: site, local: site }
        expect(json(await post(`/sync/remotes/${remoteId}/survey`, places))).toEqual({
          remote: { files: 2, folders: 1, bytes: 25 },
          media: { files: 0, bytes: 0 },
          top: [
            { path: '', files: 1, bytes: 2, here: 1 },
            { path: '/news', files: 1, bytes: 23, here: 0 }
          ],
          local: { files: 1, bytes: 10 },
          both: 1,
          failures: []
        })
        expectRefusal(
          await post(`/sync/remotes/${remoteId}/survey`, { ...places, local: '/x' }),
          400,
          'bad-request'
        )
        const { id } = json<{ id: string }>(
          await post('/sync/pairs', { remoteId, ...places, firstSync: 'ask' })
        )
        const at = `/sync/pairs/${id}`
        const files = async (query = '') =>
          json<{ counts: Record<string, number>; files: { path: string; state: string }[] }>(
            await kit().send('GET', `${at}/files${query}`)
          )
        await expect
          .poll(async () => (await files()).counts)
          .toMatchObject({
            synced: 1,
            conflict: 1
          })
        expect(await files()).toMatchObject({
          pairId: id,
          local: site,
          files: [{ path: `${site}/b.json`, key: '/b.json', state: 'conflict' }],
          more: 0,
          folders: [{ path: site, state: 'conflict', count: 1 }]
        })
        expect(await files('?limit=0')).toMatchObject({ files: [], more: 1 })
        expect(await files(`?folder=${encodeURIComponent(`${site}/news`)}`)).toMatchObject({
          counts: { synced: 1 },
          files: []
        })
        expectRefusal(await kit().send('GET', `${at}/files?folder=/other/site`), 400, 'bad-request')
        const of = (what: string, query: Record<string, string>) =>
          kit().send('GET', `${at}/${what}?${new URLSearchParams(query).toString()}`)
        const path = `${site}/news/a.html`
        const history = json<{ versions: { url: string; users: object[] }[] }>(await of('versions', { path }))
        expect(history).toMatchObject({ pairId: id, remote: 'Team 2', path, exists: true })
        const [version] = history.versions
        expect(version?.users).toEqual([{ email: 'b@example.com' }])
        expect(text(await of('version', { path, url: version?.url ?? '' }))).toBe('<main><p>one</p></main>')
        expect(text(await of('version', { path }))).toBe('<main><p>two</p></main>')
        expectRefusal(await of('version', { path, url: '/source/x' }), 400, 'bad-request')
        expectRefusal(await of('version', { path: `${site}/none.html` }), 404, 'not-found')
        await kit().send('PUT', at, jsonParts({ paused: true }))
        await server.close()
        isUp = false
        for (const answer of [
          await of('versions', { path }),
          await of('version', { path }),
          await folder('/'),
          await post(`/sync/remotes/${remoteId}/survey`, places)
        ])
          expectRefusal(answer, 500, 'unreachable')
        expect((await files()).counts).toMatchObject({ synced: 1, conflict: 1 })
        await kit().send('DELETE', `/sync/remotes/${remoteId}`)
      } finally {
        if (isUp) await server.close()
      }
    })
  })
}
