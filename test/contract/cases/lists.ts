import { describe, expect, it } from 'vitest'
import type { ListItem } from '../../../src/common/api/types'
import { expectRefusal, form, json, useTransport } from '../kit'
import type { Transport } from '../transport'

const CONTINUATION = 'x-galley-continuation'

export function listCases(open: () => Promise<Transport>): void {
  const kit = useTransport(open)

  describe('lists', () => {
    it('S2 a list names files and folders, sorted by name, with ETag and size', async () => {
      const { put, send, list, freshSite } = kit()
      const site = freshSite()
      const { headers } = await put(`${site}/b.html`, 'four')
      await put(`${site}/a.json`, '{}')
      await send('PUT', `/source${site}/c`)
      const items = await list(site)
      expect(items.map((item) => item.path)).toEqual([`${site}/a.json`, `${site}/b.html`, `${site}/c`])
      expect(items[1]).toEqual({
        path: `${site}/b.html`,
        name: 'b',
        ext: 'html',
        lastModified: expect.any(Number) as number,
        etag: headers.etag,
        size: 4
      })
      expect(items[2]).toEqual({ path: `${site}/c`, name: 'c' })
    })

    it('S2 the root lists organizations, an organization its sites', async () => {
      const { put, list, freshSite } = kit()
      const site = freshSite()
      const org = site.slice(0, site.lastIndexOf('/'))
      await put(`${site}/a.html`, 'x')
      expect(await list('')).toContainEqual({ path: org, name: org.slice(1) })
      expect(await list('/')).toContainEqual({ path: org, name: org.slice(1) })
      expect(await list(org)).toEqual([{ path: site, name: 'site' }])
    })

    it('S2 a list is given in pages on ?limit, whose tokens lead through everything once', async () => {
      const { put, send, freshSite } = kit()
      const site = freshSite()
      const names = ['a', 'b', 'c', 'd', 'e', 'f', 'g']
      for (const name of names) await put(`${site}/${name}.html`, name)
      const seen: string[] = []
      let token: string | undefined
      let pages = 0
      do {
        const reply = await send(
          'GET',
          `/list${site}?limit=3`,
          token === undefined ? {} : { headers: { [CONTINUATION]: token } }
        )
        const items = json<ListItem[]>(reply)
        expect(items.length).toBeLessThanOrEqual(3)
        seen.push(...items.map((item) => item.name))
        token = reply.headers[CONTINUATION]
        // a page neither repeats nor loses the rest when something goes away in between
        if (pages++ === 0) await send('DELETE', `/source${site}/b.html`)
      } while (token !== undefined)
      expect(seen).toEqual(names)
      expect(pages).toBe(3)
    })

    it('S2 the whole list comes by default, and a last page has no token', async () => {
      const { put, send, freshSite } = kit()
      const site = freshSite()
      await put(`${site}/a.html`, 'x')
      await put(`${site}/b.html`, 'x')
      expect((await send('GET', `/list${site}`)).headers[CONTINUATION]).toBeUndefined()
      expect((await send('GET', `/list${site}?limit=2`)).headers[CONTINUATION]).toBeUndefined()
      for (const limit of ['0', '-1', 'x', '1.5', '']) {
        expectRefusal(await send('GET', `/list${site}?limit=${limit}`), 400, 'bad-request')
      }
      expectRefusal(
        await send('GET', `/list${site}`, { headers: { [CONTINUATION]: '!' } }),
        400,
        'bad-request'
      )
    })

    it('S2 who asks for ids gets that of each file, and it stays when the file is moved', async () => {
      const { put, send, freshSite } = kit()
      const site = freshSite()
      await put(`${site}/a.html`, 'x')
      await put(`${site}/deep/b.png`, 'x')
      const ids = async (folder: string): Promise<unknown[]> => {
        const { body } = await send('GET', `/list${folder}`, { headers: { 'X-Galley-Ids': 'true' } })
        const items: { id?: unknown }[] = JSON.parse(new TextDecoder().decode(body))
        return items.map(({ id }) => id)
      }
      const [id, folder] = await ids(site)
      expect([typeof id, folder]).toEqual(['string', undefined])
      await send('POST', `/move${site}/a.html`, form([{ name: 'destination', value: `${site}/deep/a.html` }]))
      expect((await ids(`${site}/deep`))[0]).toBe(id)
      const plain = new TextDecoder().decode((await send('GET', `/list${site}/deep`)).body)
      expect(plain).not.toContain('"id"')
    })

    it('S2 what is no folder is an empty list, and 404 for who asks so, or for ids', async () => {
      const { put, send, freshSite } = kit()
      const site = freshSite()
      await put(`${site}/a.html`, 'x')
      const ids = { headers: { 'X-Galley-Ids': 'true' } }
      for (const folder of [`${site}/none`, `${site}/a.html`, freshSite()]) {
        for (const asked of [
          send('GET', `/list${folder}`),
          send('GET', `/list${folder}?missing=empty`, ids)
        ]) {
          const { status, body } = await asked
          expect([status, new TextDecoder().decode(body)]).toEqual([200, '[]'])
        }
        expectRefusal(await send('GET', `/list${folder}?missing=refuse`), 404, 'not-found')
        expectRefusal(await send('GET', `/list${folder}`, ids), 404, 'not-found')
      }
    })

    it('N4 dot names never show, but a dot folder lists by its own path', async () => {
      const { put, list, freshSite } = kit()
      const site = freshSite()
      await put(`${site}/page.html`, 'x')
      await put(`${site}/.galley/forms/schemas/person.html`, 'x')
      expect((await list(site)).map((item) => item.name)).toEqual(['page'])
      expect((await list(`${site}/.galley/forms/schemas`)).map((item) => item.name)).toEqual(['person'])
    })
  })
}
