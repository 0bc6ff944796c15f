import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ImportItem, ImportShown } from '../../../src/common/importing/shapes'
import { foreignSite, pageOf, sends, type ForeignSite } from '../../support/foreign-site'
import { expectRefusal, json, jsonParts, page, text, useTransport, type Kit } from '../kit'
import type { Transport } from '../transport'

const pier = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="6"/>'

/** Imports over the service's addresses (U4). */
export function importCases(open: () => Promise<Transport>): void {
  describe('imports', () => {
    const kit = useTransport(open)
    let foreign: ForeignSite
    beforeAll(async () => {
      foreign = await foreignSite({
        '/docs/a': pageOf('<div><h1>A</h1></div>', '<title>A page</title>'),
        '/data.json': sends('application/json', '{"total":0,"offset":0,"limit":0,"data":[],":type":"sheet"}'),
        '/pier.svg': sends('image/svg+xml', pier)
      })
    })
    afterAll(() => foreign.close())

    const listed = (address: string) =>
      jsonParts({
        source: { kind: 'list', text: `${foreign.origin}/docs/a\n${foreign.origin}/data.json\n${address}` },
        ownNetwork: true
      })

    it('VE29 U4 a picture of another server is fetched for a page once that server is named', async () => {
      const { send, freshSite } = kit()
      const address = `/app/picture${freshSite()}/docs/a.html`
      const wanted = { url: `${foreign.origin}/pier.svg`, ownNetwork: true }
      expectRefusal(await send('POST', address, jsonParts({ ...wanted, hosts: [] })), 409, 'not-agreed')
      const hosts = [new URL(foreign.origin).host]
      const fetched = await send('POST', address, jsonParts({ ...wanted, hosts }))
      expect([fetched.status, fetched.headers['content-type']]).toEqual([200, 'image/svg+xml'])
      expect(text(fetched)).toBe(pier)
    })

    it('U4 IM1 IM7 IM8 lists, checks, runs, reports and is forgotten', async () => {
      const { send, freshSite, put } = kit()
      const site = freshSite()
      await put(`${site}/docs/a.html`, page('<p>mine</p>'))
      // the site is on this machine: the owner is asked first
      const unasked = { source: { kind: 'list', text: `${foreign.origin}/docs/a` } }
      const first = await send('POST', `/import${freshSite()}`, jsonParts(unasked))
      if (first.status !== 202) expectRefusal(first, 409, 'own-network')
      const begun = await send('POST', `/import${site}`, listed('nonsense'))
      expect(begun.status, text(begun)).toBe(202)
      const { name, links, refused } = json<ImportShown>(begun)
      expect(refused).toMatchObject([{ text: 'nonsense' }])
      expect(links.self).toBe(`/import${site}/${name}`)
      await act(kit(), links.self, 'check')
      const items = json<{ total: number; items: ImportItem[] }>(await send('GET', `${links.items}?limit=1`))
      expect(items).toMatchObject({
        total: 2,
        items: [{ path: `${site}/docs/a.html`, check: { verdict: 'changed' } }]
      })
      const both = json<Record<string, string>>(await send('GET', `${links.items}/0`))
      expect([both['current'], both['incoming']]).toEqual([
        expect.stringContaining('mine'),
        expect.stringContaining('A page')
      ])
      const open = json<{ imports: ImportShown[] }>(await send('GET', '/import')).imports
      expect(open.map((one) => one.name)).not.toContain(name)
      const done = await act(kit(), links.self, 'run', { replace: true })
      expect(done).toMatchObject({
        state: 'done',
        counts: { outcomes: { created: 1, replaced: 1 }, differing: 0 }
      })
      const report = await send('GET', links.report)
      expect([report.status, report.headers['content-type']]).toEqual([200, 'text/csv; charset=utf-8'])
      const list = json<{ imports: ImportShown[] }>(await send('GET', `/import${site}`))
      expect(list.imports.map((one) => one.name)).toEqual([name])
      expectRefusal(await send('POST', `${links.self}/pause`), 409, 'exists')
      expect((await send('DELETE', links.self)).status).toBe(204)
      for (const [method, address] of [
        ['GET', links.self],
        ['DELETE', links.self],
        ['POST', `${links.self}/check`],
        ['GET', links.items],
        ['GET', `${links.items}/0`],
        ['GET', links.report]
      ] as const)
        expectRefusal(await send(method, address), 404, 'not-found')
    })

    it('U4 IM1 a site comes back from what is published of it here, byte by byte', async () => {
      const { send, freshSite, put, get } = kit()
      const site = freshSite()
      const content = page('<p>kept as  it\n was</p>')
      await put(`${site}/index.html`, content)
      expect((await send('POST', `/publish/live${site}/main/`)).status).toBe(200)
      expect((await send('DELETE', `/source${site}/index.html`)).status).toBe(204)
      const request = jsonParts({ source: { kind: 'published', environment: 'live' } })
      const { links } = json<ImportShown>(await send('POST', `/import${site}`, request))
      await settled(kit(), links.self)
      await act(kit(), links.self, 'check')
      expect(await act(kit(), links.self, 'run')).toMatchObject({
        state: 'done',
        counts: { outcomes: { created: 1 }, differing: 0 }
      })
      expect(text(await get(`${site}/index.html`))).toBe(content)
    })

    it('X1 X3 what makes no sense is refused with a sentence, and nothing is begun', async () => {
      const { send, freshSite } = kit()
      const site = freshSite()
      for (const body of [
        {},
        { source: { kind: 'list', text: '' } },
        { source: { kind: 'list', text: 'ftp://x/y' } },
        { source: { kind: 'list', text: 'https://name:secret@example.com/a' } },
        {
          source: {
            kind: 'service',
            environment: 'live',
            admin: 'file:///etc',
            org: 'a',
            site: 'b',
            address: 'x'
          }
        },
        { source: { kind: 'published', environment: 'moon' } }
      ])
        expectRefusal(await send('POST', `/import${site}`, jsonParts(body)), 400, 'bad-request')
      for (const folder of ['../x', '.galley'])
        expectRefusal(
          await send(
            'POST',
            `/import${site}`,
            jsonParts({ source: { kind: 'published', environment: 'live' }, folder })
          ),
          400,
          'bad-path'
        )
      const large = (bytes: number) => ({
        headers: { 'Content-Type': 'application/json' },
        body: new Uint8Array(bytes).fill(32)
      })
      expectRefusal(await send('POST', `/import${site}`, large(10 * 1024 * 1024 + 1)), 413, 'too-large')
      const { imports } = json<{ imports: ImportShown[] }>(await send('GET', `/import${site}`))
      expect(imports).toEqual([])
      const { links } = json<ImportShown>(await send('POST', `/import${site}`, listed('')))
      expectRefusal(await send('POST', `${links.self}/check`, large(1024 * 1024 + 1)), 413, 'too-large')
      expectRefusal(
        await send('POST', `${links.self}/check`, jsonParts({ leaveOut: ['x'] })),
        400,
        'bad-request'
      )
      expectRefusal(await send('GET', `${links.items}?limit=x`), 400, 'bad-request')
      for (const [method, address] of [
        ['GET', '/import/a%5cb/x'],
        ['POST', '/import/a%5cb/x'],
        ['GET', '/import/a%5cb/x/y'],
        ['DELETE', '/import/a%5cb/x/y'],
        ['POST', '/import/a%5cb/x/y/run'],
        ['GET', '/import/a%5cb/x/y/items'],
        ['GET', '/import/a%5cb/x/y/items/0'],
        ['GET', '/import/a%5cb/x/y/report.csv']
      ] as const)
        expectRefusal(await send(method, address), 400, 'bad-path')
    })
  })
}

const steps: ReadonlySet<string> = new Set(['listing', 'checking', 'running', 'validating'])

async function settled({ send }: Kit, address: string): Promise<ImportShown> {
  for (;;) {
    const job = json<ImportShown>(await send('GET', address))
    if (!steps.has(job.state)) return job
    await new Promise((resolve) => setTimeout(resolve, 5))
  }
}

async function act(kit: Kit, address: string, action: string, request: object = {}): Promise<ImportShown> {
  const reply = await kit.send('POST', `${address}/${action}`, jsonParts(request))
  expect(reply.status, text(reply)).toBe(200)
  return settled(kit, address)
}
