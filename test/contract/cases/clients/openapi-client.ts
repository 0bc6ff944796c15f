import { describe, expect, it } from 'vitest'
import type { ListItem, VersionRecord } from '../../../../src/common/api/types'
import { dataForm, form, json, jsonParts, page, text, useTransport } from '../../kit'
import type { Reply, RequestParts, Transport } from '../../transport'

interface Described {
  readonly method: string
  readonly address: string
  readonly statuses: readonly string[]
}

/** What a client does that a program made of the OpenAPI document: it knows operations by their ids, and no answer that is not described. */
export function openApiClientCases(open: () => Promise<Transport>): void {
  const kit = useTransport(open)

  describe('a client made of the OpenAPI document', () => {
    async function client() {
      const { send } = kit()
      const { paths } = json<{
        paths: Record<string, Record<string, { operationId?: string; responses?: object }>>
      }>(await send('GET', '/openapi.json'))
      const known = new Map<string, Described>()
      for (const [address, item] of Object.entries(paths))
        for (const [method, { operationId, responses }] of Object.entries(item))
          if (operationId !== undefined)
            known.set(operationId, {
              method: method.toUpperCase(),
              address,
              statuses: Object.keys(responses ?? {})
            })
      return async (id: string, parameters: Record<string, string>, parts?: RequestParts): Promise<Reply> => {
        const operation = known.get(id)
        if (!operation) throw new Error(`The document has no operation ${id}.`)
        const address = operation.address.replace(/\{(\w+)\}/g, (_, name: string) =>
          (parameters[name] ?? '').split('/').map(encodeURIComponent).join('/')
        )
        const reply = await send(operation.method, address, parts)
        expect(operation.statuses, `${id} ${address} ${text(reply)}`).toContain(String(reply.status))
        return reply
      }
    }

    it('X4 every step of a page’s life is an operation, and each answer one of those described', async () => {
      const call = await client()
      const [, org = '', repo = ''] = kit().freshSite().split('/')
      const at = (path: string) => ({ org, repo, path })
      const scope = (path = '') => ({ scope: `${org}/${repo}${path}` })
      const to = (path: string) => form([{ name: 'destination', value: `/${org}/${repo}/${path}` }])
      expect(json<ListItem[]>(await call('list', scope()))).toEqual([])
      expect((await call('updateFile', at('docs'))).status).toBe(201)
      expect((await call('updateFile', at('docs/a.html'), dataForm(page('one')))).status).toBe(201)
      expect((await call('putFile', at('docs/a.html'), dataForm(page('two')))).status).toBe(200)
      expect((await call('headFile', at('docs/a'))).status).toBe(200)
      expect(text(await call('readFile', at('docs/a.html')))).toBe(page('two'))
      expect((await call('createVersion', at('docs/a.html'), jsonParts({ label: 'Draft' }))).status).toBe(201)
      const [version] = json<VersionRecord[]>(await call('listVersions', at('docs/a.html')))
      const [, , , file_id = '', file = ''] = version?.url.split('/') ?? []
      const ids = { org, repo, file_id, version_id: file.replace('.html', ''), ext: 'html' }
      expect(text(await call('readVersion', ids))).toBe(page('two'))
      expect(text(await call('readVersionInRepository', ids))).toBe(page('two'))
      expect((await call('copy', at('docs/a.html'), to('docs/b.html'))).status).toBe(204)
      expect((await call('move', at('docs/b.html'), to('docs/c.html'))).status).toBe(204)
      const config = form([
        { name: 'config', value: '{":type":"sheet",":sheetname":"data","total":0,"data":[]}' }
      ])
      expect((await call('putConfig', scope(), config)).status).toBe(201)
      expect((await call('readConfig', scope())).status).toBe(200)
      expect((await call('deleteConfig', scope())).status).toBe(204)
      expect((await call('readConfig', scope())).status).toBe(404)
      expect((await call('deleteFile', at('docs'))).status).toBe(204)
      expect((await call('readFile', at('docs/a.html'))).status).toBe(404)
      expect(json<ListItem[]>(await call('list', scope('/docs')))).toEqual([])
      expect((await call('logout', {})).status).toBe(204)
    })
  })
}
