import { GalleyError } from '../../src/common/errors'
import type { Store } from '../../src/main/store/types'
import { fc } from './properties'
import { ada, bob, bytes, p, text } from './workspace'

/** When the clock of a run begins. */
export const BEGIN = 1_700_000_000_000
const places = ['/o/s/a.html', '/o/s/b.json', '/o/s/m.png', '/o/s/f/a.html', '/o/s/f/A.html', '/o/t/f/a.html']
const folders = ['/o/s', '/o/s/f', '/o/s/g', '/o/t/f', '/o/s/.trash/f']
const place = fc.constantFrom(...places)
const anywhere = fc.constantFrom(...places, ...folders)
const who = fc.constantFrom(ada, bob)
const value = fc.constantFrom('', '{}', '<main>1</main>', '<main>2</main>', '{"a":1}')
const overwrite = fc.boolean()

/** What a store is asked, one after the other. */
export const step = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constant('write' as const),
      path: place,
      value,
      by: who,
      session: fc.option(fc.constantFrom('one', 'two'), { nil: undefined })
    })
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('move' as const),
      path: anywhere,
      to: anywhere,
      by: who,
      overwrite
    })
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('copy' as const),
      path: anywhere,
      to: anywhere,
      by: who,
      overwrite
    })
  },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('change' as const),
      edits: fc.array(fc.record({ path: place, value, isStale: fc.nat(9).map((one) => one === 0) }), {
        maxLength: 3
      }),
      moves: fc.array(fc.record({ path: anywhere, to: anywhere }), { maxLength: 2 }),
      by: who
    })
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('remove' as const), path: anywhere, by: who }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('folder' as const), path: anywhere, by: who }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('version' as const), path: place, by: who }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('restore' as const), nth: fc.nat(3), by: who }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('purge' as const), nth: fc.nat(3) }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('publish' as const), path: place, by: who }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('unpublish' as const), path: place }) },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('room' as const),
      path: place,
      how: fc.constantFrom('append', 'append', 'replace', 'drop'),
      words: fc.array(value, { maxLength: 3 })
    })
  },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constant('later' as const), ms: fc.constantFrom(1, 1000, 400_000) })
  }
)
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never

const trashed = async (store: Store, nth: number) =>
  [...(await store.trash(p('/o')))].sort((a, b) => a.deletedAt - b.deletedAt)[nth]

/** @returns what came of it, in words that are the same for both */
async function take(store: Store, one: Step, clock: { readonly now: number }): Promise<unknown> {
  switch (one.do) {
    case 'write': {
      const { by, session } = one
      const done = await store.write(p(one.path), bytes(one.value), { by, ...(session && { session }) })
      return [done.created, done.entry.size, done.kept?.label ?? done.kept?.timestamp]
    }
    case 'move':
    case 'copy':
      return store[one.do](p(one.path), p(one.to), { by: one.by, overwrite: one.overwrite })
    case 'change': {
      const edits = []
      for (const { path, value: to, isStale } of one.edits) {
        const there = await store.stat(p(path))
        const from = there?.kind === 'file' && !isStale ? there.hash : 'another'
        edits.push({ path: p(path), from, to: bytes(to) })
      }
      const moves = one.moves.map(({ path, to }) => ({ from: p(path), to: p(to) }))
      const after = await store.change({ edits, moves, by: one.by })
      return after.map(({ id: _id, ...entry }) => entry)
    }
    case 'remove': {
      const { id: _id, ...item } = await store.remove(p(one.path), { by: one.by })
      return item
    }
    case 'folder':
      return store.createFolder(p(one.path), { by: one.by })
    case 'version':
      return (await store.createVersion(p(one.path), { by: one.by, label: 'Mine' })).timestamp
    case 'restore':
    case 'purge': {
      const item = await trashed(store, one.nth)
      if (!item) return 'none'
      const site = p('/o')
      if (one.do === 'purge') return store.deleteFromTrash(site, item.id)
      return store.restoreFromTrash(site, item.id, { by: one.by })
    }
    case 'publish': {
      const kept = await store.published.keep(p(one.path))
      if (!kept) return 'none'
      const { path, hash, size, lastModified: sourceAt } = kept
      const state = {
        environment: 'live',
        path,
        hash,
        size,
        at: clock.now,
        by: one.by,
        sourceAt,
        kind: 'x'
      } as const
      return store.published.put([state])
    }
    case 'unpublish':
      return store.published.remove('live', p(one.path))
    case 'room': {
      const entry = await store.stat(p(one.path))
      const id = entry?.kind === 'file' ? entry.id : 'none'
      const entries = one.words.map((words) => ({ kind: 'update', bytes: bytes(words) }) as const)
      if (one.how === 'drop') return store.rooms.drop(id)
      return one.how === 'replace' ? store.rooms.replace(id, entries) : store.rooms.append(id, entries)
    }
    case 'later':
      return null
  }
}

/** What came of a step, or why nothing did. */
export async function outcome(store: Store, one: Step, clock: { readonly now: number }): Promise<unknown> {
  try {
    return await take(store, one, clock)
  } catch (error) {
    return error instanceof GalleyError ? error.reason : error
  }
}

/** Everything that can be asked, without the ids, which each store gives itself. */
export async function told(store: Store): Promise<unknown> {
  const found: unknown[] = []
  const visit = async (folder: string): Promise<void> => {
    for (const entry of (await store.list(p(folder))) ?? []) {
      if (entry.kind === 'folder') {
        found.push(entry.path)
        await visit(entry.path)
        continue
      }
      const { id, ...rest } = entry
      const versions = []
      for (const { id: version, fileId: _file, ...known } of await store.versions(entry.path))
        versions.push({ ...known, text: text((await store.readVersion('o', id, version))?.bytes) })
      const room = wordsOf(await store.rooms.load(id))
      found.push({ ...rest, text: text((await store.read(entry.path))?.bytes), versions, room })
    }
  }
  await visit('/')
  const trash = (await store.trash(p('/o')))
    .map(({ id: _id, ...item }) => JSON.stringify(Object.entries(item).sort()))
    .sort()
  const published = []
  for (const site of [p('/o/s'), p('/o/t')]) published.push(await store.published.list('live', site))
  for (const path of places) published.push(await store.published.movedTo('live', p(path)))
  const histories = (await store.histories(p('/o'), 0)).map(({ current, created, places: moves, kept }) => {
    const went = moves.map(({ path, at, by, deletedAt }) => [path, at, by, deletedAt])
    return JSON.stringify([
      current,
      created,
      went,
      kept.map(({ kind, at, path, label }) => [kind, at, path, label])
    ])
  })
  const clients = (await store.clientTrash(p('/o/s'))).map(({ item, path }) =>
    JSON.stringify([path, item.path, item.deletedAt, item.deletedBy])
  )
  const rooms = []
  for (const { fileId } of await store.rooms.list()) rooms.push(wordsOf(await store.rooms.load(fileId)))
  return {
    found,
    trash,
    published,
    histories: histories.sort(),
    clients: clients.sort(),
    rooms: rooms.sort()
  }
}

const wordsOf = (room: Awaited<ReturnType<Store['rooms']['load']>>) =>
  room && room.entries.map((entry) => ('bytes' in entry ? text(entry.bytes) : '')).join()
