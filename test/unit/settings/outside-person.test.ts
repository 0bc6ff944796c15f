import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { createClient } from '../../../src/common/api/client'
import type { ServiceEventBody } from '../../../src/common/api/events'
import { toHeaderText } from '../../../src/common/api/header-text'
import { contentPath } from '../../../src/common/content/paths'
import { meansOf } from '../../../src/common/person'
import { createService } from '../../../src/main/service'
import type { Workspace } from '../../contract/in-process'
import { openWorkspace } from '../../contract/in-process'

let workspace: Workspace
beforeEach(async () => {
  workspace = await openWorkspace()
})
afterEach(() => workspace.close())

const client = (service = workspace.service) =>
  createClient({ fetch: (url, init) => service.fetch(new Request(`galley://app${url}`, init), 'owner') })

/** Another program writes a file; resolves to what is told of it. */
async function writeOutside(name: string): Promise<ServiceEventBody & { type: 'file' }> {
  const told = new Promise<ServiceEventBody & { type: 'file' }>((resolve) => {
    const stop = workspace.store.subscribe((event) => {
      if (event.type !== 'file' || !event.path.endsWith(name)) return
      stop()
      resolve(event)
    })
  })
  const folder = join(workspace.location, 'content', 'org', 'site')
  await mkdir(folder, { recursive: true })
  await writeFile(join(folder, name), 'written elsewhere')
  await client().head(contentPath(`/org/site/${name}`))
  return told
}

it('V4 what another program changes is the owner’s from the moment the owner is named', async () => {
  await client().setOwner({ name: 'Ada', email: 'ada@example.com' })
  const event = await writeOutside('first.html')
  expect(event).toMatchObject({ by: { email: 'ada@example.com' }, origin: 'outside' })

  await client().setOwner({ name: 'Bea', email: 'bea@example.com' })
  expect(await writeOutside('second.html')).toMatchObject({
    by: { email: 'bea@example.com' },
    origin: 'outside'
  })
  expect((await client().head(contentPath('/org/site/first.html'))).modifiedBy).toMatchObject({
    email: 'ada@example.com'
  })
})

it('V7 who wrote a file, and each of its versions, is told with the name that was recorded', async () => {
  const path = contentPath('/org/site/page.html')
  const ada = { name: 'Ada Łuk “the pen”', email: 'ada@example.com' }
  await client().setOwner(ada)
  await client().write(path, '<main><p>one</p></main>')
  await client().createVersion(path, 'First')
  await client().setOwner({ name: 'Bea', email: 'bea@example.com' })
  await client().write(path, '<main><p>two</p></main>')
  const bea = { name: 'Bea', email: 'bea@example.com' }
  expect((await client().head(path)).modifiedBy).toEqual(bea)
  const told = await client().history(path)
  expect(told.map(({ users, written }) => [users, written?.by])).toEqual([
    [[ada], ada],
    [[ada], ada]
  ])
  // the list of versions has what the description says, and no more
  expect((await client().versions(path)).map(({ users }) => users)).toEqual([
    [{ email: ada.email }],
    [{ email: ada.email }]
  ])
})

it('MC6 what a program wrote is told with its name, and what a token wrote as that', async () => {
  const answered = (means: string) =>
    createClient({
      fetch: () => Promise.resolve(new Response(null, { headers: { 'X-Galley-Modified-With': means } }))
    }).head(contentPath('/org/site/page.html'))
  for (const via of [{ program: 'Robot' }, { program: '“quoted”' }, {}])
    expect((await answered(toHeaderText(meansOf(via)))).modifiedBy.via).toEqual(via)
})

it('V4 a service that starts over a workspace tells the store who owns it', async () => {
  await client().setOwner({ name: 'Ada', email: 'ada@example.com' })
  workspace.store.folder.setOutsidePerson({ email: 'outside@localhost' })
  const next = createService({ store: workspace.store, appVersion: '0.0.0' })
  await client(next).workspace() // the settings are read
  expect(await writeOutside('third.html')).toMatchObject({
    by: { email: 'ada@example.com' },
    origin: 'outside'
  })
  await next.close()
})
