import { createHash, randomUUID } from 'node:crypto'
import { Pool } from 'pg'
import { contentPath } from '../../../src/common/content/paths'
import { openPostgres } from '../../../src/main/store/postgres'
import { openDatabase, type Database } from '../../../src/main/store/postgres/database'
import { migrate } from '../../../src/main/store/postgres/migrate'
import { startTryServer } from '../../../src/main/team'
import { pageOf, writer } from '../documents'
import { interleaved, summaryOf, timed } from '../measure'
import { NotHere, type Finding, type Row } from '../row'

const BYTES = 2048
const WRITERS = 8
const SAVES = 60
const FILES = 10_000
const VERSIONS = 10_000
const at = (path: string) => contentPath(path)

/** A workspace in PostgreSQL, beside the least that the database itself needs for the same. */
export const team: Row = {
  name: 'team',
  title: 'a workspace in PostgreSQL',
  run: async () => {
    const server = await startTryServer().catch(() => {
      throw new NotHere('there is no PostgreSQL on this machine')
    })
    const database = openDatabase(server.url, { most: 12 })
    const bare = new Pool({ connectionString: server.url, max: WRITERS })
    // its connections are still on their way to their end when the server stops
    bare.on('error', () => undefined)
    const stores: Awaited<ReturnType<typeof openPostgres>>[] = []
    try {
      await migrate(database)
      await bare.query(BARE)
      const workspace = randomUUID()
      const store = await openPostgres({ database, workspace })
      const other = await openPostgres({ database, workspace })
      stores.push(store, other)
      return [
        ...(await saves(store, bare)),
        await heard(store, other),
        ...(await many(store, database, bare))
      ]
    } finally {
      for (const store of stores) await store.close()
      await bare.end()
      await database.close()
      await server.stop()
    }
  }
}

type Store = Awaited<ReturnType<typeof openPostgres>>

const BARE = `
create table bare_blobs (hash bytea primary key, bytes bytea not null);
create table bare_files (id int primary key, hash bytea not null);
create table bare_versions (file int not null, at bigint generated always as identity, hash bytea not null, primary key (file, at));
insert into bare_files select n, '' from generate_series(0, ${WRITERS}) n;
create table bare_entries (path text collate "C" primary key, id int not null);
create table bare_happenings (id int not null, n bigint generated always as identity, path text not null, primary key (id, n));`

/**
 * Eight people save without pause, each a page of their own. Beside it, from as many connections: one statement that keeps the bytes,
 * with no history, events or rules; and the function that does all that a save stores, without the decision and without waiting
 * until this process has heard of it.
 */
async function saves(store: Store, bare: Pool): Promise<Finding[]> {
  let number = 0
  const next = () => pageOf(BYTES, (number += 1))
  const pathOf = (one: number) => at(`/bench/site/p${one}.html`)
  const ids: string[] = []
  for (let one = 0; one < WRITERS; one++) {
    await store.write(pathOf(one), next(), { by: writer })
    ids.push((await store.write(at(`/bench/site/q${one}.html`), next(), { by: writer })).entry.id)
  }
  const round = async (save: (one: number) => Promise<unknown>) => {
    const took: number[] = []
    await Promise.all(
      Array.from({ length: WRITERS }, async (_, one) => {
        for (let count = 0; count < SAVES; count++) took.push(await timed(() => save(one)))
      })
    )
    return took
  }
  const bareSave = async (one: number) =>
    bare.query({
      name: 'bare',
      text: `with kept as (insert into bare_versions (file, hash) select id, hash from bare_files where id = $1),
        put as (insert into bare_blobs (hash, bytes) values (sha256($2), $2) on conflict do nothing)
        update bare_files set hash = sha256($2) where id = $1`,
      values: [one, next()]
    })
  const by = JSON.stringify(writer)
  const functionSave = async (one: number) => {
    const content = Buffer.from(next())
    const now = 2e12 + number
    const hash = createHash('sha256').update(content).digest()
    const path = `/bench/site/q${one}.html`
    const told = { path, fileId: ids[one], by: writer, origin: 'api' }
    const events = [
      { type: 'version', ...told },
      { type: 'file', change: 'changed', ...told, etag: hash.toString('hex') }
    ]
    return bare.query({
      name: 'function',
      text: `select save_file($1, $2, null, $3, $4, null, $5, $6, $7, null, null, null, null, $6, $8, $6, $9, null, null, null, $10)`,
      values: [
        store.id,
        ids[one],
        hash,
        content,
        content.length,
        now,
        by,
        randomUUID(),
        `[${by}]`,
        events.map((event) => JSON.stringify(event))
      ]
    })
  }
  const [galley, statement, alone] = [[] as number[], [] as number[], [] as number[]]
  for (let count = 0; count < 5; count++) {
    const stored = await round((one) => store.write(pathOf(one), next(), { by: writer }))
    const asOne = await round(bareSave)
    const asFunction = await round(functionSave)
    if (count === 0) continue
    galley.push(...stored)
    statement.push(...asOne)
    alone.push(...asFunction)
  }
  const what = `a save of 2 KB while ${WRITERS} people save`
  const beside = (baseline: string, took: readonly number[]): Finding[] => {
    const compared = { galley: summaryOf(galley), baseline: { what: baseline, took: summaryOf(took) } }
    return [
      { what, ...compared, budget: { kind: 'ratio', atMost: 2 } },
      { what: `${what}, the slow ones`, ...compared, budget: { kind: 'ratio', atMost: 2.5, of: 'p95' } }
    ]
  }
  return [
    ...beside('one statement that keeps the bytes, without history, events and rules', statement),
    ...beside('the function that stores a save, alone', alone)
  ]
}

/** From a save on one node until another one has heard of it. */
async function heard(store: Store, other: Store): Promise<Finding> {
  const took: number[] = []
  const path = at('/bench/site/heard.html')
  for (let number = 0; number < 40; number++) {
    let stop = () => {}
    const told = new Promise<void>((resolve) => {
      stop = other.subscribe((event) => {
        if (event.type === 'file' && event.path === path) resolve()
      })
    })
    await store.write(path, pageOf(BYTES, 1_000_000 + number), { by: writer })
    took.push(await timed(() => told))
    stop()
  }
  return {
    what: 'a change, until another node has heard of it',
    galley: summaryOf(took),
    budget: { kind: 'most', atMost: 250, unit: 'ms', of: 'p95' }
  }
}

/** Lists, versions and a move of ten thousand. */
async function many(store: Store, database: Database, bare: Pool): Promise<Finding[]> {
  const page = at('/bench/many/page.html')
  const { entry } = await store.write(page, pageOf(BYTES, 1), { by: writer })
  const { id } = store
  await store.createFolder(at('/bench/many/f'), { by: writer })
  await database.change(
    `insert into entries (workspace_id, id, kind, path, key, parent, hash, size, at, by_whom, touched_at)
     select $1, gen_random_uuid(), 'file', '/bench/many/f/p' || n || '.html', '/bench/many/f/p' || n || '.html', '/bench/many/f',
       hash, size, at, by_whom, touched_at
     from entries, generate_series(1, ${FILES}) n where workspace_id = $1 and id = $2`,
    [id, entry.id]
  )
  await database.change(
    `insert into versions (workspace_id, file_id, id, at, users, path, hash, size, written_at, written_by)
     select $1, id, gen_random_uuid(), n, '[' || by_whom || ']', path, hash, size, at, by_whom
     from entries, generate_series(1, ${VERSIONS}) n where workspace_id = $1 and id = $2`,
    [id, entry.id]
  )
  await bare.query(`insert into bare_entries select '/f/p' || n, n from generate_series(1, ${FILES}) n`)
  await bare.query('analyze')
  const rowsOf = (text: string, values: readonly unknown[]) => async () =>
    JSON.stringify((await bare.query({ text, values: [...values] })).rows)
  const listed = await interleaved(30, {
    galley: async () => JSON.stringify(await store.list(at('/bench/many/f'))),
    baseline: rowsOf(
      `select path, id, encode(hash, 'hex') hash, size, at, by_whom from entries where workspace_id = $1 and here and parent = $2`,
      [id, '/bench/many/f']
    )
  })
  const told = await interleaved(30, {
    galley: async () => JSON.stringify(await store.versions(page)),
    baseline: rowsOf(
      `select id, at, users, path, encode(hash, 'hex') hash, size, written_at, written_by from versions
       where workspace_id = $1 and file_id = $2 order by at desc`,
      [id, entry.id]
    )
  })
  let there = 'f'
  const turned = async (move: (from: string, to: string) => Promise<unknown>) => {
    const to = there === 'f' ? 'g' : 'f'
    await move(`/bench/many/${there}`, `/bench/many/${to}`)
    there = to
  }
  const move = () => turned((from, to) => store.move(at(from), at(to), { by: writer }))
  const moved = await interleaved(6, {
    galley: move,
    baseline: () =>
      bare.query(
        `with moved as (update bare_entries set path = case when path like '/f/%' then '/g' else '/f' end || substr(path, 3) returning id, path)
         insert into bare_happenings (id, path) select id, path from moved`
      )
  })
  const movedThere = await interleaved(6, {
    galley: move,
    baseline: () =>
      turned((from, to) =>
        bare.query(
          `with moved as (
             update entries set path = $3 || substr(path, length($2) + 1), key = $3 || substr(key, length($2) + 1),
               parent = case when key = $2 then parent else $3 end
             where workspace_id = $1 and here and (key = $2 or key >= $2 || '/' and key < $2 || '0') returning id, kind, path)
           insert into happenings (workspace_id, file_id, kind, at, by_whom, path)
           select $1, id, 'placed', 0, '{}', path from moved where kind = 'file'`,
          [id, from, to]
        )
      )
  })
  const alone = (took: (typeof listed)['baseline']) => ({ what: 'the bare statement', took })
  return [
    {
      what: `a list of ${FILES.toLocaleString('en')} files`,
      galley: listed.galley,
      baseline: alone(listed.baseline),
      budget: { kind: 'ratio', atMost: 3 }
    },
    {
      what: `a list of ${VERSIONS.toLocaleString('en')} versions`,
      galley: told.galley,
      baseline: alone(told.baseline),
      budget: { kind: 'ratio', atMost: 3 }
    },
    {
      what: `a folder of ${FILES.toLocaleString('en')} files moved`,
      galley: moved.galley,
      baseline: { what: 'one statement on a table with one index', took: moved.baseline },
      budget: { kind: 'ratio', atMost: 2 }
    },
    {
      what: `a folder of ${FILES.toLocaleString('en')} files moved`,
      galley: movedThere.galley,
      baseline: { what: 'one statement on the same tables', took: movedThere.baseline },
      budget: { kind: 'ratio', atMost: 2 }
    }
  ]
}
