import { afterAll, beforeAll, expect, it } from 'vitest'
import { createClient, type Client } from '../../src/common/api/client'
import { contentPath, ROOT } from '../../src/common/content/paths'
import { openWorkspace, type Workspace } from './in-process'
import { person, setPermissions } from './people'

let workspace: Workspace
let root: Client
let agent: Client
let other: Client
let token: string

beforeAll(async () => {
  workspace = await openWorkspace()
  root = createClient({
    base: 'http://127.0.0.1',
    fetch: (url, init) => workspace.service.fetch(new Request(url, init), 'owner')
  })
  const withToken = (text: string) =>
    createClient({
      base: 'http://127.0.0.1',
      token: text,
      fetch: (url, init) => workspace.service.fetch(new Request(url, init), 'anyone')
    })
  const one = await person(workspace, 'owner@localhost')
  const [made] = await root.tokens()
  token = made?.id ?? ''
  agent = withToken(one.token)
  other = withToken((await person(workspace, 'olga@example.com')).token)
})
afterAll(() => workspace.close())

const at = (path: string) => contentPath(path)
const words = async (path: string) => (await root.read(at(path))).text
const isThere = async (path: string) =>
  (await root.list(at(path.slice(0, path.lastIndexOf('/'))), { missing: 'empty' })).some(
    (item) => item.path === path
  )

it('MC8 brings back in one step what a token did in every organization, and undoes that in one', async () => {
  const from = Date.now() - 1
  for (const org of ['one', 'two']) {
    await root.write(at(`/${org}/site/kept.html`), '<p>kept</p>')
    await root.write(at(`/${org}/site/gone.html`), '<p>gone</p>')
    await root.write(at(`/${org}/site/moved.html`), '<p>moved</p>')
    await agent.write(at(`/${org}/site/kept.html`), '<p>agent 1</p>')
    await agent.write(at(`/${org}/site/kept.html`), '<p>agent 2</p>')
    await agent.remove(at(`/${org}/site/gone.html`))
    await agent.move(at(`/${org}/site/moved.html`), at(`/${org}/site/sub/moved.html`))
    await agent.write(at(`/${org}/site/made.html`), '<p>made</p>')
  }
  const { changes } = await root.momentChanges(ROOT, { from, token })
  expect(changes.map(({ kind, path }) => `${kind} ${path}`)).toEqual(
    ['one', 'two'].flatMap((org) => [
      `deleted /${org}/site/gone.html`,
      `changed /${org}/site/kept.html`,
      `added /${org}/site/made.html`,
      `moved /${org}/site/sub/moved.html`
    ])
  )
  expect(changes[0]?.by[0]?.via?.token).toBe(token)
  const run = await root.returnToMoment(ROOT, { moment: from, token, trashAdded: true })
  expect(run).toMatchObject({ state: 'done', done: 8, failed: [], token })
  for (const org of ['one', 'two']) {
    expect(await words(`/${org}/site/kept.html`)).toBe('<p>kept</p>')
    expect(await words(`/${org}/site/gone.html`)).toBe('<p>gone</p>')
    expect(await words(`/${org}/site/moved.html`)).toBe('<p>moved</p>')
    expect(await isThere(`/${org}/site/made.html`)).toBe(false)
  }
  expect((await root.momentChanges(ROOT, { from, token })).changes).toEqual([])
  await root.momentRun(run.id, 'undo')
  expect(await words('/one/site/kept.html')).toBe('<p>agent 2</p>')
  expect(await words('/two/site/made.html')).toBe('<p>made</p>')
  expect(await isThere('/two/site/gone.html')).toBe(false)
})

it('MC8 what others have changed since is told and left; what they did before stays', async () => {
  const from = Date.now() - 1
  await root.write(at('/three/site/before.html'), '<p>0</p>')
  await other.write(at('/three/site/before.html'), '<p>olga</p>')
  await agent.write(at('/three/site/before.html'), '<p>agent</p>')
  await root.write(at('/three/site/since.html'), '<p>0</p>')
  await agent.write(at('/three/site/since.html'), '<p>agent</p>')
  // the same person, but no program of theirs
  await root.write(at('/three/site/since.html'), '<p>root</p>')
  const { changes } = await root.momentChanges(at('/three'), { from, token })
  expect(changes.map(({ path, others = false }) => [path, others])).toEqual([
    ['/three/site/before.html', false],
    ['/three/site/since.html', true]
  ])
  const run = await root.returnToMoment(at('/three'), { moment: from, token, trashAdded: true })
  expect(run.done).toBe(1)
  expect(run.failed).toMatchObject([{ path: '/three/site/since.html', reason: 'precondition-failed' }])
  expect(await words('/three/site/before.html')).toBe('<p>olga</p>')
  expect(await words('/three/site/since.html')).toBe('<p>root</p>')
})

it('MC8 brings back no more than the caller may write, and tells of no more than they may read', async () => {
  const from = Date.now() - 1
  await root.write(at('/four/site/hush.html'), '<p>0</p>')
  await agent.write(at('/four/site/hush.html'), '<p>agent</p>')
  await setPermissions(workspace, 'four', ['/+** | insider@example.com | write'])
  const seen = await other.momentChanges(ROOT, { from, token })
  expect(seen.changes.filter(({ path }) => path.startsWith('/four'))).toEqual([])
  await other.returnToMoment(ROOT, { moment: from, token, trashAdded: true })
  expect(await words('/four/site/hush.html')).toBe('<p>agent</p>')
  await expect(root.momentChanges(ROOT, { from })).rejects.toMatchObject({ reason: 'bad-path' })
})

it('MC6 who did it, and with what, outlives the process, its index and the trash', async () => {
  await agent.write(at('/five/site/a.html'), '<p>a</p>')
  await agent.write(at('/five/site/b.html'), '<p>b</p>')
  await agent.remove(at('/five/site/b.html'))
  const via = { token }
  const read = async () =>
    (await workspace.store.histories(at('/five'), 0)).map(({ current, trashed }) => [
      current?.content.by.via,
      trashed?.by.via
    ])
  const known = [
    [via, undefined],
    [undefined, via]
  ]
  expect(await read()).toEqual(expect.arrayContaining(known))
  await workspace.store.close()
  workspace = await openWorkspace({}, workspace.location)
  expect(await read()).toEqual(expect.arrayContaining(known))
})
