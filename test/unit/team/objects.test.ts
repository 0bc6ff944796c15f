import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createService } from '../../../src/main/service'
import { openPostgres } from '../../../src/main/store/postgres'
import { collectContents } from '../../../src/main/store/postgres/collect'
import { openDatabase, type Database } from '../../../src/main/store/postgres/database'
import { examineWorkspace } from '../../../src/main/store/postgres/examine'
import { reachOf } from '../../../src/main/store/postgres/reach'
import { sweepObjects } from '../../../src/main/store/postgres/sweep-objects'
import type { Objects } from '../../../src/main/store/postgres/contents'
import type { Store } from '../../../src/main/store/types'
import { faults, startFaultProxy, type Fault } from '../../support/fault-proxy'
import { startObjectServer, type ObjectServer } from '../../support/object-server'
import { objectsAt } from '../../support/object-store'
import { noDatabase, useTeamDatabase } from '../../support/team-database'
import { ada, bytes, p, text } from '../../support/workspace'
import { reasonOf } from '../store/contract-kit'

const url = useTeamDatabase()
let server: ObjectServer
beforeAll(async () => {
  server = await startObjectServer()
})
afterAll(() => server.close())

const INLINE = 64

interface Team {
  readonly store: Store
  readonly database: Database
  readonly objects: Objects
  /** What happens to the next requests to the storage. */
  readonly faults: { of: () => Fault }
  /** The workspace as another node has it. */
  open(objects: Objects | null): Promise<Store>
}

async function withTeam<T>(work: (team: Team) => Promise<T>): Promise<T> {
  const happening: Team['faults'] = { of: () => 'none' }
  const proxy = await startFaultProxy(server, () => happening.of())
  const database = openDatabase(url(), { most: 12 })
  const objects = objectsAt(proxy.endpoint, INLINE)
  const workspace = randomUUID()
  const opened: Store[] = []
  const open = async (own: Objects | null) => {
    const store = await openPostgres({ database, workspace, objects: own })
    opened.push(store)
    return store
  }
  try {
    return await work({ store: await open(objects), database, objects, faults: happening, open })
  } finally {
    for (const store of opened) await store.close()
    objects.storage.close()
    await database.close()
    await proxy.close()
  }
}

const large = (words: string) => bytes(`<main>${words.padEnd(200, '.')}</main>`)
async function* inPieces(data: Uint8Array, size = 1_000_000) {
  for (let at = 0; at < data.length; at += size) yield await Promise.resolve(data.subarray(at, at + size))
}
/** Two parts and a bit. */
const film = (shade: number) => new Uint8Array(17_000_000).map((_, index) => (index * 31 + shade) % 251)

async function readAll(
  store: Store,
  path: string,
  range?: { start: number; end: number }
): Promise<Uint8Array> {
  const opened = await store.openRead(p(path), range)
  const parts: Uint8Array[] = []
  if (opened) for await (const part of opened.stream) parts.push(part)
  return Buffer.concat(parts)
}

const namesIn = (id: string) => [...server.objects.keys()].filter((name) => name.startsWith(`${id}/`)).sort()
async function named(database: Database, id: string): Promise<string[]> {
  const rows = await database.all(
    'select object_key from blobs where workspace_id = $1 and object_key is not null',
    [id]
  )
  return rows.map((row) => String(row['object_key'])).sort()
}
const now = { sendingMs: 0, doomedMs: 0 }

describe.skipIf(noDatabase)('contents in an object storage', () => {
  it('TM12 TM13 whatever the storage does, nothing is acknowledged without its object, and none is left over', () =>
    withTeam(async ({ store, database, objects, faults: happening }) => {
      let number = 0
      happening.of = () => {
        number++
        return number % 3 === 0 ? 'none' : (faults[(number * 7 + (number >> 3)) % faults.length] ?? 'none')
      }
      const acknowledged = new Map<string, string[]>()
      let refused = 0
      const writer = async (path: string) => {
        const done: string[] = []
        acknowledged.set(path, done)
        for (let n = 0; n < 10; n++) {
          const words = `${path} ${n} ${'.'.repeat(100)}`
          const body = n % 2 === 0 ? bytes(words) : inPieces(bytes(words))
          const failed = await reasonOf(store.write(p(path), body, { by: ada }))
          if (failed === 'no error') done.push(words)
          else {
            expect(failed).toBe('busy')
            refused++
          }
        }
      }
      await Promise.all(['a.html', 'b.html', 'c.mp4', 'd.html'].map((name) => writer(`/o/s/${name}`)))
      expect(refused).toBeGreaterThan(0)
      expect([...acknowledged.values()].flat().length).toBeGreaterThan(0)
      happening.of = () => 'none'
      const rows = await named(database, store.id)
      for (const name of rows) expect(server.objects.has(name), name).toBe(true)
      for (const [path, done] of acknowledged) {
        const last = done[done.length - 1]
        expect(text((await store.read(p(path)))?.bytes)).toBe(
          text(last === undefined ? undefined : bytes(last))
        )
        const versions = await store.versions(p(path))
        const kept = await Promise.all(versions.map(({ fileId, id }) => store.readVersion('o', fileId, id)))
        if (path.endsWith('.html'))
          expect(kept.map((version) => text(version?.bytes)).reverse()).toEqual(done.slice(0, -1))
      }
      await sweepObjects({ database, id: store.id, objects }, now)
      expect(namesIn(store.id)).toEqual(rows)
      expect(await examineWorkspace(database, store.id, objects)).toMatchObject({
        findings: [],
        objects: { sending: 0, doomed: 0 }
      })
    }))

  it('TM11 TM12 a file of many megabytes comes and goes in pieces, also where each answer breaks off', () =>
    withTeam(async ({ store, database, objects, faults: happening }) => {
      const data = film(1)
      const { entry } = await store.write(p('/o/s/film.mp4'), inPieces(data), { by: ada })
      expect([entry.size, server.uploads.size]).toEqual([data.length, 0])
      expect(Buffer.compare(await readAll(store, '/o/s/film.mp4'), data)).toBe(0)
      happening.of = () => 'half'
      const range = { start: 5_000_000, end: 5_999_999 }
      const some = await readAll(store, '/o/s/film.mp4', range)
      expect(Buffer.compare(some, data.subarray(range.start, range.end + 1))).toBe(0)
      happening.of = () => 'none'
      // what is broken off while it is sent goes, with its parts
      async function* broken() {
        yield* inPieces(data.subarray(0, 9_000_000))
        throw new Error('gone')
      }
      await expect(store.write(p('/o/s/other.mp4'), broken(), { by: ada })).rejects.toThrow()
      expect(server.uploads.size).toBe(1)
      await sweepObjects({ database, id: store.id, objects }, now)
      expect([server.uploads.size, namesIn(store.id)]).toEqual([0, await named(database, store.id)])
      // media that is replaced and comes back is the same object
      await store.write(p('/o/s/film.mp4'), inPieces(film(2)), { by: ada })
      const [item] = await store.trash(p('/o/s'))
      await store.restoreFromTrash(p('/o/s'), item?.id ?? '', { by: ada })
      expect(
        (await store.stat(p('/o/s/film.mp4')))?.kind === 'file' && (await named(database, store.id)).length
      ).toBe(2)
      expect(Buffer.compare(await readAll(store, '/o/s/film.mp4'), data)).toBe(0)
    }))

  it('TM12 W8 an object that is another one, or is gone, is damaged: it is told, and written over by nobody; who brings the content again mends it', () =>
    withTeam(async ({ store, database, objects }) => {
      await store.write(p('/o/s/page.html'), large('one'), { by: ada })
      await store.write(p('/o/s/gone.mp4'), large('two'), { by: ada })
      const [[first = ''], [second = '']] = [
        namesIn(store.id).filter((name) => text(server.objects.get(name)).includes('one')),
        namesIn(store.id).filter((name) => text(server.objects.get(name)).includes('two'))
      ]
      const damaged = large('six')
      server.objects.set(first, Buffer.from(damaged))
      server.objects.delete(second)
      expect(await reasonOf(store.read(p('/o/s/page.html')))).toBe('damaged')
      expect(await reasonOf(readAll(store, '/o/s/page.html'))).toBe('damaged')
      expect(await reasonOf(store.read(p('/o/s/gone.mp4')))).toBe('damaged')
      const { findings } = await examineWorkspace(database, store.id, objects)
      expect(findings.map(({ where }) => where).sort()).toEqual(['/o/s/gone.mp4', '/o/s/page.html'])
      expect(findings.find(({ where }) => where === '/o/s/gone.mp4')?.message).toContain('is missing')
      const examined = await store.examine(() => Promise.resolve())
      expect(examined.findings.map(({ where, lost }) => [where, lost]).sort()).toEqual([
        ['/o/s/gone.mp4', true],
        ['/o/s/page.html', true]
      ])
      for (const [name, words] of [
        ['copy.html', 'one'],
        ['copy.mp4', 'two']
      ] as const)
        await store.write(p(`/o/s/${name}`), large(words), { by: ada })
      expect(text(server.objects.get(first))).toBe(text(damaged))
      expect(text((await store.read(p('/o/s/page.html')))?.bytes)).toBe(text(large('one')))
      expect((await examineWorkspace(database, store.id, objects)).findings).toEqual([])
      await sweepObjects({ database, id: store.id, objects }, now)
      expect(namesIn(store.id)).toEqual(await named(database, store.id))
    }))

  it('TM13 what was given up while it was sent is sent again, and a stream is refused', () =>
    withTeam(async ({ store, database, objects }) => {
      const tooLate = async () => {
        await database.change(
          `update uploads set begun_at = now() - interval '25 hours' where workspace_id = $1`,
          [store.id]
        )
        await sweepObjects({ database, id: store.id, objects }, { doomedMs: 0 })
      }
      let asked = 0
      // asked for once the content was sent, before it is named
      const fileId = () => {
        asked++
        return undefined
      }
      const write = (path: string, body: Uint8Array | AsyncIterable<Uint8Array>) => {
        let sweep: Promise<void> | null = null
        return store.write(p(path), body, {
          by: ada,
          fileId: () => {
            sweep ??= tooLate()
            return fileId()
          },
          get after() {
            return sweep ?? Promise.resolve()
          }
        })
      }
      await write('/o/s/page.html', large('late'))
      expect(asked).toBe(2)
      expect(text((await store.read(p('/o/s/page.html')))?.bytes)).toBe(text(large('late')))
      expect(await reasonOf(write('/o/s/film.mp4', inPieces(large('late too'))))).toBe('busy')
      expect(await store.stat(p('/o/s/film.mp4'))).toBeNull()
      await sweepObjects({ database, id: store.id, objects }, now)
      expect(namesIn(store.id)).toEqual(await named(database, store.id))
    }))

  it('TM13 an object that nothing names any more stays for whoever reads it, and then goes', () =>
    withTeam(async ({ store, database, objects }) => {
      const save = (words: string) =>
        store.write(p('/o/s/page.html'), large(words), { by: ada, session: 's' })
      await save('one')
      await save('two')
      await collectContents(database, store.id, { unnamedMs: 0 })
      expect(namesIn(store.id)).toHaveLength(2)
      expect(await sweepObjects({ database, id: store.id, objects })).toBe(0)
      expect((await examineWorkspace(database, store.id, objects)).objects).toEqual({ sending: 0, doomed: 1 })
      await database.change(
        `update doomed_objects set since = since - interval '61 minutes' where workspace_id = $1`,
        [store.id]
      )
      expect(await sweepObjects({ database, id: store.id, objects })).toBe(1)
      expect(namesIn(store.id)).toEqual(await named(database, store.id))
      // the same again is one object, the second one goes
      await save('one')
      await store.write(p('/o/s/copy.html'), large('one'), { by: ada })
      expect(namesIn(store.id)).toHaveLength(3)
      await sweepObjects({ database, id: store.id, objects }, now)
      expect(namesIn(store.id)).toEqual(await named(database, store.id))
    }))

  it('TM11 what lies in the database stays readable, and another bound is one for new contents', () =>
    withTeam(async ({ store, database, objects, open }) => {
      const [before, raised] = [await open(null), await open({ ...objects, inlineBytes: 100_000 })]
      await before.write(p('/o/s/a.html'), large('inline'), { by: ada })
      expect(await named(database, store.id)).toEqual([])
      expect(text((await store.read(p('/o/s/a.html')))?.bytes)).toBe(text(large('inline')))
      await store.write(p('/o/s/b.html'), large('object'), { by: ada })
      await raised.write(p('/o/s/c.html'), large('raised'), { by: ada })
      expect(await named(database, store.id)).toHaveLength(1)
      for (const name of ['a', 'b', 'c'])
        expect((await raised.read(p(`/o/s/${name}.html`)))?.bytes).toHaveLength(213)
      // a node that was told of no storage says so
      await expect(before.read(p('/o/s/b.html'))).rejects.toThrow('GALLEY_TEAM_S3_ENDPOINT')
    }))

  it('TM12 while the storage is away, what needs it is told to come again, and all else goes on', () =>
    withTeam(async ({ store, objects, faults: happening }) => {
      await store.write(p('/o/s/page.html'), large('one'), { by: ada })
      const unreached = reachOf(store.id, objects)
      const isReached = async () => (await unreached()) === null
      const service = createService({ store, appVersion: '0', isReached })
      const ask = (path: string, init?: RequestInit) =>
        service.fetch(new Request(`http://x${path}`, init), 'owner')
      try {
        happening.of = () => '503'
        const form = (words: Uint8Array<ArrayBuffer>) => ({
          method: 'PUT',
          body: words,
          headers: { 'Content-Type': 'text/html' }
        })
        const refused = await ask('/source/o/s/page.html', form(large('two')))
        expect([refused.status, refused.headers.has('Retry-After')]).toEqual([503, true])
        const unread = await ask('/source/o/s/page.html')
        expect([unread.status, unread.headers.has('Retry-After')]).toEqual([503, true])
        expect((await ask('/source/o/s/small.html', form(bytes('<main>x</main>')))).status).toBe(201)
        const readiness = await ask('/readyz')
        expect([readiness.status, await readiness.json()]).toEqual([
          503,
          { ready: false, checks: { accepting: true, store: true, disk: false } }
        ])
        happening.of = () => 'none'
        expect(await (await ask('/source/o/s/page.html')).text()).toBe(text(large('one')))
      } finally {
        await service.close()
      }
    }))

  it('TM12 what the storage refuses is told with its reason, and is no damage', () =>
    withTeam(async ({ store, objects, open }) => {
      await store.write(p('/o/s/page.html'), large('one'), { by: ada })
      const elsewhere = objectsAt(server.endpoint, INLINE, 'another-bucket')
      try {
        const other = await open(elsewhere)
        for (const asked of [
          other.write(p('/o/s/a.html'), large('two'), { by: ada }),
          other.read(p('/o/s/page.html'))
        ])
          await expect(asked).rejects.toMatchObject({
            reason: 'busy',
            message: expect.stringContaining('(NoSuchBucket)')
          })
        expect(await reachOf(store.id, elsewhere)()).toMatchObject({ reason: 'busy' })
        expect(await reachOf(store.id, objects)()).toBeNull()
        expect(await reachOf(store.id, null)()).toBeNull()
      } finally {
        elsewhere.storage.close()
      }
    }))

  it('TM10 TM13 who names contents while they and their objects are taken away loses none, and no save fails', () =>
    withTeam(async ({ store, database, objects }) => {
      const files = ['a', 'b', 'c', 'd'].map((name) => p(`/o/s/${name}.html`))
      const words = (n: number) => large(String(n % 3))
      let isOver = false
      let gone = 0
      const collector = async () => {
        while (!isOver) {
          await collectContents(database, store.id, { unnamedMs: 0 })
          gone += await sweepObjects({ database, id: store.id, objects }, { doomedMs: 0 })
        }
      }
      const writer = async (path: (typeof files)[number], from: number) => {
        let n = from
        for (; n < from + 20 || gone < 20; n++) await store.write(path, words(n), { by: ada, session: path })
        return n - 1
      }
      const collectors = [collector(), collector()]
      const last = await Promise.all(files.map((path, at) => writer(path, at))).finally(() => (isOver = true))
      await Promise.all(collectors)
      for (const [at, path] of files.entries())
        expect(text((await store.read(path))?.bytes)).toBe(text(words(last[at] ?? -1)))
      expect((await examineWorkspace(database, store.id, objects)).findings).toEqual([])
      await collectContents(database, store.id, { unnamedMs: 0 })
      await sweepObjects({ database, id: store.id, objects }, now)
      expect(namesIn(store.id)).toEqual(await named(database, store.id))
    }))
})
