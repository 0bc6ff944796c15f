import { describe, expect, it } from 'vitest'
import type { ListItem } from '../../../../src/common/api/types'
import { bytes, form, json, text, useTransport } from '../../kit'
import type { Transport } from '../../transport'

const row = (key: string, value: string) => `<div><div><h3>${key}</h3></div><div><p>${value}</p></div></div>`
const speaker = (name: string) =>
  `<body><header></header><main><div><div class="da-form">${row('title', 'Ada')}${row('x-schema-name', 'speaker')}</div><div class="speaker">${row('name', name)}</div></div></main><footer></footer></body>`
const schema = '{"type":"object","title":"Speaker","properties":{"name":{"type":"string"}}}'

/** What the kit of structured content does: finds the schemas, opens a document, saves it, publishes and reads its data. */
export function structuredContentCases(open: () => Promise<Transport>): void {
  const kit = useTransport(open)

  describe('the kit of structured content', () => {
    it('F5 S1 S2 U1 discovers schemas, edits with the ETag that it got, publishes and reads the data', async () => {
      const { send, put, freshSite } = kit()
      const site = freshSite()
      const folder = `${site}/.galley/forms/schemas`
      expect(json<ListItem[]>(await send('GET', `/list${folder}`))).toEqual([])
      const html = `<body><header></header><main><div><pre><code>${schema}</code></pre></div></main><footer></footer></body>`
      await put(`${folder}/speaker.html`, html)
      const [found] = json<ListItem[]>(await send('GET', `/list${folder}/`))
      expect([found?.name, found?.ext]).toEqual(['speaker', 'html'])
      expect(text(await send('GET', `/source${found?.path ?? ''}`))).toContain(schema)

      const path = `${site}/speakers/ada`
      const body = { headers: { 'Content-Type': 'text/html' }, body: bytes(speaker('Ada')) }
      expect((await send('POST', `/source${path}.html`, body)).status).toBe(201)
      const opened = await send('GET', `/source${path}`)
      expect(opened.status).toBe(200)
      const next = {
        headers: { ...body.headers, 'If-Match': opened.headers['etag'] ?? '' },
        body: bytes(speaker('Ada L.'))
      }
      expect((await send('POST', `/source${path}.html`, next)).status).toBe(200)
      expect((await send('POST', `/source${path}.html`, next)).status).toBe(412)

      for (const environment of ['preview', 'live'])
        expect((await send('POST', `/publish/${environment}${site}/main/speakers/ada`)).status).toBe(200)
      const data = await send('GET', `/delivery/live${path}`, { headers: { Accept: 'application/json' } })
      expect(json(data)).toEqual({ name: 'Ada L.' })
    })

    it('C1 reads the editor binding from the configs of organization and site, which may not be there', async () => {
      const { send, freshSite } = kit()
      const site = freshSite()
      const org = site.slice(0, site.lastIndexOf('/'))
      expect((await send('GET', `/config${org}/`)).status).toBe(404)
      const config = {
        ':type': 'sheet',
        ':sheetname': 'data',
        total: 1,
        data: [{ key: 'editor.path', value: `${site}/speakers=https://editor.example/form#` }]
      }
      const written = await send(
        'POST',
        `/config${org}/`,
        form([{ name: 'config', value: JSON.stringify(config) }])
      )
      expect(written.status).toBe(201)
      expect(json(await send('GET', `/config${org}/`))).toEqual(config)
      expect((await send('GET', `/config${site}/`)).status).toBe(404)
    })
  })
}
