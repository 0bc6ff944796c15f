import { describe, expect, it } from 'vitest'
import type { WorkspaceInfo } from '../../../src/common/api/types'
import { expectRefusal, json, jsonParts, useTransport } from '../kit'
import type { Transport } from '../transport'

/** The name of the service folder as the owner changes it (N4). */
export function serviceFolderCases(open: () => Promise<Transport>): void {
  describe('the service folder', () => {
    const kit = useTransport(open)
    const rename = (name: unknown) => kit().send('PUT', '/app/service-folder', jsonParts({ name }))
    const current = async () => json<WorkspaceInfo>(await kit().send('GET', '/app/workspace')).serviceFolder
    const schema = (site: string, folder: string) => `${site}/.${folder}/forms/schemas/boat.html`

    it('N4 it is renamed in every site, with ids and history, and the setting with it', async () => {
      const sites = [kit().freshSite(), kit().freshSite(), '/acme/one', '/acme/two']
      for (const site of sites) {
        await kit().put(schema(site, 'galley'), 'one')
        await kit().put(schema(site, 'galley'), 'two')
      }
      await kit().put('/acme/three/page.html', 'a site without schemas')
      const [first = ''] = sites
      const id = (await kit().get(schema(first, 'galley'))).headers['x-galley-id']
      expect(json<WorkspaceInfo>(await rename('shelf')).serviceFolder).toBe('shelf')
      expect(await current()).toBe('shelf')
      for (const site of sites) {
        expect((await kit().get(schema(site, 'shelf'))).status).toBe(200)
        expect((await kit().get(schema(site, 'galley'))).status).toBe(404)
        expect(await kit().versions(schema(site, 'shelf'))).toHaveLength(1)
      }
      expect((await kit().get(schema(first, 'shelf'))).headers['x-galley-id']).toBe(id)
      expect((await kit().list('/acme/one')).map(({ name }) => name)).toEqual([])
      expect((await rename('shelf')).status, 'the name that it has').toBe(200)
    })

    it('N4 a name that a site has already is refused, in any case, and nothing changes', async () => {
      const before = await current()
      const site = kit().freshSite()
      await kit().put(schema('/acme/first', before), 'schema')
      await kit().put(`${site}/.Taken/x.html`, 'mine')
      const refused = expectRefusal(await rename('taken'), 409, 'exists')
      expect(refused.where).toBe(`${site}/.Taken`)
      expect(refused.error).toContain(site)
      expect(await current()).toBe(before)
      expect((await kit().get(schema('/acme/first', before))).status).toBe(200)
    })

    it('N4 a name that cannot be one is refused', async () => {
      for (const name of ['', '.x', 'a/b', '..', 'A', 'a b', 'x'.repeat(64), 'é', 'a-', 7, null])
        expectRefusal(await rename(name), 400, 'bad-request')
      expectRefusal(await kit().send('PUT', '/app/service-folder'), 400, 'bad-request')
    })
  })
}
