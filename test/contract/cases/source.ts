import { describe, expect, it } from 'vitest'
import { bytes, dataForm, expectRefusal, form, GUID, json, page, text, useTransport } from '../kit'
import type { Transport } from '../transport'

interface Written {
  source: { editUrl: string; contentUrl: string }
}

export function sourceCases(open: () => Promise<Transport>): void {
  const kit = useTransport(open)

  describe('reading and writing source', () => {
    it('US1 S1 a POST with the field data creates a file with 201 and says where it is', async () => {
      const { send, get, freshSite } = kit()
      const path = `${freshSite()}/blog/first.html`
      const reply = await send('POST', `/source${path}`, dataForm(page('<p>Hello</p>')))
      expect(reply.status).toBe(201)
      expect(json<Written>(reply).source.contentUrl).toMatch(new RegExp(`^[a-z]+://.*/source${path}$`))
      expect(json<Written>(reply).source.editUrl).toContain(path)
      expect(reply.headers['x-galley-id']).toMatch(GUID)
      const read = await get(path)
      expect(read.status).toBe(200)
      expect(text(read)).toBe(page('<p>Hello</p>'))
      expect(read.headers['content-type']).toBe('text/html; charset=utf-8')
      expect(read.headers['x-galley-id']).toBe(reply.headers['x-galley-id'])
      expect(read.headers.etag).toBe(reply.headers.etag)
      expect(read.headers['x-galley-modified-by']).toBe(kit().email)
    })

    it('S1 a second write replaces with 200, keeps the id and changes the ETag', async () => {
      const { put, freshSite } = kit()
      const path = `${freshSite()}/page.html`
      const first = await put(path, 'one')
      const second = await put(path, 'two')
      expect([first.status, second.status]).toEqual([201, 200])
      expect(second.headers['x-galley-id']).toBe(first.headers['x-galley-id'])
      expect(second.headers.etag).not.toBe(first.headers.etag)
    })

    it('S1 the field data needs no file name, and its bytes are kept as they are', async () => {
      const { send, get, freshSite } = kit()
      const path = `${freshSite()}/raw.html`
      const odd = new Uint8Array([
        0xef, 0xbb, 0xbf, 0x3c, 0x70, 0x3e, 0xff, 0xfe, 0x00, 0x0d, 0x0a, 0x2d, 0x2d
      ])
      const reply = await send(
        'POST',
        `/source${path}`,
        form([{ name: 'data', value: odd, type: 'text/html; charset=utf-8' }])
      )
      expect(reply.status).toBe(201)
      expect((await get(path)).body).toEqual(odd)
    })

    it('S1 a raw body is stored exactly, for every kind of file', async () => {
      const { send, get, freshSite } = kit()
      const site = freshSite()
      const odd = new Uint8Array(70_000).map((_, index) => (index * 31) % 256)
      for (const [name, type] of [
        ['a.html', 'text/html; charset=utf-8'],
        ['a.json', 'application/json'],
        ['a.png', 'image/png'],
        ['a.PDF', 'application/pdf'],
        ['a.unheard', 'application/octet-stream']
      ] as const) {
        const written = await send('PUT', `/source${site}/${name}`, {
          headers: { 'Content-Type': 'application/octet-stream' },
          body: odd
        })
        expect(written.status, name).toBe(201)
        const read = await get(`${site}/${name}`)
        expect(read.headers['content-type']).toBe(type)
        expect(read.body).toEqual(odd)
      }
    })

    it('S1 an empty field data is an empty file', async () => {
      const { send, get, freshSite } = kit()
      for (const name of ['empty.html', 'empty.json', 'empty.png']) {
        const path = `${freshSite()}/${name}`
        expect((await send('POST', `/source${path}`, dataForm(''))).status, name).toBe(201)
        const read = await get(path)
        expect([read.status, read.body.length]).toEqual([200, 0])
      }
    })

    it('S1 a write without the field and without a body is 400 and stores nothing', async () => {
      const { send, get, freshSite } = kit()
      const path = `${freshSite()}/nothing.html`
      expectRefusal(await send('POST', `/source${path}`), 400, 'bad-request')
      expectRefusal(await send('PUT', `/source${path}`), 400, 'bad-request')
      expectRefusal(
        await send('POST', `/source${path}`, form([{ name: 'file', value: 'x', filename: 'x.html' }])),
        400,
        'bad-request'
      )
      expectRefusal(await send('POST', `/source${path}`, form([])), 400, 'bad-request')
      const urlencoded = {
        headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
        body: bytes('data=x')
      }
      expectRefusal(await send('POST', `/source${path}`, urlencoded), 400, 'bad-request')
      expectRefusal(await get(path), 404, 'not-found')
    })

    it('S1 PUT on a path without extension and without body makes a folder, also an organization and a site', async () => {
      const { send, list, freshSite } = kit()
      const site = freshSite()
      const org = site.slice(0, site.lastIndexOf('/'))
      expect((await send('PUT', `/source${org}`)).status).toBe(201)
      expect((await send('PUT', `/source${site}`)).status).toBe(201)
      expect((await send('PUT', `/source${site}/deep/er`)).status).toBe(201)
      expect((await send('PUT', `/source${site}/deep/er`)).status).toBe(200)
      expect(await list(site)).toEqual([{ path: `${site}/deep`, name: 'deep' }])
    })

    it('S1 a file needs an extension, an organization and a site', async () => {
      const { send, freshSite } = kit()
      const site = freshSite()
      const content = { headers: { 'Content-Type': 'text/html' }, body: bytes('x') }
      for (const path of [
        `${site}/page`,
        `${site}/.html`,
        `${site}/page.`,
        site,
        `${site}.html`,
        '/x.html'
      ]) {
        expect((await send('POST', `/source${path}`, content)).status, path).toBe(400)
        expect((await send('PUT', `/source${path}`, content)).status, path).toBe(400)
      }
    })

    it('S1 a caller may bring the id of a new file, before or behind the data; another id than the stored one is 409', async () => {
      const { send, get, freshSite } = kit()
      const site = freshSite()
      for (const name of ['mine.html', 'mine.png']) {
        for (const isBehind of [false, true]) {
          const path = `${site}/${String(isBehind)}/${name}`
          const write = (id: string) => {
            const parts = [
              { name: 'guid', value: id },
              { name: 'data', value: page(id), filename: 'x' }
            ]
            return send('POST', `/source${path}`, form(isBehind ? parts.reverse() : parts))
          }
          expectRefusal(await write('no-guid'), 400, 'bad-request')
          expect((await get(path)).status).toBe(404)
          const guid = crypto.randomUUID()
          expect((await write(guid)).headers['x-galley-id']).toBe(guid)
          expect((await write(guid)).status).toBe(200)
          expectRefusal(await write(crypto.randomUUID()), 409, 'exists')
          expect(text(await get(path))).toBe(page(guid))
        }
      }
    })

    it('S1 POST on a path without extension and without body makes a folder, as PUT does', async () => {
      const { send, list, freshSite } = kit()
      const site = freshSite()
      expect((await send('POST', `/source${site}/docs`)).status).toBe(201)
      expect((await send('POST', `/source${site}/docs`)).status).toBe(200)
      expect((await list(site)).map(({ name }) => name)).toEqual(['docs'])
      expectRefusal(await send('POST', `/source${site}/a.html`), 400, 'bad-request')
    })

    it('S1 a path without extension reads the page of that name, a folder beside it or not', async () => {
      const { send, put, get, freshSite } = kit()
      const site = freshSite()
      const { headers } = await put(`${site}/docs/a.html`, page('one'))
      await put(`${site}/docs.html`, page('docs'))
      expect(text(await get(`${site}/docs/a`))).toBe(page('one'))
      expect(text(await get(`${site}/docs`))).toBe(page('docs'))
      const head = await send('HEAD', `/source${site}/docs/a`)
      expect([head.status, head.headers['etag']]).toEqual([200, headers['etag']])
      for (const missing of ['none', 'docs/none', 'docs/a.htm'])
        expectRefusal(await get(`${site}/${missing}`), 404, 'not-found')
    })

    it('S1 HEAD tells what GET tells, without a body', async () => {
      const { send, get, put, freshSite } = kit()
      const path = `${freshSite()}/page.html`
      await put(path, page('x'))
      const head = await send('HEAD', `/source${path}`)
      const read = await get(path)
      expect([head.status, head.body.length]).toEqual([200, 0])
      for (const name of ['etag', 'last-modified', 'content-type', 'content-length', 'x-galley-id']) {
        expect(head.headers[name], name).toBe(read.headers[name])
      }
      expect(head.headers['content-length']).toBe(String(page('x').length))
    })

    it('S1 content comes with a policy under which it can run nothing in our origin', async () => {
      const { put, get, freshSite } = kit()
      const site = freshSite()
      for (const name of ['page.html', 'drawing.svg', 'script.js']) {
        await put(`${site}/${name}`, '<script>alert(1)</script>')
        const { headers } = await get(`${site}/${name}`)
        expect(headers['content-security-policy'], name).toBe('sandbox')
        expect(headers['x-content-type-options'], name).toBe('nosniff')
      }
    })

    it('S1 a coded body or a piece of one is refused, never stored as it came', async () => {
      const { send, get, freshSite } = kit()
      const path = `${freshSite()}/page.html`
      for (const [name, value] of [
        ['Content-Encoding', 'gzip'],
        ['Content-Range', 'bytes 0-1/10']
      ] as const) {
        const parts = { headers: { 'Content-Type': 'text/html', [name]: value }, body: bytes('xx') }
        expect(expectRefusal(await send('PUT', `/source${path}`, parts), 400, 'bad-request').where).toBe(name)
      }
      expect((await get(path)).status).toBe(404)
    })

    it('S1 lists answer HEAD too', async () => {
      const { send, put, freshSite } = kit()
      const site = freshSite()
      await put(`${site}/page.html`, 'x')
      for (const path of [
        `/list${site}`,
        `/versionlist${site}/page.html`,
        `/trash${site}`,
        '/app/workspace'
      ]) {
        const reply = await send('HEAD', path)
        expect([reply.status, reply.body.length], path).toEqual([200, 0])
      }
      expect((await send('HEAD', `/list${site}/none?missing=refuse`)).status).toBe(404)
    })

    it('S1 what is missing is 404, and a folder is no file', async () => {
      const { send, get, freshSite } = kit()
      const site = freshSite()
      await send('PUT', `/source${site}/folder`)
      for (const path of [
        `${site}/none.html`,
        `${site}/none.png`,
        `${site}/none/none.json`,
        `${site}/folder`
      ]) {
        expectRefusal(await get(path), 404, 'not-found')
        expect((await send('HEAD', `/source${path}`)).status).toBe(404)
      }
      expectRefusal(await send('DELETE', `/source${site}/none.html`), 404, 'not-found')
    })

    it('S1 other methods are 405 and name the ones that work', async () => {
      const { send, freshSite } = kit()
      const reply = await send('PATCH', `/source${freshSite()}/a.html`)
      expectRefusal(reply, 405, 'not-allowed')
      expect(reply.headers.allow).toBe('GET, HEAD, POST, PUT, DELETE')
      expect((await send('DELETE', `/versionlist/a/b/c.html`)).headers.allow).toBe('GET, HEAD')
      expect((await send('GET', '/source-of-nothing')).status).toBe(404)
    })

    it('S1 a file where a folder is needed, and the other way round, is 409', async () => {
      const { send, put, freshSite } = kit()
      const site = freshSite()
      await put(`${site}/a.html`, 'x')
      await send('PUT', `/source${site}/folder`)
      const content = { headers: { 'Content-Type': 'text/html' }, body: bytes('x') }
      expect((await send('PUT', `/source${site}/a.html/b.html`, content)).status).toBe(409)
      expect((await send('PUT', `/source${site}/a.html/b`)).status).toBe(409)
    })

    it('S1 a range of bytes is answered with 206, outside the file with 416', async () => {
      const { send, get, freshSite } = kit()
      for (const name of ['clip.mp4', 'page.html']) {
        const path = `${freshSite()}/${name}`
        await send('PUT', `/source${path}`, {
          headers: { 'Content-Type': 'video/mp4' },
          body: bytes('0123456789')
        })
        const part = await get(path, { Range: 'bytes=2-4' })
        expect([part.status, text(part), part.headers['content-range']]).toEqual([206, '234', 'bytes 2-4/10'])
        expect(text(await get(path, { Range: 'bytes=7-' }))).toBe('789')
        expect(text(await get(path, { Range: 'bytes=-2' }))).toBe('89')
        expect((await get(path, { Range: 'bytes=0-1,3-4' })).status).toBe(200)
        const outside = await get(path, { Range: 'bytes=10-' })
        expect([outside.status, outside.headers['content-range']]).toEqual([416, 'bytes */10'])
        const fresh = await get(path, { Range: 'bytes=2-4', 'If-Range': part.headers.etag ?? '' })
        expect(fresh.status).toBe(206)
        expect((await get(path, { Range: 'bytes=2-4', 'If-Range': '"other"' })).status).toBe(200)
      }
    })

    it('S1 names with spaces, umlauts, emoji and signs work', async () => {
      const { put, get, list, freshSite } = kit()
      const site = freshSite()
      const name = 'Ünï cödé 100% #1 ?&+ 日本 🚢.html'
      const url = `${site}/${encodeURIComponent(name)}`
      await put(url, page('ship'))
      expect(text(await get(url))).toBe(page('ship'))
      expect((await list(site))[0]).toMatchObject({
        path: `${site}/${name}`,
        name: name.slice(0, -5),
        ext: 'html'
      })
    })
  })
}
