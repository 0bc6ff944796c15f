import { describe, expect, it } from 'vitest'
import type { ListItem, VersionRecord } from '../../../../src/common/api/types'
import { dataForm, form, json, page, text, useTransport } from '../../kit'
import type { Transport } from '../../transport'

/** What the integration tests of an authoring admin service ask, in their order, against an organization of their own. */
export function adminServiceCases(open: () => Promise<Transport>): void {
  const kit = useTransport(open)

  describe('the integration of an admin service', () => {
    it('S1 S2 S4 N5 makes, lists, reads, copies, moves and deletes', async () => {
      const { send, freshSite } = kit()
      const site = freshSite()
      const folder = `${site}/test-folder`
      const names = async (path: string) =>
        json<ListItem[]>(await send('GET', `/list${path}`)).map(({ name }) => name)
      const guid = crypto.randomUUID()
      const made = await send(
        'POST',
        `/source${folder}/page.html`,
        form([
          { name: 'data', value: page('<h1>Page</h1>'), filename: 'page.html', type: 'text/html' },
          { name: 'guid', value: guid }
        ])
      )
      expect([made.status, made.headers['x-da-id']]).toEqual([201, guid])
      expect(json<object>(made)).toMatchObject({ source: {}, aem: {} })
      expect((await send('POST', `/source${folder}/empty`)).status).toBe(201)
      expect(await names(`${folder}/`)).toEqual(['empty', 'page'])
      const read = await send('GET', `/source${folder}/page.html`)
      expect([read.status, read.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8'])
      expect(text(read)).toContain('<h1>Page</h1>')
      const to = (path: string) => form([{ name: 'destination', value: path }])
      expect((await send('POST', `/copy${folder}/page.html`, to(`${folder}/copy.html`))).status).toBe(204)
      expect((await send('POST', `/move${folder}/copy.html`, to(`${folder}/moved.html`))).status).toBe(204)
      expect(await names(folder)).toEqual(['empty', 'moved', 'page'])
      expect((await send('DELETE', `/source${folder}/moved.html`)).status).toBe(204)
      expect((await send('GET', `/source${folder}/moved.html`)).status).toBe(404)
      expect((await send('DELETE', `/source${folder}`)).status).toBe(204)
      expect(await names(folder)).toEqual([])
    })

    it('CV1 LV1 GV1 makes a version, lists it, and reads it by either address', async () => {
      const { send, freshSite } = kit()
      const site = freshSite()
      await send('POST', `/source${site}/page.html`, dataForm(page('one')))
      const label = { ...form([{ name: 'label', value: 'First' }]) }
      expect((await send('POST', `/versionsource${site}/page.html`, label)).status).toBe(201)
      await send('POST', `/source${site}/page.html`, dataForm(page('two')))
      const first = json<VersionRecord[]>(await send('GET', `/versionlist${site}/page.html`)).find(
        (one) => one.label === 'First'
      )
      expect(text(await send('GET', first?.url ?? ''))).toBe(page('one'))
      const [, , org, fileId, file] = first?.url.split('/') ?? []
      expect(text(await send('GET', `/versionsource/${org}/site/${fileId}/${file}`))).toBe(page('one'))
    })

    it('CC1 CC4 stores a config and refuses what is none, in the words of an error', async () => {
      const { send, freshSite } = kit()
      const site = freshSite()
      const config = JSON.stringify({ ':type': 'sheet', ':sheetname': 'data', total: 0, data: [] })
      expect((await send('POST', `/config${site}`, form([{ name: 'config', value: config }]))).status).toBe(
        201
      )
      for (const parts of [
        form([{ name: 'config', value: '{' }]),
        form([{ name: 'other', value: config }]),
        {}
      ]) {
        const refused = await send('POST', `/config${site}`, parts)
        expect(refused.status).toBe(400)
        expect(JSON.parse(text(refused))).toMatchObject({ error: expect.any(String) })
        expect(refused.headers['x-error']).toBeTruthy()
      }
      expect(text(await send('GET', `/config${site}`))).toBe(config)
    })
  })
}
