import { describe, expect, it } from 'vitest'
import { readSchema, validate, type Schema } from '../../../src/common/schema'
import { readConfig } from '../../../src/common/formats/sheet/config-format'
import {
  bindingFor,
  bindingsIn,
  parseDocument,
  readSchemaDocument,
  schemaFolder,
  typedData,
  writeDocument
} from '../../../src/common/formats/structured'
import { openWorkspace } from '../../contract/in-process'
import { current, manifest, sampleFolder, siteRoot, textOf } from './sample-site'

const folder = schemaFolder({ org: manifest.org, site: manifest.site, service: '.galley' })
const schemas = new Map<string, Schema>()
for (const entry of current.values()) {
  if (!entry.path.startsWith(`${folder}/`)) continue
  const { schema, issues } = readSchema(readSchemaDocument(textOf(entry)) ?? '')
  if (!schema || issues.length > 0) throw new Error(`${entry.path}: ${JSON.stringify(issues)}`)
  schemas.set(entry.path.slice(folder.length + 1, -'.html'.length), schema)
}
const documents = [...current.values()].filter(({ path }) =>
  /^\/(?:places|ships)\//.test(path.slice(siteRoot.length))
)

describe('sample structured content', () => {
  it('F2 two schemas without an issue, one with definitions and lists in lists', () => {
    expect([...schemas.keys()].sort()).toEqual(['place', 'ship'])
    const place = schemas.get('place')?.root
    const tides = place?.kind === 'object' ? place.byKey.get('tides')?.field : null
    expect(tides?.kind === 'array' && tides.items.kind).toBe('array')
  })

  it('F1 thirty places and more in one folder', () => {
    expect(documents.filter(({ path }) => path.includes('/places/')).length).toBeGreaterThanOrEqual(30)
  })

  it.each(documents.map((entry) => [entry.path, entry] as const))(
    'F1 %s is valid, and written as Galley writes it',
    (_, entry) => {
      const html = textOf(entry)
      const reading = parseDocument(html)
      if (!('document' in reading)) throw new Error(reading.refusal)
      const { metadata, data, problems } = reading.document
      expect(problems).toEqual([])
      const schema = schemas.get(metadata.schemaName)
      if (!schema) throw new Error(`no schema ${metadata.schemaName}`)
      expect(validate(schema, typedData(schema, data))).toEqual([])
      expect(writeDocument({ metadata, data: typedData(schema, data) }, { schema })).toBe(html)
    }
  )
})

describe('the loaded sample', () => {
  it('EB1 its structured documents are bound to the form editor; a config that was there stays', async () => {
    const bound = await openWorkspace({ sampleFolder })
    const kept = await openWorkspace({ sampleFolder })
    const own = JSON.stringify({
      ':type': 'sheet',
      ':sheetname': 'data',
      total: 1,
      data: [{ key: 'a', value: 'b' }]
    })
    try {
      const form = new FormData()
      form.set('config', own)
      const ask = (workspace: typeof bound, method: string, path: string, body?: FormData) =>
        workspace.service.fetch(
          new Request(`galley://app${path}`, { method, ...(body && { body }) }),
          'owner'
        )
      expect((await ask(kept, 'POST', '/config/northwind', form)).status).toBe(201)
      for (const workspace of [bound, kept])
        expect((await ask(workspace, 'POST', '/app/sample')).status).toBe(201)
      const config = await (await ask(bound, 'GET', '/config/northwind')).text()
      const bindings = bindingsIn([...readConfig(config).sheets.values()].flat())
      for (const { path } of documents) expect(bindingFor(bindings, path)?.editor, path).toBe('/#/form')
      expect(await (await ask(kept, 'GET', '/config/northwind')).text()).toBe(own)
    } finally {
      await bound.close()
      await kept.close()
    }
  })

  it('N4 its schemas can be read at their address, and do not show in the list of the site', async () => {
    const workspace = await openWorkspace({ sampleFolder })
    try {
      const get = async (path: string) => workspace.service.fetch(new Request(`galley://app${path}`), 'owner')
      await workspace.service.fetch(new Request('galley://app/app/sample', { method: 'POST' }), 'owner')
      const schema = await get(`/source${folder}/place.html`)
      expect([schema.status, readSchema(readSchemaDocument(await schema.text()) ?? '').issues]).toEqual([
        200,
        []
      ])
      const listed = await (await get(`/list${siteRoot}`)).text()
      expect(listed).toContain(`${siteRoot}/places`)
      expect(listed).not.toContain('.galley')
      expect((await get(`/list${siteRoot}/places`)).status).toBe(200)
    } finally {
      await workspace.close()
    }
  })
})
