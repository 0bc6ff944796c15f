import { setImmediate } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { expectRefusal, form, page, text, useTransport } from '../kit'
import type { RequestParts, Transport } from '../transport'

export function transferCases(open: () => Promise<Transport>): void {
  const kit = useTransport(open)

  const transfer = (verb: 'copy' | 'move', from: string, to: string, more: Record<string, string> = {}) => {
    const fields = Object.entries({ destination: to, ...more }).map(([name, value]) => ({ name, value }))
    return kit().send('POST', `/${verb}${from}`, form(fields))
  }

  describe('copy and move', () => {
    it('S4 a move keeps id and history', async () => {
      const { put, get, label, versions, freshSite } = kit()
      const site = freshSite()
      const { headers } = await put(`${site}/old.html`, page('x'))
      await label(`${site}/old.html`, 'kept')
      const moved = await transfer('move', `${site}/old.html`, `${site}/new place/new.html`)
      expect([moved.status, text(moved), moved.headers['x-galley-files']]).toEqual([204, '', '1'])
      expectRefusal(await get(`${site}/old.html`), 404, 'not-found')
      const read = await get(`${site}/new%20place/new.html`)
      expect(read.headers['x-galley-id']).toBe(headers['x-galley-id'])
      const [record] = await versions(`${site}/new%20place/new.html`)
      expect(record).toMatchObject({ label: 'kept', path: 'site/old.html' })
      expect((await kit().send('GET', record?.url ?? '')).status).toBe(200)
    })

    it('N5 a name may change its case by a move; a copy beside the original in another case is refused', async () => {
      const { put, list, freshSite } = kit()
      const site = freshSite()
      await put(`${site}/page.html`, page('x'))
      expectRefusal(await transfer('copy', `${site}/page.html`, `${site}/Page.html`), 409, 'name-clash')
      expect((await transfer('move', `${site}/page.html`, `${site}/Page.html`)).status).toBe(204)
      expect((await list(site)).map(({ name }) => name)).toEqual(['Page'])
    })

    it('S4 a copy gets a new id and no history', async () => {
      const { put, get, label, versions, freshSite } = kit()
      const site = freshSite()
      const { headers } = await put(`${site}/a.html`, page('x'))
      await label(`${site}/a.html`, 'of a')
      expect((await transfer('copy', `${site}/a.html`, `${site}/b.html`)).status).toBe(204)
      const copy = await get(`${site}/b.html`)
      expect(text(copy)).toBe(page('x'))
      expect(copy.headers['x-galley-id']).not.toBe(headers['x-galley-id'])
      expect(await versions(`${site}/b.html`)).toEqual([])
      expect(await versions(`${site}/a.html`)).toHaveLength(1)
    })

    it('S4 onto an existing file is 409 unless overwrite=true, and what was there is in the trash', async () => {
      const { put, get, trash, freshSite } = kit()
      const site = freshSite()
      await put(`${site}/a.html`, page('a'))
      await put(`${site}/b.html`, page('b'))
      for (const verb of ['copy', 'move'] as const) {
        expectRefusal(await transfer(verb, `${site}/a.html`, `${site}/b.html`), 409, 'exists')
      }
      expect(text(await get(`${site}/b.html`))).toBe(page('b'))
      expect((await transfer('move', `${site}/a.html`, `${site}/b.html`, { overwrite: 'true' })).status).toBe(
        204
      )
      expect(text(await get(`${site}/b.html`))).toBe(page('a'))
      expect((await trash(site)).map((item) => item.path)).toEqual([`${site}/b.html`])
    })

    it('S4 a folder moves as a whole and says how many files it was', async () => {
      const { put, get, freshSite } = kit()
      const site = freshSite()
      for (const name of ['a.html', 'deep/b.json', 'deep/c.png']) await put(`${site}/from/${name}`, name)
      const moved = await transfer('move', `${site}/from`, `${site}/to`)
      expect([moved.status, moved.headers['x-galley-files']]).toEqual([204, '3'])
      for (const name of ['a.html', 'deep/b.json', 'deep/c.png'])
        expect(text(await get(`${site}/to/${name}`))).toBe(name)
      expect((await get(`${site}/from/a.html`)).status).toBe(404)
    })

    it('S4 a folder into itself is 400, a missing source 404, another organization 400', async () => {
      const { put, freshSite } = kit()
      const site = freshSite()
      await put(`${site}/folder/a.html`, 'x')
      for (const verb of ['copy', 'move'] as const) {
        expectRefusal(await transfer(verb, `${site}/folder`, `${site}/folder/deeper`), 400, 'into-itself')
        expectRefusal(await transfer(verb, `${site}/none.html`, `${site}/b.html`), 404, 'not-found')
        expectRefusal(await transfer(verb, `${site}/folder`, `${freshSite()}/folder`), 400, 'across-orgs')
        expectRefusal(await transfer(verb, `${site}/folder/a.html`, `${site}/folder/a`), 400, 'bad-path')
        expectRefusal(await transfer(verb, `${site}/folder/a.html`, `${site}/../x/a.html`), 400, 'bad-path')
        expectRefusal(await kit().send('POST', `/${verb}${site}/folder`, form([])), 400, 'bad-request')
        expectRefusal(await kit().send('POST', `/${verb}${site}/folder`), 400, 'bad-request')
      }
    })

    it('S4 S5 a long copy, move or deletion can be stopped by its name, and leaves everything as it was', async () => {
      const { put, list, trash, freshSite, send } = kit()
      const names = Array.from({ length: 150 }, (_, index) => `p${index}.html`)
      async function filled(): Promise<string> {
        const site = freshSite()
        await Promise.all(names.map((name) => put(`${site}/from/${name}`, page(name))))
        await put(`${site}/to/own.html`, page('own'))
        return site
      }
      const long = (method: string, path: string, verb: string, destination?: string) => {
        const fields = [
          { name: 'destination', value: destination ?? '' },
          { name: 'overwrite', value: 'true' }
        ]
        const parts: RequestParts = destination === undefined ? {} : form(fields)
        return send(method, path, { ...parts, headers: { ...parts.headers, 'X-Galley-Operation': verb } })
      }
      const begin = {
        copy: (site: string) => long('POST', `/copy${site}/from`, 'copy', `${site}/copied`),
        move: (site: string) => long('POST', `/move${site}/from`, 'move', `${site}/to`),
        delete: (site: string) => long('DELETE', `/source${site}/from`, 'delete')
      }
      const stop = (verb: string) => send('DELETE', `/app/operations/${verb}`)

      /** @returns false when it had ended before it could be stopped */
      async function isStopped(verb: keyof typeof begin, site: string): Promise<boolean> {
        const running = begin[verb](site)
        let ended = false
        void running.then(() => (ended = true))
        let asked = await stop(verb)
        while (asked.status === 404 && !ended) {
          // in process nothing of this waits for the disk: the other request gets its turn
          await setImmediate()
          asked = await stop(verb)
        }
        const reply = await running
        // it was done when it heard of that
        if (reply.status < 300) return false
        expect(asked.status).toBe(204)
        expectRefusal(reply, 500, 'cancelled')
        return true
      }

      let site = await filled()
      for (const verb of ['copy', 'move', 'delete'] as const) {
        for (let tried = 1; !(await isStopped(verb, site)); tried++) {
          expect(tried, `${verb} could be stopped`).toBeLessThan(10)
          site = await filled()
        }
        expectRefusal(await stop(verb), 404, 'not-found')
        expect(await list(`${site}/from`)).toHaveLength(150)
        expect((await list(site)).map(({ name }) => name)).toEqual(['from', 'to'])
        expect(await list(`${site}/to`)).toHaveLength(1)
        expect(await trash(site)).toEqual([])
      }
    })

    it('N5 S4 a folder is not moved or copied to where what is in it would have too long a path', async () => {
      const { put, get, freshSite } = kit()
      const site = freshSite()
      const deep = Array.from({ length: 5 }, () => 'd'.repeat(240)).join('/')
      await put(`${site}/from/${deep}/page.html`, 'x')
      const far = `${site}/${Array.from({ length: 4 }, () => 'f'.repeat(240)).join('/')}`
      for (const verb of ['copy', 'move'] as const)
        expectRefusal(await transfer(verb, `${site}/from`, far), 400, 'bad-path')
      expect((await get(`${site}/from/${deep}/page.html`)).status).toBe(200)
    })

    it('S4 a rename by case alone works', async () => {
      const { put, list, freshSite } = kit()
      const site = freshSite()
      await put(`${site}/page.html`, 'x')
      expect((await transfer('move', `${site}/page.html`, `${site}/Page.html`)).status).toBe(204)
      expect((await list(site)).map((item) => item.name)).toEqual(['Page'])
    })
  })
}
