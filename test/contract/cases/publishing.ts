import { describe, expect, it } from 'vitest'
import type { PublishAnswer, PublishStatus } from '../../../src/common/publishing/answers'
import { newDocument, writeDocument, writeSchemaDocument } from '../../../src/common/formats/structured'
import { expectRefusal, json, page, text, useTransport } from '../kit'
import type { Transport } from '../transport'

export const boatSchema = {
  type: 'object',
  title: 'Boat',
  properties: {
    name: { type: 'string' },
    hull: { type: 'string' },
    seats: { type: 'integer' },
    sails: { type: 'boolean' },
    crew: {
      type: 'array',
      items: { type: 'object', properties: { name: { type: 'string' }, age: { type: 'number' } } }
    }
  }
}

export const boat = { name: 'Tern', hull: '42', seats: 12, sails: false, crew: [{ name: 'Ada', age: 36.5 }] }

export const boatDocument = (data = boat) =>
  writeDocument(newDocument({ title: 'The Tern', schemaName: 'boat', data }))

export function publishingCases(open: () => Promise<Transport>): void {
  const kit = useTransport(open)
  const publish = async (environment: 'preview' | 'live', path: string): Promise<PublishAnswer> => {
    const [, org, site, ...rest] = path.split('/')
    return json<PublishAnswer>(
      await kit().send('POST', `/publish/${environment}/${org}/${site}/main/${rest.join('/')}`)
    )
  }
  const delivery = (environment: string, path: string, query = '', headers: Record<string, string> = {}) =>
    kit().send('GET', `/delivery/${environment}${path}${query}`, {
      headers: { Accept: 'application/json', ...headers }
    })

  describe('publishing', () => {
    it('U1 a page that is previewed is in preview and not live; publishing puts it into both, each with person and ETag', async () => {
      const { put, send, email, freshSite } = kit()
      const site = freshSite()
      const source = await put(`${site}/docs/a.html`, page('<h1>Hello</h1>'))
      const previewed = await publish('preview', `${site}/docs/a`)
      expect(previewed).toMatchObject({ webPath: '/docs/a', resourcePath: '/docs/a.html' })
      expect(previewed.live).toBeUndefined()
      expect(previewed.preview).toMatchObject({
        status: 200,
        lastModifiedBy: email,
        sourceEtag: source.headers['etag'],
        permissions: ['read', 'write']
      })
      expect(Date.parse(previewed.preview?.lastModified ?? '')).toBeGreaterThan(Date.now() - 60_000)
      expect((await send('GET', `/sites/live${site}/docs/a`)).status).toBe(404)
      expect(text(await send('GET', `/sites/preview${site}/docs/a`))).toContain('<h1 id="hello">Hello</h1>')
      const published = await publish('live', `${site}/docs/a`)
      expect(published.live).toMatchObject({ status: 200, sourceEtag: source.headers['etag'] })
      expect(text(await send('GET', `/sites/live${site}/docs/a`))).toContain('Hello')
    })

    it('U1 what is published stays as it was while the source changes, and the status tells the two apart', async () => {
      const { put, send, freshSite } = kit()
      const site = freshSite()
      const first = await put(`${site}/a.html`, page('<p>one</p>'))
      await publish('live', `${site}/a`)
      const second = await put(`${site}/a.html`, page('<p>two</p>'))
      const status = json<PublishStatus>(await send('GET', `/publish/status${site}/main/a`))
      expect(status.live.sourceEtag).toBe(first.headers['etag'])
      expect(status.edit).toMatchObject({ status: 200, etag: second.headers['etag'] })
      expect(text(await send('GET', `/sites/live${site}/a`))).toContain('one')
      await publish('preview', `${site}/a`)
      expect(text(await send('GET', `/sites/preview${site}/a`))).toContain('two')
      expect(text(await send('GET', `/sites/live${site}/a`))).toContain('one')
    })

    it('U1 each publication is labelled in the history, Previewed and Published', async () => {
      const { put, versions, send, freshSite } = kit()
      const site = freshSite()
      await put(`${site}/a.html`, page('one'))
      await publish('preview', `${site}/a`)
      await publish('live', `${site}/a`)
      const labels = (await versions(`${site}/a.html`)).map(({ label }) => label)
      expect(labels).toEqual(['Published', 'Previewed'])
      const [newest] = await versions(`${site}/a.html`)
      expect(text(await send('GET', newest?.url ?? ''))).toBe(page('one'))
    })

    it('U1 what is published again with the same content is labelled once, with another content again', async () => {
      const { put, versions, freshSite } = kit()
      const site = freshSite()
      const labels = async () => (await versions(`${site}/a.html`)).map(({ label }) => label ?? '')
      await put(`${site}/a.html`, page('one'))
      for (const environment of ['preview', 'live', 'live', 'preview'] as const)
        await publish(environment, `${site}/a`)
      expect(await labels()).toEqual(['Published', 'Previewed'])
      await put(`${site}/a.html`, page('two'))
      await publish('live', `${site}/a`)
      await put(`${site}/a.html`, page('one'))
      await publish('live', `${site}/a`)
      expect((await labels()).filter((label) => label === 'Published')).toHaveLength(3)
    })

    it('U1 an address in small letters means the one page that is spelled so but for capitals, never when there is one', async () => {
      const { put, send, freshSite } = kit()
      const site = freshSite()
      await put(`${site}/News/Page.html`, page('capital'))
      const url = async (method: string, path: string) => {
        const reply = await send(method, `/publish/preview${site}/main${path}`)
        return reply.status === 200
          ? (json<PublishAnswer>(reply).preview?.url ?? '').split(site)[1]
          : reply.status
      }
      expect(await url('POST', '/news/page')).toBe('/News/Page')
      expect(await url('GET', '/news/page')).toBe('/News/Page')
      expect(await url('POST', '/NEWS/page')).toBe(404)
      expect(
        json<PublishStatus>(await send('GET', `/publish/status${site}/main/news/page`)).edit.status
      ).toBe(200)
      await send('DELETE', `/source${site}/News/Page.html`)
      expect(await url('DELETE', '/news/page')).toBe(204)
      expect(await url('GET', '/News/Page')).toBe(404)
      await put(`${site}/docs/a.html`, page('small'))
      await put(`${site}/docs/A/index.html`, page('capital'))
      expect(await url('POST', '/docs/a')).toBe('/docs/a')
      expect(await url('POST', '/docs/a/')).toBe('/docs/A/')
    })

    it('U1 unpublishing takes a page out of one environment; doing it twice, or reading it, is 404', async () => {
      const { put, send, freshSite } = kit()
      const site = freshSite()
      await put(`${site}/a.html`, page('one'))
      await publish('live', `${site}/a`)
      const address = `/publish/live${site}/main/a`
      expect((await send('GET', address)).status).toBe(200)
      expect((await send('DELETE', address)).status).toBe(204)
      expectRefusal(await send('DELETE', address), 404, 'not-found')
      expectRefusal(await send('GET', address), 404, 'not-found')
      expectRefusal(await send('GET', `/sites/live${site}/a`), 404, 'not-found')
      expect((await send('GET', `/sites/preview${site}/a`)).status).toBe(200)
    })

    it('U1 what is deleted from the source stays published until it is unpublished', async () => {
      const { put, send, freshSite } = kit()
      const site = freshSite()
      await put(`${site}/a.html`, page('one'))
      await publish('live', `${site}/a`)
      await send('DELETE', `/source${site}/a.html`)
      expect((await send('GET', `/sites/live${site}/a`)).status).toBe(200)
      const status = json<PublishStatus>(await send('GET', `/publish/status${site}/main/a`))
      expect([status.edit.status, status.live.status]).toEqual([404, 200])
      expectRefusal(await send('POST', `/publish/live${site}/main/a`), 404, 'not-found')
      expect((await send('DELETE', `/publish/live${site}/main/a`)).status).toBe(204)
    })

    it('U1 the media that a page shows goes with it, and broken JSON, folders and schemas are refused', async () => {
      const { put, send, freshSite } = kit()
      const site = freshSite()
      await put(`${site}/media/a.png`, 'picture', { 'Content-Type': 'image/png' })
      await put(`${site}/media/b.png`, 'other', { 'Content-Type': 'image/png' })
      await put(
        `${site}/deep/a.html`,
        page(
          '<p><picture><source srcset="/media/a.png 2x"><img src="../media/b.png"></picture><img src="https://x.example/c.png"><img src="/media/none.png"></p>'
        )
      )
      const { media } = await publish('live', `${site}/deep/a`)
      expect(media).toEqual([`${site}/media/a.png`, `${site}/media/b.png`])
      expect(text(await send('GET', `/sites/live${site}/media/b.png`))).toBe('other')
      await put(`${site}/broken.json`, '{"a":', { 'Content-Type': 'application/json' })
      expectRefusal(await send('POST', `/publish/live${site}/main/broken.json`), 400, 'bad-request')
      await put(`${site}/.galley/forms/schemas/boat.html`, writeSchemaDocument('{}'))
      expectRefusal(
        await send('POST', `/publish/live${site}/main/.galley/forms/schemas/boat`),
        400,
        'bad-request'
      )
      expectRefusal(await send('POST', `/publish/live${site}/main/none`), 404, 'not-found')
      expectRefusal(await send('POST', `/publish/moon${site}/main/a`), 404, 'not-found')
      expectRefusal(await send('PUT', `/publish/live${site}/main/deep/a`), 405, 'not-allowed')
    })
  })

  describe('delivery', () => {
    it('F5 a published document is JSON typed by its schema; ?envelope=true puts the metadata beside it', async () => {
      const { put, freshSite } = kit()
      const site = freshSite()
      await put(`${site}/.galley/forms/schemas/boat.html`, writeSchemaDocument(JSON.stringify(boatSchema)))
      await put(`${site}/boats/tern.html`, boatDocument())
      expectRefusal(await delivery('live', `${site}/boats/tern`), 404, 'not-found')
      await publish('live', `${site}/boats/tern`)
      const reply = await delivery('live', `${site}/boats/tern`)
      expect(json(reply)).toEqual(boat)
      expect(Object.keys(json<object>(reply))).toEqual(Object.keys(boat))
      expect(json(await delivery('live', `${site}/boats/tern`, '?envelope=true'))).toEqual({
        metadata: { schemaName: 'boat', title: 'The Tern' },
        data: boat
      })
      expect(json(await delivery('live', `${site}/boats/tern.json`))).toEqual(boat)
      expect(json(await delivery('preview', `${site}/boats/tern`))).toEqual(boat)
    })

    it('F5 a schema that changes after the publication changes nothing of what is delivered', async () => {
      const { put, freshSite } = kit()
      const site = freshSite()
      const schema = `${site}/.galley/forms/schemas/boat.html`
      await put(schema, writeSchemaDocument(JSON.stringify(boatSchema)))
      await put(`${site}/tern.html`, boatDocument())
      await publish('live', `${site}/tern`)
      const before = await delivery('live', `${site}/tern`)
      await put(schema, writeSchemaDocument('{"type":"object","properties":{"hull":{"type":"integer"}}}'))
      const after = await delivery('live', `${site}/tern`)
      expect(json(after)).toEqual(boat)
      expect(after.headers['etag']).toBe(before.headers['etag'])
      await publish('live', `${site}/tern`)
      const again = await delivery('live', `${site}/tern`)
      expect(json<{ hull: unknown }>(again).hull).toBe(42)
      expect(again.headers['etag']).not.toBe(before.headers['etag'])
    })

    it('F6 an ETag answers 304, and changes with what is delivered', async () => {
      const { put, freshSite } = kit()
      const site = freshSite()
      await put(`${site}/tern.html`, boatDocument())
      await publish('live', `${site}/tern`)
      const etag = (await delivery('live', `${site}/tern`)).headers['etag'] ?? ''
      const known = await delivery('live', `${site}/tern`, '', { 'If-None-Match': etag })
      expect([known.status, known.body.length]).toEqual([304, 0])
      expect(
        (await delivery('live', `${site}/tern`, '?envelope=true', { 'If-None-Match': etag })).status
      ).toBe(200)
      await put(`${site}/tern.html`, boatDocument({ ...boat, seats: 13 }))
      await publish('live', `${site}/tern`)
      expect((await delivery('live', `${site}/tern`, '', { 'If-None-Match': etag })).status).toBe(200)
    })

    it('F5 a browser is shown the data as a page, in which nothing can run', async () => {
      const { put, freshSite } = kit()
      const site = freshSite()
      await put(`${site}/tern.html`, boatDocument({ ...boat, name: '<script>alert(1)</script>' }))
      await publish('live', `${site}/tern`)
      const reply = await delivery('live', `${site}/tern`, '', {
        Accept: 'text/html,application/xhtml+xml,*/*;q=0.8'
      })
      expect(reply.headers['content-type']).toBe('text/html; charset=utf-8')
      expect(reply.headers['content-security-policy']).toContain('sandbox')
      expect(text(reply)).toContain('The Tern')
      expect(text(reply)).toContain('&lt;script&gt;')
      expect(text(reply)).not.toContain('<script>')
      expect(
        (await delivery('live', `${site}/tern.json`, '', { Accept: 'text/html' })).headers['content-type']
      ).toBe('application/json')
    })

    it('F6 another environment, an ordinary page and other methods are 404 and 405', async () => {
      const { put, send, freshSite } = kit()
      const site = freshSite()
      await put(`${site}/a.html`, page('<h1>Hello</h1>'))
      await publish('live', `${site}/a`)
      expectRefusal(await delivery('draft', `${site}/a`), 404, 'not-found')
      expectRefusal(await delivery('live', `${site}/a`), 404, 'not-found')
      const refused = await send('POST', `/delivery/live${site}/a`)
      expectRefusal(refused, 405, 'not-allowed')
      expect(refused.headers['allow']).toBe('GET, HEAD, OPTIONS')
    })
  })

  describe('published sites', () => {
    it('N3 a page is a whole document with its metadata in the head; .plain.html is its sections alone', async () => {
      const { put, send, freshSite } = kit()
      const site = freshSite()
      await put(
        `${site}/index.html`,
        page(
          '<h1>Ferries</h1><p><a href="/offers/x">x</a> <img src="/media/a.png"></p><div class="metadata"><div><div>Title</div><div>Our ferries</div></div><div><div>description</div><div>All "boats"</div></div></div>'
        )
      )
      await put(
        `${site}/metadata.json`,
        JSON.stringify({
          ':type': 'sheet',
          ':sheetname': 'data',
          total: 1,
          data: [{ URL: '/**', Title: 'No', Robots: 'noindex' }]
        }),
        { 'Content-Type': 'application/json' }
      )
      await publish('live', `${site}/index`)
      const before = await send('GET', `/sites/live${site}/`)
      await publish('live', `${site}/metadata.json`)
      const reply = await send('GET', `/sites/live${site}/`)
      expect(reply.headers['etag']).not.toBe(before.headers['etag'])
      const html = text(reply)
      expect(html).toMatch(/^<!DOCTYPE html>/)
      expect(html).toContain('<title>Our ferries</title>')
      expect(html).toContain('<meta name="description" content="All &quot;boats&quot;">')
      expect(html).toContain('<meta name="robots" content="noindex">')
      expect(html).toContain(`<a href="/sites/live${site}/offers/x">`)
      expect(html).toContain(`<img src="/sites/live${site}/media/a.png">`)
      expect(html).not.toContain('class="metadata"')
      expect(reply.headers['content-security-policy']).toContain('sandbox')
      const plain = text(await send('GET', `/sites/live${site}/index.plain.html`))
      expect(plain).toMatch(/^<div><h1 id="ferries">Ferries<\/h1>/)
      expect(plain).not.toContain('Our ferries')
    })

    it('F3 each row of a published structured document carries its key, so that :has(#key) finds it', async () => {
      const { put, send, freshSite } = kit()
      const site = freshSite()
      await put(`${site}/tern.html`, boatDocument())
      await publish('live', `${site}/tern`)
      const html = text(await send('GET', `/sites/live${site}/tern`))
      expect(html).toMatch(/<h3 id="seats" data-pointer="\/seats">seats<\/h3>/)
    })

    it('U1 sheets are served without what is private, by sheet, limit and offset', async () => {
      const { put, send, freshSite } = kit()
      const site = freshSite()
      const rows = [{ a: '1' }, { a: '2' }, { a: '3' }]
      const sheets = {
        one: { total: 3, limit: 3, offset: 0, data: rows, ':colWidths': [50] },
        two: { total: 1, limit: 1, offset: 0, data: [{ b: 'x' }] },
        ':names': ['one', 'two'],
        ':private': { 'private-notes': { total: 1, data: [{ secret: 'yes' }] } },
        ':version': 3,
        ':type': 'multi-sheet'
      }
      await put(`${site}/data.json`, JSON.stringify(sheets), { 'Content-Type': 'application/json' })
      await publish('live', `${site}/data.json`)
      const get = (query: string) => send('GET', `/sites/live${site}/data.json${query}`)
      const whole = json<Record<string, unknown>>(await get(''))
      expect(Object.keys(whole)).toEqual(['one', 'two', ':names', ':version', ':type'])
      expect(JSON.stringify(whole)).not.toContain('secret')
      expect(json(await get('?sheet=one&offset=1&limit=1'))).toEqual({
        total: 3,
        offset: 1,
        limit: 1,
        data: [{ a: '2' }],
        ':sheetname': 'one',
        ':type': 'sheet'
      })
      expect(json(await get('?sheet=two&sheet=one&limit=0'))).toMatchObject({
        ':names': ['two', 'one'],
        one: { total: 3, data: [] }
      })
      expectRefusal(await get('?sheet=none'), 404, 'not-found')
      expectRefusal(await get('?limit=-1'), 400, 'bad-request')
    })

    it('U1 media is served by ranges, with its ETag', async () => {
      const { put, send, freshSite } = kit()
      const site = freshSite()
      await put(`${site}/a.mp4`, '0123456789', { 'Content-Type': 'video/mp4' })
      await publish('live', `${site}/a.mp4`)
      const whole = await send('GET', `/sites/live${site}/a.mp4`)
      expect([text(whole), whole.headers['content-type']]).toEqual(['0123456789', 'video/mp4'])
      const part = await send('GET', `/sites/live${site}/a.mp4`, { headers: { Range: 'bytes=2-4' } })
      expect([part.status, text(part), part.headers['content-range']]).toEqual([206, '234', 'bytes 2-4/10'])
      const beyond = await send('GET', `/sites/live${site}/a.mp4`, { headers: { Range: 'bytes=10-' } })
      expect(beyond.status).toBe(416)
      const known = await send('GET', `/sites/live${site}/a.mp4`, {
        headers: { 'If-None-Match': whole.headers['etag'] ?? '' }
      })
      expect(known.status).toBe(304)
    })
  })
}
