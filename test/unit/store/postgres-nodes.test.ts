import { randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import type { ServiceEventBody } from '../../../src/common/api/events'
import { GalleyError } from '../../../src/common/errors'
import { openPostgres, workspaceId } from '../../../src/main/store/postgres'
import { openDatabase } from '../../../src/main/store/postgres/database'
import { takeLead } from '../../../src/main/store/postgres/lead'
import type { Lease } from '../../../src/main/store/types'
import { ada, bytes, p, text, until } from '../../support/workspace'
import { noDatabase, PATIENT_MS, useTeamDatabase } from '../../support/team-database'
import { html, reasonOf } from './contract-kit'

const url = useTeamDatabase()

/** Processes of one workspace: each with connections of its own, and nothing that they share but the database. */
async function withNodes<T>(
  count: number,
  work: (nodes: readonly Awaited<ReturnType<typeof openNode>>[]) => Promise<T>
): Promise<T> {
  const workspace = randomUUID()
  const nodes = []
  for (let number = 0; number < count; number++) nodes.push(await openNode(workspace))
  try {
    return await work(nodes)
  } finally {
    for (const { store, database } of nodes) {
      await store.close()
      await database.close()
    }
  }
}

async function openNode(workspace: string) {
  const database = openDatabase(url(), { most: 8, wait: PATIENT_MS })
  return { database, store: await openPostgres({ database, workspace }) }
}

const pick = <T>(all: readonly T[], at: number): T => {
  const one = all[at % all.length]
  if (one === undefined) throw new Error('there is none')
  return one
}

it.skipIf(noDatabase)(
  'TM2 twelve writers on three nodes make one chain of each file: what a save replaces is what the save before it wrote',
  () =>
    withNodes(3, async (nodes) => {
      const pages = [1, 2, 3].map((number) => p(`/o/s/p${number}.html`))
      for (const page of pages) await pick(nodes, 0).store.write(page, html('start'), { by: ada })
      const acknowledged = new Map(pages.map((page) => [page, new Set([text(html('start'))])]))
      const writers = Array.from({ length: 12 }, async (_, writer) => {
        for (let number = 0; number < 12; number++) {
          const page = pick(pages, writer + number)
          const content = html(`${writer} ${number}`)
          await pick(nodes, writer).store.write(page, content, { by: ada })
          acknowledged.get(page)?.add(text(content))
        }
      })
      await Promise.all(writers)
      for (const page of pages) {
        const { store } = pick(nodes, 1)
        const now = await store.read(page)
        const versions = await store.versions(page)
        const kept = await Promise.all(
          versions.map(async ({ id }) => text((await store.readVersion('o', now?.entry.id ?? '', id))?.bytes))
        )
        const all = [text(now?.bytes), ...kept]
        expect(all).toHaveLength(acknowledged.get(page)?.size ?? 0)
        expect(new Set(all)).toEqual(acknowledged.get(page))
        const times = versions.map(({ timestamp }) => timestamp)
        expect(times.every((time, at) => at === 0 || time < (times[at - 1] ?? 0))).toBe(true)
      }
    })
)

it.skipIf(noDatabase)(
  'TM2 S3 of writers who each go on from what they read, one is right: a condition is judged by the content that is replaced',
  () =>
    withNodes(2, async (nodes) => {
      const page = p('/o/s/count.html')
      const picture = p('/o/s/count.png')
      for (const path of [page, picture]) {
        await pick(nodes, 0).store.write(path, bytes('0'), { by: ada })
        const counting = Array.from({ length: 8 }, async (_, writer) => {
          const { store } = pick(nodes, writer)
          let done = 0
          while (done < 3) {
            const now = await store.read(path)
            const saving = store.write(path, bytes(String(Number(text(now?.bytes)) + 1)), {
              by: ada,
              condition: (current) => {
                if (current?.hash !== now?.entry.hash) throw new GalleyError('precondition-failed', 'no')
              }
            })
            const reason = await reasonOf(saving)
            if (reason === 'no error') done++
            else expect(reason).toBe('precondition-failed')
          }
        })
        await Promise.all(counting)
        expect(text((await pick(nodes, 0).store.read(path))?.bytes)).toBe('24')
      }
      expect(await pick(nodes, 0).store.versions(page)).toHaveLength(24)
      expect(await pick(nodes, 1).store.trash(p('/o/s'))).toHaveLength(24)
    })
)

it.skipIf(noDatabase)('TM2 a save that is cut off while it waits says that it may be saved, and is not', () =>
  withNodes(1, async (nodes) => {
    const { store, database } = pick(nodes, 0)
    const page = p('/o/s/page.html')
    await store.write(page, html('start'), { by: ada })
    const holder = await database.connection()
    await holder.query('begin')
    await holder.query('select from entries where workspace_id = $1 for update', [store.id])
    const saving = store.write(page, html('cut'), { by: ada }).then(
      () => 'saved',
      (error: unknown) => (error instanceof GalleyError ? `${error.reason}: ${error.message}` : 'other')
    )
    const ended = async () =>
      (await database.change(
        `select pg_terminate_backend(pid) from pg_stat_activity where wait_event_type = 'Lock' and query like 'select save_file%'`
      )) > 0
    while (!(await ended())) await new Promise((resolve) => setTimeout(resolve, 10))
    expect(await saving).toMatch(/^busy: .*It may be saved/)
    await holder.query('rollback')
    holder.release()
    expect(text((await store.read(page))?.bytes)).toBe(text(html('start')))
    await store.write(page, html('again'), { by: ada })
    expect(await store.versions(page)).toHaveLength(1)
  })
)

it.skipIf(noDatabase)(
  'TM2 E1 each node hears of everything once, in one order, also while another transaction takes long',
  () =>
    withNodes(3, async (nodes) => {
      const heard = nodes.map(() => [] as string[])
      for (const [at, { store }] of nodes.entries())
        store.subscribe((event: ServiceEventBody) => {
          if (event.type === 'file') heard[at]?.push(`${event.path} ${event.etag ?? ''}`)
        })
      // amid what follows, the numbers of transactions get one more digit
      await pick(nodes, 0).database.change(untilNextDigit(20))
      const long = await pick(nodes, 0).database.connection()
      await long.query('begin')
      await long.query('select pg_current_xact_id()')
      const pages = Array.from({ length: 6 }, (_, number) => p(`/o/s/p${number}.html`))
      const saves = Promise.all(
        Array.from({ length: 60 }, (_, number) =>
          pick(nodes, number).store.write(pick(pages, number), bytes(`${number}`), { by: ada })
        )
      )
      const made = await saves
      expect(heard.every((all) => all.length === 0)).toBe(true)
      await long.query('commit')
      long.release()
      await until(() => heard.every((all) => all.length >= made.length))
      for (const { store } of nodes) await store.heard()
      const [first] = heard
      expect(new Set(first)).toEqual(new Set(made.map(({ entry }) => `${entry.path} ${entry.hash}`)))
      for (const all of heard) {
        expect(all).toHaveLength(made.length)
        expect(all).toEqual(first)
      }
    })
)

/** Uses numbers of transactions up, until so many are left to the next power of ten. */
const untilNextDigit = (left: number): string => `
  create temporary table spent (n integer);
  do $$
  declare here bigint := pg_current_xact_id()::text::bigint;
  begin
    for n in here..(10 ^ length(here::text))::bigint - ${left} loop
      begin insert into spent values (n); exception when others then null; end;
    end loop;
  end $$;
  drop table spent`

it.skipIf(noDatabase)('TM2 E1 what a node tells is heard by the others, once, and not by itself', () =>
  withNodes(3, async (nodes) => {
    const heard = nodes.map(() => [] as string[])
    for (const [at, { store }] of nodes.entries())
      store.subscribe((event: ServiceEventBody) => {
        if (event.type === 'presence') heard[at]?.push(event.path)
      })
    const told = Array.from({ length: 20 }, (_, number) => `/o/s/${number}.html`)
    await Promise.all(told.map((path) => pick(nodes, 0).store.tell({ type: 'presence', path, people: [] })))
    for (const { store } of nodes) await store.heard()
    expect(heard).toEqual([[], told, told])
  })
)

it.skipIf(noDatabase)('TM2 work that another node is asked to stop hears of it at once, or has ended', () =>
  withNodes(2, async (nodes) => {
    const [one, other] = [pick(nodes, 0).store, pick(nodes, 1).store]
    for (let number = 0; number < 5; number++)
      await one.write(p(`/o/s/f/${number}.html`), html('x'), { by: ada })
    const stopped = await one.leases.take('copy')
    expect(await other.leases.stop('copy')).toBe(true)
    await until(() => stopped?.signal.aborted === true)
    stopped?.release()
    // asked after the copy has begun: what it did is taken back
    const lease = await one.leases.take('copy')
    let asked: Promise<boolean> | undefined
    const copying = one.copy(p('/o/s/f'), p('/o/s/g'), {
      by: ada,
      ...(lease && { signal: lease.signal }),
      onProgress: () => (asked ??= other.leases.stop('copy'))
    })
    const reason = await reasonOf(copying)
    // whoever was told that it stops, finds nothing of it
    expect(reason).toBe((await asked) ? 'cancelled' : 'no error')
    expect(((await one.list(p('/o/s/g'))) ?? []).length).toBe(reason === 'cancelled' ? 0 : 5)
    lease?.release()
  })
)

it.skipIf(noDatabase)(
  'TM2 S4 a folder that is moved while others write into it is in one place or the other, with every word',
  () =>
    withNodes(2, async (nodes) => {
      const [one, other] = [pick(nodes, 0).store, pick(nodes, 1).store]
      for (let number = 0; number < 20; number++)
        await one.write(p(`/o/s/f/p${number}.html`), html('start'), { by: ada })
      let isOver = false
      let written = 0
      const writing = Array.from({ length: 4 }, async (_, writer) => {
        for (let number = 0; !isOver; number++) {
          const folder = number % 2 === 0 ? 'f' : 'g'
          const path = p(`/o/s/${folder}/p${(writer * 5 + number) % 20}.html`)
          const reason = await reasonOf(
            other.write(path, html(`${writer} ${number}`), {
              by: ada,
              condition: (current) => {
                if (!current) throw new Error('gone')
              }
            })
          )
          if (reason === 'no error') written++
        }
      })
      for (let round = 0; round < 12; round++) {
        const [from, to] = round % 2 === 0 ? ['f', 'g'] : ['g', 'f']
        expect(await one.move(p(`/o/s/${from}`), p(`/o/s/${to}`), { by: ada })).toBe(20)
        expect(await one.stat(p(`/o/s/${from}`))).toBeNull()
        expect(await other.list(p(`/o/s/${to}`))).toHaveLength(20)
      }
      isOver = true
      await Promise.all(writing)
      expect(written).toBeGreaterThan(0)
      let kept = 0
      for (const entry of (await one.list(p('/o/s/f'))) ?? []) kept += (await one.versions(entry.path)).length
      expect(kept).toBe(written)
    })
)

it.skipIf(noDatabase)(
  'TM3 one node leads; when it hangs the next one takes over, and what the first still writes together is refused',
  async () => {
    const workspace = randomUUID()
    const [first, second] = [openDatabase(url(), { most: 8 }), openDatabase(url(), { most: 8 })]
    const id = await workspaceId(first, workspace)
    let hangs = false
    const hanging: typeof first = {
      ...first,
      connection: () => (hangs ? Promise.reject(new Error('it hangs')) : first.connection()),
      change: (...asked) => (hangs ? Promise.reject(new Error('it hangs')) : first.change(...asked))
    }
    const stop = new AbortController()
    const lead = await takeLead({ database: hanging, id }, 'first', 'http://first', stop.signal)
    if (!lead) throw new Error('nobody else leads')
    const store = await openPostgres({ database: first, workspace, leadNow: () => lead })
    const file = randomUUID()
    await store.rooms.replace(file, [])
    let next: Lease | null = null
    const waiting = takeLead({ database: second, id }, 'second', 'http://second', stop.signal).then(
      (taken) => (next = taken)
    )
    await new Promise((resolve) => setTimeout(resolve, 1_500))
    expect(next).toBeNull()
    hangs = true
    await second.change(`update leases set until = now() - interval '1 second' where workspace_id = $1`, [id])
    await waiting
    expect(next).toMatchObject({ run: 'second', fence: lead.fence + 1 })
    expect(await reasonOf(store.rooms.append(file, [{ kind: 'update', bytes: bytes('late') }]))).toBe(
      'closed'
    )
    expect((await store.rooms.load(file))?.entries).toEqual([])
    hangs = false
    await until(() => lead.signal.aborted)
    for (const one of [lead, next as Lease | null]) one?.release()
    await store.close()
    for (const database of [first, second]) await database.close()
  }
)
