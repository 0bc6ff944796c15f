import { describe, expect, it } from 'vitest'
import { bytes, expectRefusal, page, text, useTransport } from '../kit'
import type { Transport } from '../transport'

export function conditionCases(open: () => Promise<Transport>): void {
  const kit = useTransport(open)

  async function file() {
    const { put, freshSite } = kit()
    const path = `${freshSite()}/page.html`
    const { headers } = await put(path, page('one'))
    return { path, etag: headers.etag ?? '' }
  }

  const write = (path: string, content: string, headers: Record<string, string>, method = 'PUT') =>
    kit().send(method, `/source${path}`, {
      headers: { 'Content-Type': 'text/html', ...headers },
      body: bytes(content)
    })

  describe('conditional requests', () => {
    it('S3 reads carry a strong ETag of the content and Last-Modified', async () => {
      const { path } = await file()
      const { headers } = await kit().get(path)
      expect(headers.etag).toMatch(/^"[0-9a-f]{16,64}"$/)
      expect(Date.parse(headers['last-modified'] ?? '')).toBeGreaterThan(Date.now() - 60_000)
    })

    it('S3 If-None-Match answers 304 without a body while the content is the same', async () => {
      const { path, etag } = await file()
      const { get, send, put } = kit()
      for (const value of [etag, `W/${etag}`, `"x", ${etag}`, '*']) {
        const reply = await get(path, { 'If-None-Match': value })
        expect([reply.status, reply.body.length, reply.headers.etag], value).toEqual([304, 0, etag])
        expect((await send('HEAD', `/source${path}`, { headers: { 'If-None-Match': value } })).status).toBe(
          304
        )
      }
      await put(path, page('two'))
      expect((await get(path, { 'If-None-Match': etag })).status).toBe(200)
    })

    it('S3 If-Modified-Since counts in whole seconds and only without If-None-Match', async () => {
      const { path } = await file()
      const { get } = kit()
      const modified = (await get(path)).headers['last-modified'] ?? ''
      expect((await get(path, { 'If-Modified-Since': modified })).status).toBe(304)
      const earlier = new Date(Date.parse(modified) - 10_000).toUTCString()
      expect((await get(path, { 'If-Modified-Since': earlier })).status).toBe(200)
      expect((await get(path, { 'If-Modified-Since': modified, 'If-None-Match': '"other"' })).status).toBe(
        200
      )
      expect((await get(path, { 'If-Modified-Since': 'yesterday' })).status).toBe(200)
    })

    it('S3 a write with the current ETag succeeds, with another it is 412 and leaves nothing behind', async () => {
      const { path, etag } = await file()
      const { get, versions } = kit()
      for (const method of ['PUT', 'POST']) {
        expectRefusal(
          await write(path, page('lost'), { 'If-Match': '"0000"' }, method),
          412,
          'precondition-failed'
        )
        expectRefusal(
          await write(path, page('lost'), { 'If-Match': `W/${etag}` }, method),
          412,
          'precondition-failed'
        )
      }
      expect(text(await get(path))).toBe(page('one'))
      expect(await versions(path)).toEqual([])
      expect((await write(path, page('two'), { 'If-Match': `"x", ${etag}` })).status).toBe(200)
      expectRefusal(await write(path, page('three'), { 'If-Match': etag }), 412, 'precondition-failed')
    })

    it('S3 If-Match on a missing file is 412, and makes none', async () => {
      const { get, send, freshSite } = kit()
      const path = `${freshSite()}/none.html`
      expectRefusal(await write(path, 'x', { 'If-Match': '*' }), 412, 'precondition-failed')
      expectRefusal(await write(path, 'x', { 'If-Match': '"abc"' }, 'POST'), 412, 'precondition-failed')
      expectRefusal(await get(path, { 'If-Match': '*' }), 412, 'precondition-failed')
      expect((await send('HEAD', `/source${path}`, { headers: { 'If-Match': '*' } })).status).toBe(412)
      const removal = await send('DELETE', `/source${path}`, { headers: { 'If-Match': '"abc"' } })
      expectRefusal(removal, 412, 'precondition-failed')
      expectRefusal(await get(path), 404, 'not-found')
    })

    it('S3 If-None-Match: * creates and never replaces', async () => {
      const { freshSite, get } = kit()
      const path = `${freshSite()}/once.html`
      expect((await write(path, page('first'), { 'If-None-Match': '*' })).status).toBe(201)
      expectRefusal(await write(path, page('second'), { 'If-None-Match': '*' }), 412, 'precondition-failed')
      expectRefusal(
        await write(path, page('second'), { 'If-None-Match': '*' }, 'POST'),
        412,
        'precondition-failed'
      )
      expect(text(await get(path))).toBe(page('first'))
    })

    it('S3 of many writers that all saw the same state, exactly one succeeds', async () => {
      const { path, etag } = await file()
      const replies = await Promise.all(
        Array.from({ length: 12 }, (_, index) => write(path, page(`writer ${index}`), { 'If-Match': etag }))
      )
      expect(replies.filter(({ status }) => status === 200)).toHaveLength(1)
      expect(replies.filter(({ status }) => status === 412)).toHaveLength(11)
    })

    it('S3 of many creators, exactly one creates', async () => {
      const { freshSite } = kit()
      const path = `${freshSite()}/race.html`
      const replies = await Promise.all(
        Array.from({ length: 12 }, (_, index) => write(path, page(`${index}`), { 'If-None-Match': '*' }))
      )
      expect(replies.filter(({ status }) => status === 201)).toHaveLength(1)
      expect(replies.filter(({ status }) => status === 412)).toHaveLength(11)
    })

    it('S3 DELETE honours If-Match, GET and HEAD too', async () => {
      const { path, etag } = await file()
      const { send, get } = kit()
      const refused = await send('DELETE', `/source${path}`, { headers: { 'If-Match': '"old"' } })
      expectRefusal(refused, 412, 'precondition-failed')
      expect((await get(path, { 'If-Match': etag })).status).toBe(200)
      expectRefusal(await get(path, { 'If-Match': '"old"' }), 412, 'precondition-failed')
      expect((await send('DELETE', `/source${path}`, { headers: { 'If-Match': etag } })).status).toBe(204)
      expectRefusal(await get(path), 404, 'not-found')
    })

    it('S3 If-Unmodified-Since guards a write by date', async () => {
      const { path } = await file()
      const modified = Date.parse((await kit().get(path)).headers['last-modified'] ?? '')
      const earlier = new Date(modified - 10_000).toUTCString()
      const refused = await write(path, 'x', { 'If-Unmodified-Since': earlier })
      expectRefusal(refused, 412, 'precondition-failed')
      const now = new Date(modified).toUTCString()
      expect((await write(path, page('two'), { 'If-Unmodified-Since': now })).status).toBe(200)
    })

    it('S3 a condition that cannot be read is 400 rather than ignored', async () => {
      const { path } = await file()
      for (const value of ['abc', '"open', '"a" "b"', ',']) {
        expectRefusal(await write(path, 'x', { 'If-Match': value }), 400, 'bad-request')
        expectRefusal(await write(path, 'x', { 'If-None-Match': value }), 400, 'bad-request')
      }
    })
  })
}
