import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createClient, type Client } from '../../src/common/api/client'
import type { MomentChange } from '../../src/common/moment/answers'
import { contentPath, type ContentPath } from '../../src/common/content/paths'
import type { Workspace } from './in-process'
import { openWorkspace } from './in-process'
import { person, setPermissions } from './people'

let workspace: Workspace
let client: Client
let sites = 0
beforeAll(async () => {
  workspace = await openWorkspace()
  client = createClient({
    base: 'http://127.0.0.1',
    fetch: (url, init) => workspace.service.fetch(new Request(url, init), 'owner')
  })
})
afterAll(() => workspace.close())

const freshSite = () => contentPath(`/moments/site-${++sites}`)
const at = (site: ContentPath, name: string) => contentPath(`${site}/${name}`)
const page = (words: string) => `<body><main><p>${words}</p></main></body>`

/** A moment with nothing in it: what was done before lies before, what comes lies after. */
async function moment(): Promise<number> {
  const tick = async (from: number) => {
    while (Date.now() <= from + 1) await new Promise((resolve) => setTimeout(resolve, 1))
  }
  await tick(Date.now())
  const now = Date.now()
  await tick(now)
  return now
}

async function everything(folder: ContentPath): Promise<Record<string, string>> {
  const found: Record<string, string> = {}
  for (const item of await client.list(folder, { missing: 'empty' })) {
    const path = contentPath(item.path)
    if (item.ext === undefined) Object.assign(found, await everything(path))
    else {
      const { text, fileId } = await client.read(path)
      found[path] = `${fileId} ${text}`
    }
  }
  return found
}

const short = (changes: readonly MomentChange[], site: string) =>
  changes.map(({ kind, path, from, rewritten }) =>
    [kind, path.slice(site.length + 1), from?.slice(site.length + 1), rewritten && 'rewritten']
      .filter(Boolean)
      .join(' ')
  )

/** One of everything that can happen to a site. */
async function lively(site: ContentPath) {
  await client.write(at(site, 'same.html'), page('same'))
  await client.write(at(site, 'changed.html'), page('one'))
  await client.write(at(site, 'changed.html'), page('two'))
  await client.write(at(site, 'moved.html'), page('moved'))
  await client.write(at(site, 'gone.html'), page('gone'))
  await client.write(at(site, 'photo.png'), 'old picture')
  await client.write(at(site, 'empty.json'), '')
  for (const name of ['a', 'b']) await client.write(at(site, `folder/${name}.html`), page(name))
  for (const name of ['c', 'd']) await client.write(at(site, `lost/${name}.html`), page(name))
  const before = await everything(site)
  const then = await moment()
  await client.write(at(site, 'changed.html'), page('three'))
  await client.write(at(site, 'changed.html'), page('four'))
  await client.move(at(site, 'moved.html'), at(site, 'elsewhere/moved.html'))
  await client.write(at(site, 'elsewhere/moved.html'), page('moved and written'))
  await client.remove(at(site, 'gone.html'))
  await client.write(at(site, 'gone.html'), page('another one'))
  await client.write(at(site, 'photo.png'), 'new picture')
  await client.write(at(site, 'empty.json'), '{"no": "longer"}')
  await client.move(at(site, 'folder'), at(site, 'renamed'))
  await client.remove(at(site, 'lost'))
  for (const name of ['e', 'f']) await client.write(at(site, `new/deep/${name}.html`), page(name))
  return { before, then, after: await everything(site) }
}

describe('points in time', () => {
  it('M1 tells what changed since a moment, how, by whom, and where it was', async () => {
    const site = freshSite()
    const { then } = await lively(site)
    const { changes, total, to } = await client.momentChanges(site, { from: then })
    expect(short(changes, site).sort()).toEqual([
      'added gone.html',
      'added new/deep/e.html',
      'added new/deep/f.html',
      'changed changed.html rewritten',
      'changed empty.json rewritten',
      'changed photo.png rewritten',
      'deleted gone.html',
      'deleted lost/c.html',
      'deleted lost/d.html',
      'moved elsewhere/moved.html moved.html rewritten',
      'moved renamed/a.html folder/a.html',
      'moved renamed/b.html folder/b.html'
    ])
    const paths = changes.map(({ path }) => path)
    expect(paths).toEqual([...paths].sort())
    expect([total, to]).toEqual([12, null])
    for (const change of changes) {
      expect(
        change.by.map(({ email }) => email),
        change.path
      ).toEqual(['owner@localhost'])
      expect(change.at).toBeGreaterThan(then)
      expect(change.exact).toBe(true)
    }
    const url = changes.find(({ path }) => path.endsWith('changed.html'))?.version
    expect((await client.readVersion(url ?? '')).text).toBe(page('two'))
    expect((await client.momentChanges(site, { from: await moment() })).changes).toEqual([])
    const early = await client.momentChanges(site, { from: then - 3_600_000, to: then })
    expect(early.changes.every(({ kind }) => kind === 'added')).toBe(true)
    expect(early.total).toBe(10)
  })

  it('M2 M3 brings a site back to how it was, with ids; and takes that back as one', async () => {
    const site = freshSite()
    const { before, then, after } = await lively(site)
    const run = await client.returnToMoment(site, { moment: then, trashAdded: true })
    expect(run).toMatchObject({ state: 'done', total: 12, done: 12, failed: [] })
    expect(await everything(site)).toEqual(before)
    const [kept] = await client.versions(at(site, 'changed.html'))
    expect(kept?.label).toBe('Restore Point')
    expect((await client.readVersion(kept?.url ?? '')).text).toBe(page('four'))
    expect((await client.momentChanges(site, { from: then })).changes.map(({ path }) => path)).toEqual([])

    const undone = await client.momentRun(run.id, 'undo')
    expect(undone).toMatchObject({ state: 'done', failed: [], undoes: run.id })
    expect(await everything(site)).toEqual(after)
    const runs = await client.momentRuns(site)
    expect(runs.map(({ state }) => state)).toEqual(['done', 'undone'])
    await client.momentRun(undone.id, 'undo')
    expect(await everything(site)).toEqual(before)
  })

  it('M2 brings back only what is chosen; what was made since stays unless it is asked for', async () => {
    const site = freshSite()
    const { then, before, after } = await lively(site)
    const { changes } = await client.momentChanges(site, { from: then })
    const chosen = changes.filter(({ path }) => /changed\.html|lost\/c/.test(path)).map(({ id }) => id)
    const run = await client.returnToMoment(site, { moment: then, files: chosen })
    expect(run).toMatchObject({ state: 'done', total: 2, done: 2, failed: [] })
    const [one, two] = [at(site, 'changed.html'), at(site, 'lost/c.html')]
    expect(await everything(site)).toEqual({ ...after, [one]: before[one], [two]: before[two] })
    await client.momentRun(run.id, 'undo')
    expect(await everything(site)).toEqual(after)
  })

  it('M2 what cannot be brought back is told with its reason, and the rest goes on', async () => {
    const site = freshSite()
    const { before, then } = await lively(site)
    const run = await client.returnToMoment(site, { moment: then })
    expect(run.failed.map(({ path, reason }) => [path, reason])).toEqual([[at(site, 'gone.html'), 'exists']])
    expect(run).toMatchObject({ state: 'done', total: 9, done: 8 })
    expect(await everything(site)).toMatchObject(
      Object.fromEntries(Object.entries(before).filter(([path]) => !path.endsWith('gone.html')))
    )
  })

  it('M2 M3 a return that the end of the process cut off is known at the next start, gone on with, and undone', async () => {
    const site = freshSite()
    const { before, then, after } = await lively(site)
    const closing = new Promise<void>((resolve) => {
      const stop = workspace.store.subscribe((event) => {
        if (event.type !== 'trash') return
        stop()
        void workspace.store.close().then(resolve)
      })
    })
    await expect(client.returnToMoment(site, { moment: then, trashAdded: true })).rejects.toMatchObject({
      reason: 'closed'
    })
    await closing
    await workspace.service.close()
    workspace = await openWorkspace({}, workspace.location)
    const [run] = await client.momentRuns(site)
    expect(run).toMatchObject({ state: 'interrupted', moment: then })
    const resumed = await client.momentRun(run?.id ?? '', 'resume')
    expect(resumed).toMatchObject({ id: run?.id, state: 'done', failed: [] })
    expect(await everything(site)).toEqual(before)
    await client.momentRun(resumed.id, 'undo')
    expect(await everything(site)).toEqual(after)
  })

  it('M2 a stopped return is gone on with, and is undone as one', async () => {
    const site = freshSite()
    const { before, then, after } = await lively(site)
    const stopping = new AbortController()
    const stop = workspace.store.subscribe((event) => event.type === 'trash' && stopping.abort())
    const request = { moment: then, trashAdded: true }
    const answer = await workspace.service.fetch(
      new Request(`http://127.0.0.1/app/moment${site}`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify(request),
        signal: stopping.signal
      }),
      'owner'
    )
    stop()
    expect(await answer.json()).toMatchObject({ state: 'stopped' })
    const [run] = await client.momentRuns(site)
    expect(run?.done).toBeLessThan(12)
    const resumed = await client.momentRun(run?.id ?? '', 'resume')
    expect(resumed).toMatchObject({ id: run?.id, state: 'done', failed: [] })
    expect(await everything(site)).toEqual(before)
    await client.momentRun(resumed.id, 'undo')
    expect(await everything(site)).toEqual(after)
  })

  it('M1 M2 P6 P7 shows and touches only what the caller may read and write', async () => {
    await client.write(contentPath('/guarded/site/open.html'), page('open'))
    await client.write(contentPath('/guarded/site/secret/s.html'), page('secret'))
    await setPermissions(workspace, 'guarded', ['/site/open.html | visitor@example.com | read'])
    const then = await moment()
    await client.write(contentPath('/guarded/site/open.html'), page('open two'))
    await client.write(contentPath('/guarded/site/secret/s.html'), page('secret two'))
    const visitor = await person(workspace, 'visitor@example.com')
    const read = await visitor.send('GET', `/app/moment/guarded/site?from=${then}`)
    const seen = JSON.parse(new TextDecoder().decode(read.body)) as { total: number; changes: MomentChange[] }
    expect(seen.changes.map(({ path }) => path)).toEqual(['/guarded/site/open.html'])
    expect(seen.total).toBe(1)
    const asked = await visitor.send('POST', '/app/moment/guarded/site', {
      headers: { 'Content-Type': 'application/json' },
      body: new Uint8Array(new TextEncoder().encode(JSON.stringify({ moment: then })))
    })
    expect(JSON.parse(new TextDecoder().decode(asked.body))).toMatchObject({
      done: 0,
      failed: [{ path: '/guarded/site/open.html', reason: 'forbidden' }]
    })
    expect((await client.read(contentPath('/guarded/site/open.html'))).text).toBe(page('open two'))
    const [run] = await client.momentRuns(contentPath('/guarded/site'))
    const stranger = await person(workspace, 'stranger@example.com')
    expect((await stranger.send('POST', `/app/moment-runs/${run?.id ?? ''}/undo`)).status).toBe(404)
    expect((await stranger.send('GET', `/app/moment/guarded/site?from=${then}`)).status).toBe(403)
  })

  it('M1 comes in pages, and says what a request lacks', async () => {
    const site = freshSite()
    const then = await moment()
    for (let index = 0; index < 5; index++) await client.write(at(site, `p${index}.html`), page('x'))
    const ask = (query: string) =>
      workspace.service.fetch(new Request(`http://127.0.0.1/app/moment${site}${query}`), 'owner')
    const pages: string[][] = []
    for (let next: string | undefined = ''; next !== undefined;) {
      const answer = await ask(`?from=${then}&limit=2${next && `&after=${encodeURIComponent(next)}`}`)
      const read = (await answer.json()) as { changes: MomentChange[]; next?: string }
      pages.push(read.changes.map(({ path }) => path.slice(site.length + 1)))
      next = read.next
    }
    expect(pages).toEqual([['p0.html', 'p1.html'], ['p2.html', 'p3.html'], ['p4.html']])
    for (const query of ['', '?from=x', `?from=${then}&to=${then - 1}`, `?from=${then}&limit=0`])
      expect((await ask(query)).status, query).toBe(400)
    await expect(client.returnToMoment(site, { moment: Date.now() + 60_000 })).rejects.toMatchObject({
      reason: 'bad-request'
    })
  })
})
