import { afterEach, beforeEach, expect, it } from 'vitest'
import { LONGEST_HOLD, type Hold, type HoldsIn } from '../../src/common/held'
import { openWorkspace, type Workspace } from './in-process'
import { form, json, jsonParts } from './kit'
import { owner, person, setPermissions, writePage, type Asker } from './people'
import { until } from '../unit/rooms/kept/people'

const page = '/acme/site/harbour.html'
const address = `/app/holds${page}`

let workspace: Workspace
let mara: Asker
let ben: Asker & { readonly token: string }
beforeEach(async () => {
  workspace = await openWorkspace()
  await writePage(owner(workspace), page)
  await setPermissions(workspace, 'acme', [
    '/+** | mara@example.com | write',
    '/+** | ben@example.com | write',
    '/+** | rhea@example.com | read'
  ])
  mara = await person(workspace, 'mara@example.com')
  ben = await person(workspace, 'ben@example.com')
})
afterEach(() => workspace.close())

const heldAt = async (asker: Asker, scope = '') => {
  const { holds } = json<HoldsIn>(await asker.send('GET', `/app/holds${scope}`))
  return holds.map(({ path, by, besides }) => [path, by.email, ...besides.map(({ email }) => email)])
}

it('RT15 a page is held for an hour, all who may read it see by whom, and it is let go', async () => {
  const before = Date.now()
  const { by, until: end, left, since } = json<Hold>(await mara.send('PUT', address))
  expect([by.email, end - since]).toEqual(['mara@example.com', LONGEST_HOLD * 1000])
  expect(left).toBe(LONGEST_HOLD * 1000)
  expect(end).toBeGreaterThanOrEqual(before + LONGEST_HOLD * 1000)
  for (const scope of ['', '/acme', '/acme/site', page])
    expect(await heldAt(ben, scope)).toEqual([[page, 'mara@example.com']])
  expect(await heldAt(ben, '/acme/other')).toEqual([])
  // of two the first has it, and nobody else ends it
  expect(json<Hold>(await ben.send('PUT', address)).by.email).toBe('mara@example.com')
  expect((await ben.send('DELETE', address)).status).toBe(204)
  expect(await heldAt(mara)).toEqual([[page, 'mara@example.com']])
  expect((await mara.send('DELETE', address)).status).toBe(204)
  expect(await heldAt(ben)).toEqual([])
})

it('RT15 A1 what the owner holds in the app is seen by who comes with a token, and the other way round', async () => {
  const root = owner(workspace)
  await root.send('PUT', address)
  expect(await heldAt(ben)).toEqual([[page, 'owner@localhost']])
  await root.send('DELETE', address)
  await ben.send('PUT', address)
  expect(await heldAt(root)).toEqual([[page, 'ben@example.com']])
})

it('RT15 a hold is no permission: what others write is stored, and who writes all the same is named', async () => {
  await mara.send('PUT', address)
  expect((await writePage(ben, page, 'other words')).status).toBe(200)
  expect((await ben.send('POST', address)).status).toBe(200)
  await ben.send('POST', address)
  expect(await heldAt(mara)).toEqual([[page, 'mara@example.com', 'ben@example.com']])
  await mara.send('DELETE', address)
  expect((await ben.send('POST', address)).status).toBe(404)
})

it('RT15 a hold ends by itself, and one that lasts longer is refused', async () => {
  await mara.send('PUT', address, jsonParts({ seconds: 1 }))
  expect(await heldAt(ben)).toEqual([[page, 'mara@example.com']])
  await until(async () => (await heldAt(ben)).length === 0)
  expect(json<Hold>(await ben.send('PUT', address)).by.email).toBe('ben@example.com')
  for (const seconds of [0, 1.5, LONGEST_HOLD + 1, '60'])
    expect((await mara.send('PUT', address, jsonParts({ seconds }))).status).toBe(400)
})

it('RT15 a hold goes with its page, not with a copy, and what comes back from the trash is nobody’s', async () => {
  const to = (destination: string) => form([{ name: 'destination', value: destination }])
  await mara.send('PUT', address)
  await ben.send('POST', `/copy${page}`, to('/acme/site/copy.html'))
  await ben.send('POST', '/move/acme/site', to('/acme/quay'))
  expect(await heldAt(ben)).toEqual([['/acme/quay/harbour.html', 'mara@example.com']])
  const gone = await ben.send('DELETE', '/source/acme/quay/harbour.html')
  expect(await heldAt(ben)).toEqual([])
  const back = `/trash/acme/quay/${gone.headers['x-galley-trash']}/restore`
  expect((await ben.send('POST', back)).status).toBeLessThan(300)
  await until(async () => (await heldAt(ben)).length === 0)
  expect((await mara.send('POST', '/app/holds/acme/quay/harbour.html')).status).toBe(404)
})

it('RT15 a hold is there after a restart, and in no backup', async () => {
  await mara.send('PUT', address)
  const before = json<HoldsIn>(await ben.send('GET', '/app/holds')).holds
  const { entries } = await workspace.store.folder.snapshot()
  const inBackup: string[] = []
  for await (const one of entries()) inBackup.push(one.path)
  expect(inBackup.filter((path) => path.includes('holds'))).toEqual([])
  expect(inBackup).toContain(`content${page}`)
  await workspace.service.close()
  await workspace.store.close()
  workspace = await openWorkspace({}, workspace.location)
  const [again] = json<HoldsIn>(await owner(workspace).send('GET', '/app/holds')).holds
  expect([again?.until, again?.by]).toEqual([before[0]?.until, before[0]?.by])
})

it('RT15 P6 who may not write a page cannot hold it, and who may not read it learns nothing of its hold', async () => {
  const reader = await person(workspace, 'rhea@example.com')
  const stranger = await person(workspace, 'sam@example.com')
  const heard = await listen(stranger.token)
  const allowed = await listen(ben.token)
  for (const asker of [reader, stranger])
    for (const method of ['PUT', 'POST', 'DELETE'])
      for (const path of [page, '/acme/site/none.html'])
        expect((await asker.send(method, `/app/holds${path}`)).status).toBe(403)
  await mara.send('PUT', address)
  expect(await heldAt(reader)).toEqual([[page, 'mara@example.com']])
  expect(await heldAt(stranger)).toEqual([])
  for (const scope of ['/acme', page])
    expect((await stranger.send('GET', `/app/holds${scope}`)).status).toBe(403)
  await writePage(owner(workspace), '/free/site/last.html')
  await until(() => heard.text().includes('last.html') && allowed.text().includes('last.html'))
  expect(allowed.text()).toContain('event: hold')
  expect(heard.text()).not.toContain('event: hold')
  await Promise.all([heard.end(), allowed.end()])
})

/** What an event stream tells somebody, so far. */
async function listen(token: string) {
  const headers = { Authorization: `Bearer ${token}` }
  const { body } = await workspace.service.fetch(
    new Request('http://127.0.0.1/events', { headers }),
    'anyone'
  )
  const reader = body?.pipeThrough(new TextDecoderStream()).getReader()
  let text = ''
  const reading = (async () => {
    for (let next = await reader?.read(); next && !next.done; next = await reader?.read()) text += next.value
  })()
  return {
    text: () => text,
    end: async () => {
      await reader?.cancel()
      await reading
    }
  }
}
