import { describe, expect, it } from 'vitest'
import type { TrashItem } from '../../../src/common/api/types'
import { expectRefusal, json, page, text, useTransport } from '../kit'
import type { Transport } from '../transport'

export function trashCases(open: () => Promise<Transport>): void {
  const kit = useTransport(open)

  describe('trash', () => {
    it('S5 a deleted file is gone, and its last content is kept as a Restore Point', async () => {
      const { put, send, get, list, trash, versions, email, freshSite } = kit()
      const site = freshSite()
      const path = `${site}/page.html`
      await put(path, page('last words'))
      const reply = await send('DELETE', `/source${path}`)
      expect([reply.status, reply.body.length]).toEqual([204, 0])
      expectRefusal(await get(path), 404, 'not-found')
      expect(await list(site)).toEqual([])
      expect(await versions(path)).toEqual([])
      const [item, ...more] = await trash(site)
      expect(more).toEqual([])
      expect(item).toMatchObject({
        id: reply.headers['x-galley-trash'],
        path,
        kind: 'file',
        files: 1,
        cause: 'deleted'
      })
      expect(item?.deletedBy.email).toBe(email)
      await send('POST', `/trash${site}/${item?.id}/restore`)
      const [record] = await versions(path)
      expect(record?.label).toBe('Restore Point')
      expect(text(await send('GET', record?.url ?? ''))).toBe(page('last words'))
    })

    it('S5 it returns from the trash with its id, its content and its history', async () => {
      const { put, send, get, trash, versions, label, freshSite } = kit()
      const site = freshSite()
      const path = `${site}/deep/page.html`
      const { headers } = await put(path, page('one'))
      await put(path, page('two'))
      await label(path, 'Approved')
      const removed = await send('DELETE', `/source${path}`)
      const restored = await send('POST', `/trash${site}/${removed.headers['x-galley-trash']}/restore`)
      expect(json<{ path: string }>(restored)).toEqual({ path })
      const read = await get(path)
      expect(text(read)).toBe(page('two'))
      expect(read.headers['x-galley-id']).toBe(headers['x-galley-id'])
      expect((await versions(path)).map((record) => record.label)).toEqual([
        'Restore Point',
        'Approved',
        undefined
      ])
      expect(await trash(site)).toEqual([])
    })

    it('S5 a new file on the path gets a new id and no history, and is not overwritten by the old', async () => {
      const { put, send, get, versions, freshSite } = kit()
      const site = freshSite()
      const path = `${site}/page.html`
      const first = await put(path, page('old'))
      const removed = await send('DELETE', `/source${path}`)
      const second = await put(path, page('new'))
      expect(second.status).toBe(201)
      expect(second.headers['x-galley-id']).not.toBe(first.headers['x-galley-id'])
      expect(await versions(path)).toEqual([])
      const restore = `/trash${site}/${removed.headers['x-galley-trash']}/restore`
      expectRefusal(await send('POST', restore), 409, 'exists')
      expect(text(await get(path))).toBe(page('new'))
      await send('DELETE', `/source${path}`)
      expect((await send('POST', restore)).status).toBe(200)
      expect(text(await get(path))).toBe(page('old'))
    })

    it('S5 a folder goes and returns as one, with everything in it', async () => {
      const { put, send, get, trash, list, freshSite } = kit()
      const site = freshSite()
      for (const name of ['a.html', 'deep/b.json', 'deep/er/c.png']) await put(`${site}/folder/${name}`, 'x')
      const removed = await send('DELETE', `/source${site}/folder`)
      expect(removed.status).toBe(204)
      expect(await list(site)).toEqual([])
      expect((await get(`${site}/folder/deep/b.json`)).status).toBe(404)
      expect(await trash(site)).toMatchObject([{ path: `${site}/folder`, kind: 'folder', files: 3 }])
      await send('POST', `/trash${site}/${removed.headers['x-galley-trash']}/restore`)
      for (const name of ['a.html', 'deep/b.json', 'deep/er/c.png']) {
        expect((await get(`${site}/folder/${name}`)).status, name).toBe(200)
      }
    })

    it('S5 what is deleted from the trash is gone for good', async () => {
      const { put, send, trash, freshSite } = kit()
      const site = freshSite()
      await put(`${site}/page.html`, 'x')
      const id = (await send('DELETE', `/source${site}/page.html`)).headers['x-galley-trash']
      expect((await send('DELETE', `/trash${site}/${id}`)).status).toBe(204)
      expect(await trash(site)).toEqual([])
      expectRefusal(await send('POST', `/trash${site}/${id}/restore`), 404, 'not-found')
      expectRefusal(await send('DELETE', `/trash${site}/${id}`), 404, 'not-found')
    })

    it('S5 the trash of one site shows nothing of another, nor takes its items', async () => {
      const { put, send, trash, freshSite } = kit()
      const [site, other] = [freshSite(), freshSite()]
      await put(`${site}/page.html`, 'x')
      await put(`${other}/page.html`, 'x')
      const id = (await send('DELETE', `/source${site}/page.html`)).headers['x-galley-trash']
      expect(await trash(other)).toEqual([])
      expectRefusal(await send('POST', `/trash${other}/${id}/restore`), 404, 'not-found')
      expectRefusal(await send('DELETE', `/trash${other}/${id}`), 404, 'not-found')
    })

    it('S5 a deleted organization is found in the trash of all, and returns from it', async () => {
      const { put, send, get, list, freshSite } = kit()
      const site = freshSite()
      const org = site.split('/').slice(0, 2).join('/')
      await put(`${site}/page.html`, page('kept'))
      const id = (await send('DELETE', `/source${org}`)).headers['x-galley-trash'] ?? ''
      expect((await list('')).map(({ path }) => path)).not.toContain(org)
      const items = json<TrashItem[]>(await send('GET', '/trash'))
      expect(items.find((item) => item.id === id)).toMatchObject({ path: org, kind: 'folder', files: 1 })
      expect(json<{ path: string }>(await send('POST', `/trash/${id}/restore`))).toEqual({ path: org })
      expect(text(await get(`${site}/page.html`))).toBe(page('kept'))
      expectRefusal(await send('POST', `/trash/${id}/restore`), 404, 'not-found')
      const again = (await send('DELETE', `/source${org}`)).headers['x-galley-trash'] ?? ''
      expect((await send('DELETE', `/trash/${again}`)).status).toBe(204)
      expect(json<TrashItem[]>(await send('GET', '/trash')).map((item) => item.id)).not.toContain(again)
      expectRefusal(await send('DELETE', '/trash'), 400, 'bad-path')
    })
  })
}
