import { createHash } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { afterEach, describe, expect, it } from 'vitest'
import { contentPath } from '../../../src/common/content/paths'
import { openStore } from '../../../src/main/store'
import type { FolderStore, Store } from '../../../src/main/store/types'
import { openAsk } from '../../../src/main/sync/ask'
import { openMemory } from '../../../src/main/sync/pair-memory'
import { runPair, type RunReport } from '../../../src/main/sync/run-pair'
import type { Pair } from '../../../src/main/sync/settings'
import { makeToken, openHttp } from '../../contract/over-http'
import { behindOneOrigin } from '../../contract/over-nodes'
import { caseBlindFs } from '../../support/case-blind-fs'
import { noDatabase, useTeamDatabase } from '../../support/team-database'
import { openQuirkServer } from './quirk-server'
import { openWorkers } from '../../../src/main/workers'
import { sparseWorkspace } from '../../support/workspace'

const open: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const close of open.splice(0).reverse()) await close()
})

async function machine({ isCaseBlind = false } = {}): Promise<FolderStore> {
  const folder = await sparseWorkspace()
  const store = await openStore({ folder, watch: false, ...(isCaseBlind && { fs: caseBlindFs(folder) }) })
  open.push(async () => {
    await store.close()
    await rm(folder, { recursive: true })
  })
  return store
}

const by = { email: 'a@example.com' }
const write = (store: Store, path: string, text: string) =>
  store.write(contentPath(path), new TextEncoder().encode(text), { by })
const read = async (store: Store, path: string) => {
  const found = await store.read(contentPath(path))
  return found && new TextDecoder().decode(found.bytes)
}
const page = (...blocks: readonly string[]) =>
  `<body><header></header><main><div>${blocks.join('')}</div></main></body>`

function syncing(base: string, token: string, changes: Partial<Pair> = {}) {
  const ask = openAsk({ base, token: () => Promise.resolve(token), wait: () => Promise.resolve() })
  const pair: Pair = {
    id: 'p1',
    remoteId: 'r1',
    local: '/acme/site',
    remote: '/acme/site',
    serviceFolder: 'galley',
    lowerCase: false,
    firstSync: 'ask',
    paused: false,
    ...changes
  }
  return (
    store: FolderStore,
    more: { approved?: ReadonlySet<string>; dryRun?: boolean } = {}
  ): Promise<RunReport> =>
    runPair({
      workers: openWorkers({ program: null }),
      store,
      pair,
      ask,
      by: () => by,
      serviceFolder: 'galley',
      approved: new Set(),
      between: 1,
      ...more
    })
}

const did = ({ deeds }: RunReport) => deeds.map((deed) => `${deed.did} ${deed.path}`).sort()

const database = useTeamDatabase()

/** A team’s server of three nodes, each request to another one. */
async function team() {
  const served = await behindOneOrigin(database())
  open.push(() => served.close())
  return { server: served, sync: syncing(served.server.origin, await served.token()) }
}

describe('with a Galley', () => {
  async function galley() {
    const server = await openHttp()
    open.push(() => server.close())
    return { server, sync: syncing(server.server.origin, await makeToken(server.location)) }
  }

  const either = [
    { at: 'a server', serve: galley },
    ...(noDatabase ? [] : [{ at: 'a team’s server of three nodes', serve: team }])
  ]

  it.each(either)(
    'Y1 Y5 TM1 two machines write, meet at $at, and have the same; what both changed is merged',
    async ({ serve }) => {
      const { sync, server } = await serve()
      const [one, two] = [await machine(), await machine()]
      await write(one, '/acme/site/index.html', page('<h1>Hello</h1>', '<p>We sail at noon.</p>'))
      await write(one, '/acme/site/news/a.json', '{"a":1,"b":1}')
      await one.write(contentPath('/acme/site/pier.png'), new Uint8Array([0x89, 0x50, 0xff, 0]), { by })
      await write(one, '/acme/site/.galley/forms/schemas/place.html', '<pre><code>{}</code></pre>')
      const first = await sync(one)
      expect(first).toMatchObject({ failures: [], clashes: [], conflicts: 0 })
      expect(did(first)).toEqual([
        'pushed /.galley/forms/schemas/place.html',
        'pushed /index.html',
        'pushed /news/a.json',
        'pushed /pier.png'
      ])
      expect(did(await sync(one))).toEqual([])
      expect((await sync(two)).deeds).toHaveLength(4)
      expect(await read(two, '/acme/site/.galley/forms/schemas/place.html')).toContain('{}')
      expect([...((await two.read(contentPath('/acme/site/pier.png')))?.bytes ?? [])]).toEqual([
        0x89, 0x50, 0xff, 0
      ])

      await write(one, '/acme/site/index.html', page('<h1>Hello there</h1>', '<p>We sail at noon.</p>'))
      await write(
        two,
        '/acme/site/index.html',
        page('<h1>Hello</h1>', '<p>We sail at noon.</p>', '<p>Dogs too.</p>')
      )
      await write(two, '/acme/site/news/a.json', '{"a":2,"b":1}')
      expect(did(await sync(one))).toEqual(['pushed /index.html'])
      expect(did(await sync(two))).toEqual([
        'merged /index.html',
        'pushed /index.html',
        'pushed /news/a.json'
      ])
      await sync(one)
      const both = page('<h1>Hello there</h1>', '<p>We sail at noon.</p>', '<p>Dogs too.</p>')
      for (const store of [one, two, server.store]) {
        expect(await read(store, '/acme/site/index.html')).toBe(both)
        expect(await read(store, '/acme/site/news/a.json')).toBe('{"a":2,"b":1}')
      }
      const labels = (await server.store.versions(contentPath('/acme/site/index.html'))).map(
        ({ label }) => label
      )
      expect(labels).toContain('Before merge')
    }
  )

  it('Y2 Y6 Y7 deletions and renames travel, guarded, and everything deleted is in a trash', async () => {
    const { sync, server } = await galley()
    const [one, two] = [await machine(), await machine()]
    for (const name of ['a', 'b', 'c']) await write(one, `/acme/site/${name}.html`, page(`<p>${name}</p>`))
    await sync(one)
    await sync(two)
    await one.remove(contentPath('/acme/site/a.html'), { by })
    await one.move(contentPath('/acme/site/b.html'), contentPath('/acme/site/news/b.html'), { by })
    expect(did(await sync(one))).toEqual(['deleted-there /a.html', 'renamed-there /news/b.html'])
    const id = (await two.stat(contentPath('/acme/site/b.html'))) ?? {}
    expect(did(await sync(two))).toEqual(['deleted-here /a.html', 'renamed-here /news/b.html'])
    expect((await server.store.trash(contentPath('/acme/site'))).length).toBe(2)
    expect((await two.trash(contentPath('/acme/site'))).map(({ path }) => path)).toEqual([
      '/acme/site/a.html'
    ])
    expect(await two.stat(contentPath('/acme/site/news/b.html'))).toMatchObject({
      id: 'id' in id ? id.id : 'none'
    })
    expect(did(await sync(two))).toEqual([])
  })

  it.each([
    { disks: 'tell names apart by it', isCaseBlind: false },
    { disks: 'do not tell names apart by it', isCaseBlind: true }
  ])(
    'Y8 another case of a name, of a file or a folder, crosses with id and history on disks that $disks',
    async ({ isCaseBlind }) => {
      const { sync, server } = await galley()
      const [one, two] = [await machine({ isCaseBlind }), await machine({ isCaseBlind })]
      const at = (path: string) => contentPath(`/acme/site${path}`)
      const names = async (store: FolderStore, folder: string) =>
        ((await store.list(at(folder))) ?? []).map(({ name }) => name).sort()
      const idOf = async (store: FolderStore, path: string) => {
        const entry = await store.stat(at(path))
        return entry?.kind === 'file' ? entry.id : null
      }
      for (const name of ['Page', 'Other'])
        await write(one, `/acme/site/News/${name}.html`, page(`<p>${name}</p>`))
      await sync(one)
      await sync(two)
      const before = [await idOf(one, '/News/Page.html'), await idOf(two, '/News/Page.html')]
      // here, a file and its folder, and what is new in it
      await one.move(at('/News'), at('/news'), { by })
      await one.move(at('/news/Page.html'), at('/news/page.html'), { by })
      await write(one, '/acme/site/news/new.html', page('<p>new</p>'))
      await write(one, '/acme/site/news/page.html', page('<p>Page, changed</p>'))
      const sent = await sync(one)
      expect(sent).toMatchObject({ failures: [], clashes: [], conflicts: 0 })
      expect(did(sent)).toEqual([
        'pushed /news/new.html',
        'pushed /news/page.html',
        'renamed-there /news',
        'renamed-there /news/page.html'
      ])
      expect(did(await sync(two))).toEqual([
        'pulled /news/new.html',
        'pulled /news/page.html',
        'renamed-here /news',
        'renamed-here /news/page.html'
      ])
      for (const store of [one, server.store, two]) {
        expect(await names(store, '')).toEqual(['news'])
        expect(await names(store, '/news')).toEqual(['Other.html', 'new.html', 'page.html'])
        expect(await read(store, '/acme/site/news/page.html')).toBe(page('<p>Page, changed</p>'))
      }
      expect([await idOf(one, '/news/page.html'), await idOf(two, '/news/page.html')]).toEqual(before)
      // there, and both at once: the server's counts
      await server.store.move(at('/news/Other.html'), at('/news/OTHER.html'), { by })
      await one.move(at('/news/Other.html'), at('/news/other.html'), { by })
      expect(did(await sync(one))).toEqual(['renamed-here /news/OTHER.html'])
      expect(await names(one, '/news')).toEqual(['OTHER.html', 'new.html', 'page.html'])
      for (const store of [one, one]) expect(await sync(store)).toMatchObject({ deeds: [], failures: [] })
    }
  )

  it('Y8 a new file goes into its folder, whatever case the other side writes it in', async () => {
    const { sync, server } = await galley()
    const one = await machine()
    await write(one, '/acme/site/e/x.html', page('<p>x</p>'))
    await write(server.store, '/acme/site/E/y.html', page('<p>y</p>'))
    const report = await sync(one)
    expect(report).toMatchObject({ failures: [], clashes: [] })
    expect(did(report)).toEqual(['pulled /e/y.html', 'pushed /e/x.html'])
    expect(await read(server.store, '/acme/site/E/x.html')).toBe(page('<p>x</p>'))
    expect(await read(one, '/acme/site/e/y.html')).toBe(page('<p>y</p>'))
    expect(await sync(one)).toMatchObject({ deeds: [], failures: [] })
  })

  it('Y8 two files that differ only by case are told as one in conflict, and keep nothing else from being synced', async () => {
    const { sync, server } = await galley()
    const one = await machine()
    await write(one, '/acme/site/e.html', page('<p>here</p>'))
    await write(server.store, '/acme/site/E.html', page('<p>there</p>'))
    await write(one, '/acme/site/a.html', page('<p>a</p>'))
    await write(server.store, '/acme/site/b.html', page('<p>b</p>'))
    const report = await sync(one)
    expect([report.failures, report.clashes, report.conflicts]).toEqual([[], [], 1])
    expect(did(report)).toEqual([
      'conflict /E.html',
      'pulled /b.html',
      'pushed /a.html',
      'renamed-here /E.html'
    ])
    expect(await read(one, '/acme/site/E.html')).toBe(page('<p>here</p>'))
    expect(await read(server.store, '/acme/site/E.html')).toBe(page('<p>there</p>'))
    expect(did(await sync(one))).toEqual([])
    await one.move(contentPath('/acme/site/E.html'), contentPath('/acme/site/mine.html'), { by })
    expect(did(await sync(one))).toEqual(['pulled /E.html', 'pushed /mine.html'])
  })

  it('Y7 a folder that both sides rename is one folder, with the server’s name and what both wrote; that is told', async () => {
    const { sync, server } = await galley()
    const one = await machine()
    const at = (path: string) => contentPath(`/acme/site${path}`)
    for (const name of ['a', 'b']) await write(one, `/acme/site/news/${name}.html`, page(`<p>${name}</p>`))
    await sync(one)
    await sync(one)
    await one.move(at('/news'), at('/press'), { by })
    await server.store.move(at('/news'), at('/blog'), { by })
    await write(one, '/acme/site/press/a.html', page('<p>a</p>', '<p>here</p>'))
    await write(server.store, '/acme/site/blog/b.html', page('<p>b</p>', '<p>there</p>'))
    const report = await sync(one)
    expect(report).toMatchObject({ failures: [], conflicts: 0 })
    expect(did(report)).toEqual([
      'pulled /blog/b.html',
      'pushed /blog/a.html',
      'renamed-twice /blog/a.html',
      'renamed-twice /blog/b.html'
    ])
    for (const store of [one, server.store]) {
      expect((await store.list(at('/blog')))?.map(({ name }) => name)).toEqual(['a.html', 'b.html'])
      expect(await read(store, '/acme/site/blog/a.html')).toBe(page('<p>a</p>', '<p>here</p>'))
      expect(await read(store, '/acme/site/blog/b.html')).toBe(page('<p>b</p>', '<p>there</p>'))
      for (const old of ['/press/a.html', '/news/a.html']) expect(await store.stat(at(old))).toBeNull()
    }
    expect(await sync(one)).toMatchObject({ deeds: [], failures: [] })
  })

  it('Y7 what is renamed here and changed there has the new name and the change, on both sides', async () => {
    const { sync, server } = await galley()
    const one = await machine()
    const at = (path: string) => contentPath(`/acme/site${path}`)
    for (const name of ['a', 'b', 'c'])
      await write(one, `/acme/site/news/${name}.html`, page(`<p>${name}</p>`, '<p>second</p>'))
    await sync(one)
    await one.move(at('/news'), at('/press'), { by })
    await write(one, '/acme/site/press/b.html', page('<p>b, here</p>', '<p>second</p>'))
    await write(one, '/acme/site/press/c.html', page('<p>c, here</p>', '<p>second</p>'))
    for (const name of ['a', 'b'])
      await write(server.store, `/acme/site/news/${name}.html`, page(`<p>${name}</p>`, '<p>there</p>'))
    await write(server.store, '/acme/site/news/c.html', page('<p>c, there</p>', '<p>second</p>'))
    const report = await sync(one)
    expect(report).toMatchObject({ failures: [], conflicts: 0 })
    // what a person would have to merge is there twice, and told
    expect(did(report)).toEqual([
      'kept-here /news/c.html',
      'merged-renamed /press/a.html',
      'merged-renamed /press/b.html',
      'pushed /press/c.html',
      'renamed-there /press/a.html',
      'renamed-there /press/b.html'
    ])
    for (const store of [one, server.store]) {
      expect(await read(store, '/acme/site/press/a.html')).toBe(page('<p>a</p>', '<p>there</p>'))
      expect(await read(store, '/acme/site/press/b.html')).toBe(page('<p>b, here</p>', '<p>there</p>'))
      expect(await read(store, '/acme/site/press/c.html')).toBe(page('<p>c, here</p>', '<p>second</p>'))
      expect(await read(store, '/acme/site/news/c.html')).toBe(page('<p>c, there</p>', '<p>second</p>'))
      expect(await store.stat(at('/news/a.html'))).toBeNull()
    }
  })

  it('Y7 what one side renames and the other deletes is kept under its new name, and told', async () => {
    const { sync, server } = await galley()
    const one = await machine()
    const at = (path: string) => contentPath(`/acme/site${path}`)
    for (const name of ['a', 'b']) await write(one, `/acme/site/${name}.html`, page(`<p>${name}</p>`))
    await sync(one)
    await sync(one)
    await one.move(at('/a.html'), at('/mine.html'), { by })
    await server.store.remove(at('/a.html'), { by })
    await server.store.move(at('/b.html'), at('/theirs.html'), { by })
    await one.remove(at('/b.html'), { by })
    expect(did(await sync(one))).toEqual(['kept-here /theirs.html', 'kept-there /mine.html'])
    for (const store of [one, server.store]) {
      expect(await read(store, '/acme/site/mine.html')).toBe(page('<p>a</p>'))
      expect(await read(store, '/acme/site/theirs.html')).toBe(page('<p>b</p>'))
    }
    expect(await sync(one)).toMatchObject({ deeds: [], failures: [] })
  })

  it('Y7 a file that was renamed there and changed here is renamed here, keeps its id and its history, and the change is sent', async () => {
    const { sync, server } = await galley()
    const one = await machine()
    await write(one, '/acme/site/a.html', page('<p>a</p>'))
    await write(one, '/acme/site/a.html', page('<p>a again</p>'))
    await sync(one)
    const before = await one.stat(contentPath('/acme/site/a.html'))
    await server.store.move(contentPath('/acme/site/a.html'), contentPath('/acme/site/press/b.html'), { by })
    await write(one, '/acme/site/a.html', page('<p>mine</p>'))
    expect(did(await sync(one))).toEqual(['pushed /press/b.html', 'renamed-here /press/b.html'])
    const after = await one.stat(contentPath('/acme/site/press/b.html'))
    expect([after?.kind === 'file' && after.id, await one.stat(contentPath('/acme/site/a.html'))]).toEqual([
      before?.kind === 'file' && before.id,
      null
    ])
    expect(await one.versions(contentPath('/acme/site/press/b.html'))).toHaveLength(2)
    for (const store of [one, server.store])
      expect(await read(store, '/acme/site/press/b.html')).toBe(page('<p>mine</p>'))
  })

  it('Y7 a file that was renamed and changed there, sent or received before, is the same file here', async () => {
    const { sync, server } = await galley()
    const one = await machine()
    await write(one, '/acme/site/sent.html', page('<p>sent</p>'))
    await write(server.store, '/acme/site/received.html', page('<p>received</p>'))
    await sync(one)
    const idOf = async (name: string) => {
      const entry = await one.stat(contentPath(`/acme/site/${name}`))
      return entry?.kind === 'file' ? entry.id : null
    }
    const before = [await idOf('sent.html'), await idOf('received.html')]
    for (const name of ['sent', 'received']) {
      const to = `/acme/site/news/${name}.html`
      await server.store.move(contentPath(`/acme/site/${name}.html`), contentPath(to), { by })
      await write(server.store, to, page(`<p>${name}, and changed</p>`))
    }
    expect(did(await sync(one))).toEqual([
      'pulled /news/received.html',
      'pulled /news/sent.html',
      'renamed-here /news/received.html',
      'renamed-here /news/sent.html'
    ])
    expect([await idOf('news/sent.html'), await idOf('news/received.html')]).toEqual(before)
    expect(await read(one, '/acme/site/news/sent.html')).toBe(page('<p>sent, and changed</p>'))
    expect(await sync(one)).toMatchObject({ deeds: [], failures: [] })
  })

  it('Y6 what one deleted and the other changed comes back', async () => {
    const { sync } = await galley()
    const [one, two] = [await machine(), await machine()]
    await write(one, '/acme/site/a.html', page('<p>a</p>'))
    await sync(one)
    await sync(two)
    await one.remove(contentPath('/acme/site/a.html'), { by })
    await write(two, '/acme/site/a.html', page('<p>changed</p>'))
    await sync(two)
    expect(did(await sync(one))).toEqual(['kept-here /a.html'])
    expect(await read(one, '/acme/site/a.html')).toBe(page('<p>changed</p>'))
  })

  it.each(either)(
    'Y9 TM1 what cannot be merged at $at stays as it is, and the other side lies beside it, also after a restart',
    async ({ serve }) => {
      const { sync } = await serve()
      const [one, two] = [await machine(), await machine()]
      await write(one, '/acme/site/a.json', '{"a":1}')
      await sync(one)
      await sync(two)
      await write(one, '/acme/site/a.json', '{"a":2}')
      await write(two, '/acme/site/a.json', '{"a":3}')
      await sync(one)
      const report = await sync(two)
      expect([did(report), report.conflicts]).toEqual([['conflict /a.json'], 1])
      expect(await read(two, '/acme/site/a.json')).toBe('{"a":3}')
      const conflict = (await openMemory(two, 'p1')).files.files.get('/a.json')?.conflict
      const text = async (hash: string | null | undefined) =>
        hash ? new TextDecoder().decode((await two.sync.content(hash)) ?? new Uint8Array()) : null
      expect(
        await Promise.all([text(conflict?.base), text(conflict?.local), text(conflict?.remote)])
      ).toEqual(['{"a":1}', '{"a":3}', '{"a":2}'])
      expect(did(await sync(two))).toEqual([])
    }
  )

  it('Y5 Y9 at the first sync a side may be chosen; the other stays in a history, and in the content store', async () => {
    const { sync, server } = await galley()
    const token = await makeToken(server.location)
    const [one, two, three] = [await machine(), await machine(), await machine()]
    for (const [store, text] of [
      [one, 'one'],
      [two, 'two'],
      [three, 'three']
    ] as const)
      await write(store, '/acme/site/a.txt', text)
    await sync(one)
    const mine = await syncing(server.server.origin, token, { firstSync: 'local' })(two)
    expect([did(mine), await read(server.store, '/acme/site/a.txt')]).toEqual([['pushed /a.txt'], 'two'])
    const hash = createHash('sha256').update('one').digest('hex')
    expect(new TextDecoder().decode((await two.sync.content(hash)) ?? new Uint8Array())).toBe('one')
    const theirs = await syncing(server.server.origin, token, { firstSync: 'remote' })(three)
    expect([did(theirs), await read(three, '/acme/site/a.txt')]).toEqual([['pulled /a.txt'], 'two'])
    expect((await three.trash(contentPath('/acme/site'))).map(({ cause }) => cause)).toEqual(['replaced'])
  })

  it('Y2 many deletions wait for a yes', async () => {
    const { sync, server } = await galley()
    const one = await machine()
    const names = Array.from({ length: 12 }, (_, at) => `/p${at}.html`)
    for (const name of names) await write(one, `/acme/site${name}`, page(`<p>${name}</p>`))
    await sync(one)
    for (const name of names.slice(0, 11)) await one.remove(contentPath(`/acme/site${name}`), { by })
    const held = await sync(one)
    expect([held.deeds, held.held.remote.length]).toEqual([[], 11])
    const done = await sync(one, { approved: new Set(held.held.remote) })
    expect(done.deeds).toHaveLength(11)
    expect(await server.store.list(contentPath('/acme/site'))).toHaveLength(1)
  })

  it('Y13 configs travel, and merge cell by cell', async () => {
    const { sync, server } = await galley()
    const [one, two] = [await machine(), await machine()]
    const config = (rows: readonly object[]) =>
      JSON.stringify({ ':type': 'sheet', ':sheetname': 'data', total: rows.length, data: rows })
    const rows = [
      { key: 'a', value: '1' },
      { key: 'b', value: '1' }
    ]
    await write(one, '/.config/acme/site.json', config(rows))
    await sync(one)
    await sync(two)
    expect(await read(two, '/.config/acme/site.json')).toBe(config(rows))
    await write(one, '/.config/acme/site.json', config([{ key: 'a', value: '2' }, rows[1] ?? {}]))
    await write(two, '/.config/acme/site.json', config([rows[0] ?? {}, { key: 'b', value: '3' }]))
    await sync(one)
    await sync(two)
    expect(JSON.parse((await read(server.store, '/.config/acme/site.json')) ?? '')).toMatchObject({
      data: [
        { key: 'a', value: '2' },
        { key: 'b', value: '3' }
      ]
    })
  })

  it('Y37 VE10 a first pull brings the pictures of pages that show them, wherever their addresses begin', async () => {
    const { sync, server } = await galley()
    const [one, two] = [await machine(), await machine()]
    await write(
      one,
      '/acme/site/docs/about.html',
      page('<img src="https://there.example/acme/site/docs/.about/a.png">')
    )
    await write(one, '/acme/site/docs/.about/a.png', 'a')
    await write(one, '/acme/site/docs/.about/more/b.png', 'b')
    await write(one, '/acme/site/plain.html', page('<p>.plain</p>'))
    await write(one, '/acme/site/.plain/unused.png', 'not shown')
    await sync(one)
    expect(did(await sync(two))).toEqual([
      'pulled /docs/.about/a.png',
      'pulled /docs/.about/more/b.png',
      'pulled /docs/about.html',
      'pulled /plain.html'
    ])
    expect(await read(two, '/acme/site/docs/.about/more/b.png')).toBe('b')
    expect(did(await sync(two))).toEqual([])
    await write(server.store, '/acme/site/plain.html', page('<img src="./.plain/unused.png">'))
    expect(did(await sync(two))).toEqual(['pulled /.plain/unused.png', 'pulled /plain.html'])
    const about = await two.read(contentPath('/acme/site/docs/about.html'))
    const us = new TextEncoder().encode(page('<img src="/.us/a.png">'))
    await two.change({
      edits: [{ path: contentPath('/acme/site/docs/about.html'), from: about?.entry.hash ?? '', to: us }],
      moves: [
        { from: contentPath('/acme/site/docs/about.html'), to: contentPath('/acme/site/us.html') },
        { from: contentPath('/acme/site/docs/.about'), to: contentPath('/acme/site/.us') }
      ],
      by
    })
    const before = await one.stat(contentPath('/acme/site/docs/.about/more/b.png'))
    await sync(two)
    await sync(one)
    expect(await read(one, '/acme/site/.us/more/b.png')).toBe('b')
    expect(await one.stat(contentPath('/acme/site/.us/more/b.png'))).toMatchObject({
      id: before?.kind === 'file' && before.id
    })
    expect(await one.stat(contentPath('/acme/site/docs/.about/a.png'))).toBeNull()
  })

  it('Y37 what was paired before is looked through once for the pictures that its pages show', async () => {
    const { sync, server } = await galley()
    const one = await machine()
    await write(server.store, '/acme/site/a.html', page('<img src="/.a/x.png">'))
    await write(server.store, '/acme/site/.a/x.png', 'x')
    await sync(one)
    await one.remove(contentPath('/acme/site/.a'), { by })
    await openMemory(one, 'p1').then(async ({ files }) => {
      for (const [key, { agreed }] of [...files.files])
        await files.put(
          key,
          agreed && key.endsWith('.html') ? { agreed: { ...agreed, assets: undefined } } : {}
        )
    })
    expect(did(await sync(one))).toEqual(['pulled /.a/x.png'])
  })

  it('Y11 says what is wrong with the token, and changes nothing', async () => {
    const { server } = await galley()
    const one = await machine()
    await write(one, '/acme/site/a.html', page('<p>a</p>'))
    const report = await syncing(server.server.origin, 'wrong')(one)
    expect(report.failures).toMatchObject([{ reason: 'unauthenticated' }])
    expect(report.deeds).toEqual([])
  })

  it('Y12 a dry run tells what would be done, and does nothing', async () => {
    const { sync, server } = await galley()
    const one = await machine()
    await write(one, '/acme/site/a.html', page('<p>a</p>'))
    const report = await sync(one, { dryRun: true })
    expect(report.planned).toEqual([{ kind: 'push', path: '/a.html' }])
    expect(await server.store.list(contentPath('/acme/site'))).toBeNull()
    expect(await openMemory(one, 'p1').then(({ files }) => files.files.size)).toBe(0)
  })
})

describe('with a server that has the habits of the public product', () => {
  it('Y4 Y8 Y13 small letters, lists without ETag, hidden schemas, labels, 429 and no preconditions', async () => {
    const server = await openQuirkServer()
    open.push(() => server.close())
    const sync = syncing(server.origin, 'secret', { lowerCase: true, serviceFolder: 'da' })
    const one = await machine()
    server.put('/acme/site/news/one.html', page('<p>one</p>'))
    server.put('/acme/site/two.html', page('<p>two</p>'))
    server.put('/acme/site/three.html', page('<p>three</p>'))
    server.put('/acme/site/.da/forms/schemas/place.html', '<pre><code>{}</code></pre>')
    await write(one, '/acme/site/Mine.html', page('<p>mine</p>'))
    await write(one, '/.config/acme/site.json', '{":type":"sheet",":sheetname":"data","total":0,"data":[]}')
    const first = await sync(one)
    expect(first).toMatchObject({ failures: [], clashes: [] })
    expect(await read(one, '/acme/site/news/one.html')).toBe(page('<p>one</p>'))
    expect(await read(one, '/acme/site/.galley/forms/schemas/place.html')).toContain('{}')
    expect(server.files.get('/acme/site/mine.html')?.bytes.toString()).toBe(page('<p>mine</p>'))
    expect(server.configs.get('/acme/site')).toContain('"data"')
    await sync(one)
    expect(did(await sync(one))).toEqual([])
    await one.remove(contentPath('/acme/site/two.html'), { by })
    await write(one, '/acme/site/Mine.html', page('<p>mine again</p>'))
    expect(did(await sync(one))).toEqual(['deleted-there /two.html', 'pushed /Mine.html'])
    expect(server.files.has('/acme/site/two.html')).toBe(false)
    expect(server.labels).toContain('Deleted by sync /acme/site/two.html')
    expect(server.files.get('/acme/site/mine.html')?.bytes.toString()).toBe(page('<p>mine again</p>'))
  })

  it('Y37 the pictures that pages show are asked for by name, and where there are none that is no failure', async () => {
    const server = await openQuirkServer()
    open.push(() => server.close())
    const sync = syncing(server.origin, 'secret', { lowerCase: true, serviceFolder: 'da' })
    const one = await machine()
    server.put('/acme/site/about.html', page('<img src="/acme/site/.about/x.png">'))
    server.put('/acme/site/.about/x.png', 'x')
    server.put('/acme/site/none.html', page('<img src="./.none/x.png">'))
    server.put('/acme/site/da.html', page('<img src="./.da/x.png">'))
    expect(await sync(one)).toMatchObject({ failures: [], clashes: [] })
    expect(await read(one, '/acme/site/.about/x.png')).toBe('x')
    expect(await sync(one)).toMatchObject({ failures: [], clashes: [], deeds: [] })
  })
})
