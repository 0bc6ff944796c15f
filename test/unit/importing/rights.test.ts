import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ImportItem, ImportShown } from '../../../src/common/importing/shapes'
import { openWorkspace, type Workspace } from '../../contract/in-process'
import { json, jsonParts } from '../../contract/kit'
import { owner, person, setPermissions, writePage, type Asker } from '../../contract/people'

let workspace: Workspace
let author: Asker
beforeAll(async () => {
  workspace = await openWorkspace()
  const root = owner(workspace)
  for (const path of ['docs/a', 'secret/b', 'news/c']) {
    await writePage(root, `/acme/web/${path}.html`, `<body><main><div>${path}</div></main></body>`)
    await root.send('POST', `/publish/live/acme/web/main/${path}`)
  }
  await setPermissions(workspace, 'acme', [
    '/web/docs/+** | author@example.com | write',
    '/web/news/+** | author@example.com | read'
  ])
  author = await person(workspace, 'author@example.com')
})
afterAll(() => workspace.close())

const request = (more: object = {}) =>
  jsonParts({ source: { kind: 'published', environment: 'live' }, ...more })

async function settled(asker: Asker, address: string): Promise<ImportShown> {
  for (;;) {
    const job = json<ImportShown>(await asker.send('GET', address))
    if (!['listing', 'checking', 'running', 'validating'].includes(job.state)) return job
    await new Promise((resolve) => setTimeout(resolve, 5))
  }
}

describe('who may import', () => {
  it('P6 IM9 only who may write the target; only what the caller may read comes, and only where it may write', async () => {
    expect((await author.send('POST', '/import/acme/web', request())).status).toBe(403)
    expect((await author.send('POST', '/import/acme/web', request({ folder: '/news' }))).status).toBe(403)
    const begun = json<ImportShown>(
      await author.send('POST', '/import/acme/web', request({ folder: '/docs' }))
    )
    await settled(author, begun.links.self)
    await author.send('POST', `${begun.links.self}/check`, jsonParts({}))
    await settled(author, begun.links.self)
    const { items } = json<{ items: ImportItem[] }>(await author.send('GET', begun.links.items))
    expect(items.map(({ path }) => path)).toEqual([
      '/acme/web/docs/docs/a.html',
      '/acme/web/docs/news/c.html'
    ])
    await setPermissions(workspace, 'acme', [
      '/web/docs/+** | author@example.com | write',
      '/web/docs/news/+** | author@example.com | read',
      '/web/news/+** | author@example.com | read'
    ])
    await author.send('POST', `${begun.links.self}/run`, jsonParts({}))
    const done = await settled(author, begun.links.self)
    expect(done.counts.outcomes).toEqual({ created: 1, failed: 1 })
    const root = owner(workspace)
    const own = json<ImportShown>(await root.send('POST', '/import/acme/web', request()))
    expect((await author.send('GET', own.links.self)).status).toBe(403)
    const seen = json<{ imports: ImportShown[] }>(await author.send('GET', '/import/acme/web'))
    expect(seen.imports.map(({ name }) => name)).toEqual([begun.name])
  })
})
