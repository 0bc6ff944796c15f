import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { writeSchemaDocument } from '../../src/common/formats/structured'
import { openWorkspace, type Workspace } from './in-process'
import { json, text } from './kit'
import { owner, person, setPermissions, writePage, type Asker } from './people'

let workspace: Workspace
let root: Asker
const site = '/hidden-schemas/web'
const folder = `${site}/.galley/forms/schemas`

beforeAll(async () => {
  workspace = await openWorkspace()
  root = owner(workspace)
  await writePage(root, `${folder}/quokka.html`, writeSchemaDocument('{"type": "object", "properties": {}}'))
  await writePage(root, `${site}/a.html`, '<main><div><p>a</p></div></main>')
})
afterAll(() => workspace.close())

it('F8 schemas are in no list but that of their own folder, and in no job over the site', async () => {
  for (const place of ['', '/hidden-schemas', site])
    expect(text(await root.send('GET', `/list${place}`)), place).not.toMatch(/galley|quokka|forms/)
  expect(json(await root.send('GET', `/list${folder}`))).toMatchObject([{ name: 'quokka', ext: 'html' }])
  const begin = async (topic: string, body: unknown) => {
    const parts = {
      headers: { 'Content-Type': 'application/json' },
      body: new Uint8Array(Buffer.from(JSON.stringify(body)))
    }
    const begun = await root.send('POST', `/publish/${topic}${site}/main/*`, parts)
    const self = new URL(json<{ links: { self: string } }>(begun).links.self).pathname
    return vi.waitFor(async () => {
      const details = await root.send('GET', `${self}/details`)
      expect(json<{ state: string }>(details).state).toBe('stopped')
      return text(details)
    })
  }
  for (const [topic, body] of [
    ['status', { paths: ['/*'], select: ['edit', 'preview', 'live'] }],
    ['check', { paths: ['/*'] }],
    ['live', { paths: ['/*'] }]
  ] as const) {
    const told = await begin(topic, body)
    expect(told, topic).toContain('/a')
    expect(told, topic).not.toContain('quokka')
  }
  for (const path of ['/sitemap.xml', '/robots.txt'])
    expect(text(await root.send('GET', `/sites/live${site}${path}`))).not.toContain('quokka')
})

it('F8 their addresses answer whoever may read them, and nobody else', async () => {
  await setPermissions(workspace, 'hidden-schemas', ['/web/+** | readers | read', '/web/a | guests | read'])
  const [reader, guest] = [
    await person(workspace, 'r@example.com', ['readers']),
    await person(workspace, 'g@example.com', ['guests'])
  ]
  for (const address of [
    `/list${folder}`,
    `/source${folder}/quokka.html`,
    `/versionlist${folder}/quokka.html`
  ]) {
    expect((await reader.send('GET', address)).status, address).toBe(200)
    expect((await guest.send('GET', address)).status, address).toBe(403)
  }
})
