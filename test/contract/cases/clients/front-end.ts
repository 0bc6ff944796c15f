import { describe, expect, it } from 'vitest'
import type { ListItem, VersionRecord, WriteAnswer } from '../../../../src/common/api/types'
import type { PublishAnswer } from '../../../../src/common/publishing/answers'
import { dataForm, expectRefusal, form, json, jsonParts, page, text, useTransport } from '../../kit'
import type { Reply, Transport } from '../../transport'

/** What the front end makes of an answer: the rights on what lies in a folder, else on the place itself. */
const rightsIn = ({ headers }: Reply): string[] =>
  (headers['x-da-child-actions'] ?? headers['x-da-actions'] ?? '').split('=').pop()?.split(',') ?? []

/** What the public front end of the field sends, in its order, and what it looks at in the answers. */
export function frontEndCases(open: () => Promise<Transport>): void {
  const kit = useTransport(open)
  const to = (destination: string) => form([{ name: 'destination', value: destination }])

  describe('the front end', () => {
    it('P7 N5 S2 browses: an address with a slash at its end, the rights in the headers, nothing where nothing is', async () => {
      const { send, put, freshSite } = kit()
      const site = freshSite()
      await put(`${site}/a.html`, page('one'))
      const root = await send('GET', `/list${site}/`)
      expect(root.status).toBe(200)
      expect(json<ListItem[]>(root)).toMatchObject([{ path: `${site}/a.html`, name: 'a', ext: 'html' }])
      expect(rightsIn(root)).toEqual(['read', 'write'])
      expect(root.headers['x-da-child-actions']).toBe('/site/**=read,write')
      expect(root.headers['da-continuation-token']).toBeUndefined()
      expect(json<ListItem[]>(await send('GET', `/list${site}/.da/forms/schemas`))).toEqual([])
    })

    it('P7 S1 edits: asks whether a page is there, and what may be done with it, before it begins one', async () => {
      const { send, freshSite } = kit()
      const path = `${freshSite()}/docs/new.html`
      const none = await send('HEAD', `/source${path}`)
      expect([none.status, rightsIn(none)]).toEqual([404, ['read', 'write']])
      expect(none.headers['x-da-actions']).toBe('/site/docs/new.html=read,write')
      const made = await send('PUT', `/source${path}`, dataForm(page('one')))
      expect(made.status).toBe(201)
      const { source, aem } = json<WriteAnswer>(made)
      expect(source.contentUrl).toMatch(/\/source\/.*\/docs\/new\.html$/)
      expect(aem?.previewUrl).toMatch(/\/sites\/preview\/.*\/docs\/new$/)
      expect(aem?.liveUrl).toMatch(/\/sites\/live\/.*\/docs\/new$/)
      const read = await send('GET', `/source${path}`)
      expect([read.status, rightsIn(read)]).toEqual([200, ['read', 'write']])
      expect(read.headers['x-da-id']).toBe(read.headers['x-galley-id'])
      expect(read.headers['x-da-id']).toBe(made.headers['x-da-id'])
      const known = await send('GET', `/source${path}`, {
        headers: { 'If-None-Match': read.headers['etag'] ?? '' }
      })
      expect([known.status, rightsIn(known)]).toEqual([304, ['read', 'write']])
    })

    it('S1 S4 makes folders, renames, copies, and deletes into .trash: 201 and 204', async () => {
      const { send, put, list, freshSite } = kit()
      const site = freshSite()
      expect((await send('PUT', `/source${site}/docs`)).status).toBe(201)
      await put(`${site}/docs/a.html`, page('one'))
      const renamed = await send('POST', `/move${site}/docs/a.html`, to(`${site}/docs/b.html`))
      expect([renamed.status, text(renamed)]).toEqual([204, ''])
      expect((await send('POST', `/copy${site}/docs/`, to(`${site}/docs-copy/`))).status).toBe(204)
      const trash = `${site}/.trash/docs/b-2026-11-23T07-24-40.html`
      expect((await send('POST', `/move${site}/docs/b.html`, to(trash))).status).toBe(204)
      expect(await list(`${site}/docs`)).toEqual([])
      expect((await list(`${site}/.trash/docs`)).map(({ name }) => name)).toEqual(['b-2026-11-23T07-24-40'])
      expect((await send('DELETE', `/source${trash}`)).status).toBe(204)
    })

    it('S4 S5 what it moved into .trash is in the trash, comes back with id and history, or goes for good', async () => {
      const { send, put, get, versions, trash, email, freshSite } = kit()
      const site = freshSite()
      const { headers } = await put(`${site}/docs/a.html`, page('one'))
      await put(`${site}/docs/a.html`, page('two'))
      await put(`${site}/docs/b.html`, page('b'))
      const gone = (name: string) => `${site}/.trash/docs/${name}-2026-11-23T07-24-40.html`
      await send('POST', `/move${site}/docs/a.html`, to(gone('a')))
      await send('POST', `/move${site}/docs`, to(`${site}/.trash/docs-2026-11-23T07-25-01`))
      const items = await trash(site)
      expect(items.map(({ path }) => path).sort()).toEqual([`${site}/docs/a.html`, `${site}/docs/b.html`])
      const [first, second] = ['a', 'b'].map((name) =>
        items.find(({ path }) => path.endsWith(`/${name}.html`))
      )
      expect(first).toMatchObject({ kind: 'file', files: 1, cause: 'deleted', deletedBy: { email } })
      const org = site.slice(0, site.lastIndexOf('/'))
      expect(await trash(org)).toHaveLength(2)
      expect((await send('POST', `/trash${site}/${first?.id ?? ''}/restore`)).status).toBe(200)
      const back = await get(`${site}/docs/a.html`)
      expect([text(back), back.headers['x-da-id']]).toEqual([page('two'), headers['x-da-id']])
      expect(await versions(`${site}/docs/a.html`)).toHaveLength(1)
      expect((await get(gone('a'))).status).toBe(404)
      await put(`${site}/docs/b.html`, page('another'))
      expectRefusal(await send('POST', `/trash${site}/${second?.id ?? ''}/restore`), 409, 'exists')
      expect((await send('DELETE', `/trash${site}/${second?.id ?? ''}`)).status).toBe(204)
      expect(await trash(site)).toEqual([])
      expect(text(await get(`${site}/docs/b.html`))).toBe(page('another'))
    })

    it('C1 C2 reads, writes and deletes a config, and asks for one with a slash at its end', async () => {
      const { send, freshSite } = kit()
      const site = freshSite()
      const config = { ':type': 'sheet', ':sheetname': 'data', total: 1, data: [{ key: 'a', value: 'b' }] }
      const parts = form([{ name: 'config', value: JSON.stringify(config) }])
      expect((await send('GET', `/config${site}/`)).status).toBe(404)
      expect((await send('PUT', `/config${site}/`, parts)).status).toBe(201)
      const read = await send('GET', `/config${site}/`)
      expect([json(read), rightsIn(read)]).toEqual([config, ['read', 'write']])
      expect((await send('DELETE', `/config${site}/`)).status).toBe(204)
      expect((await send('GET', `/config${site}/`)).status).toBe(404)
      expect((await send('DELETE', `/config${site}/`)).status).toBe(404)
      const history = json<VersionRecord[]>(await send('GET', `/app/config-history${site}`))
      expect(history.map(({ label }) => label)).toEqual(['Restore Point'])
      expect(json(await send('GET', history[0]?.url ?? ''))).toEqual(config)
      const again = { ...parts, headers: { ...parts.headers, 'If-None-Match': '*' } }
      expect((await send('POST', `/config${site}`, again)).status).toBe(201)
      expect(json(await send('GET', `/config${site}`))).toEqual(config)
      expect(json(await send('GET', `/app/config-history${site}`))).toHaveLength(1)
    })

    it('U1 V2 previews, publishes and labels: one version of each label, and an error in a header', async () => {
      const { send, put, versions, freshSite } = kit()
      const site = freshSite()
      await put(`${site}/News/Page.html`, page('one'))
      const published = async () => {
        for (const environment of ['preview', 'live'] as const) {
          const reply = await send('POST', `/publish/${environment}${site}/main/news/page`)
          expect(json<PublishAnswer>(reply)[environment]?.url).toMatch(/\/News\/Page$/)
        }
        const label = jsonParts({ label: 'Published' })
        expect((await send('POST', `/versionsource${site}/News/Page.html`, label)).status).toBe(201)
      }
      await published()
      await published()
      const labels = async () => (await versions(`${site}/News/Page.html`)).map(({ label }) => label)
      expect(await labels()).toEqual(['Published', 'Previewed'])
      await put(`${site}/News/Page.html`, page('two'))
      await published()
      expect((await labels()).slice(0, 2)).toEqual(['Published', 'Previewed'])
      const failed = await send('POST', `/publish/live${site}/main/none`)
      expect([failed.status, failed.headers['x-error']]).toEqual([404, 'There is no such file to publish.'])
    })

    it('A5 signs out', async () => {
      expect((await kit().send('POST', '/logout')).status).toBe(204)
    })
  })
}
