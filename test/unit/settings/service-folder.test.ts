import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { TrashItem, WorkspaceInfo } from '../../../src/common/api/types'
import { contentPath } from '../../../src/common/content/paths'
import { GalleyError } from '../../../src/common/errors'
import { createService } from '../../../src/main/service'
import { openSettings } from '../../../src/main/settings'
import type { Store } from '../../../src/main/store/types'
import type { Workspace } from '../../contract/in-process'
import { openWorkspace } from '../../contract/in-process'
import { json, jsonParts } from '../../contract/kit'
import type { Asker } from '../../contract/people'
import { owner, writePage } from '../../contract/people'

let workspace: Workspace
let root: Asker
beforeEach(async () => {
  workspace = await openWorkspace({ sampleFolder: 'resources/sample' })
  root = owner(workspace)
  for (const site of sites) await writePage(root, schema(site, 'galley'))
})
afterEach(() => workspace.close())

const sites = ['/a/one', '/a/two', '/b/one']
const schema = (site: string, folder: string) => `${site}/.${folder}/forms/schemas/boat.html`
const rename = (name: string) => root.send('PUT', '/app/service-folder', jsonParts({ name }))
const status = async (path: string) => (await root.send('GET', `/source${path}`)).status
const names = async (asker: Asker) =>
  json<WorkspaceInfo>(await asker.send('GET', '/app/workspace')).serviceFolder
const by = { email: 'ada@example.com' }

/** Another service over the same store, as after a start. */
async function withService<T>(store: Store, work: (asker: Asker) => Promise<T>): Promise<T> {
  const service = createService({ store, appVersion: '0.0.0', report: () => undefined })
  try {
    return await work(owner({ ...workspace, service }))
  } finally {
    await service.close()
  }
}

describe('renaming the service folder', () => {
  it('N4 a crash in the middle is finished at the next start, before anything is answered', async () => {
    // what a process leaves that ends after the first of three folders
    const settings = openSettings(workspace.store)
    await settings.update((current) => ({ ...current, serviceFolderBecomes: 'shelf' }))
    await workspace.store.move(contentPath('/a/one/.galley'), contentPath('/a/one/.shelf'), { by })
    await withService(workspace.store, async (again) => {
      const answers = await Promise.all(
        sites.map((site) => again.send('GET', `/source${schema(site, 'shelf')}`))
      )
      expect(answers.map((answer) => answer.status)).toEqual([200, 200, 200])
      expect(await names(again)).toBe('shelf')
    })
    expect(await settings.read()).toMatchObject({ serviceFolder: 'shelf', serviceFolderBecomes: null })
  })

  it('N4 a disk that fails in the middle leaves everything under the old name', async () => {
    let moves = 0
    const failing: Store = {
      ...workspace.store,
      move: (from, to, options) =>
        ++moves === 3
          ? Promise.reject(new GalleyError('disk-full', 'The disk is full.'))
          : workspace.store.move(from, to, options)
    }
    await withService(failing, async (asker) => {
      const refused = await asker.send('PUT', '/app/service-folder', jsonParts({ name: 'shelf' }))
      expect(refused.status).toBe(507)
      expect(await names(asker)).toBe('galley')
      for (const site of sites) expect(await status(schema(site, 'galley'))).toBe(200)
    })
    const value = await openSettings(workspace.store).read()
    expect(value).toMatchObject({ serviceFolder: 'galley', serviceFolderBecomes: null })
  })

  it('N4 what is asked meanwhile is answered as it is afterwards', async () => {
    const asked: Promise<number>[] = []
    workspace.store.subscribe((event) => {
      if (event.type === 'folder' && event.change === 'moved' && asked.length === 0)
        asked.push(...sites.map((site) => status(schema(site, 'shelf'))))
    })
    expect((await rename('shelf')).status).toBe(200)
    expect(await Promise.all(asked)).toEqual([200, 200, 200])
  })

  it('N4 S5 what lay in the trash comes back under the name of now: a schema, a site, an organization', async () => {
    for (const path of [schema('/a/one', 'galley'), '/a/two', '/b'])
      expect((await root.send('DELETE', `/source${path}`)).status).toBe(204)
    for (const name of ['shelf', 'cabin']) expect((await rename(name)).status).toBe(200)
    for (const { id } of json<TrashItem[]>(await root.send('GET', '/trash')))
      expect((await root.send('POST', `/trash/${id}/restore`)).status).toBe(200)
    for (const site of sites) {
      expect(await status(schema(site, 'cabin')), site).toBe(200)
      expect(await status(schema(site, 'galley')), site).toBe(404)
    }
  })

  it('N4 the sample brings its schemas to where they belong', async () => {
    expect((await rename('shelf')).status).toBe(200)
    expect((await root.send('POST', '/app/sample')).status).toBe(201)
    expect(await status('/northwind/harbour/.shelf/forms/schemas/place.html')).toBe(200)
    expect(await status('/northwind/harbour/.galley/forms/schemas/place.html')).toBe(404)
  })
})
