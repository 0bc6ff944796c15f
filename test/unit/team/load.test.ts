import { randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import { tokensIn } from '../../../src/main/callers/tokens/token-files'
import { hashOfToken, newTokenText } from '../../../src/main/callers/tokens/token-text'
import { startMetrics, startServer, teamRates, type Rates } from '../../../src/main/server'
import { openHealth } from '../../../src/main/health'
import { createService } from '../../../src/main/service'
import { openTeamDatabase, type ObjectAddress } from '../../../src/main/store'
import { openDatabase } from '../../../src/main/store/postgres/database'
import { BUCKET, startObjectServer } from '../../support/object-server'
import { noDatabase, useTeamDatabase } from '../../support/team-database'
import { ada, bytes, p, until } from '../../support/workspace'
import { reasonOf } from '../store/contract-kit'

const url = useTeamDatabase()

/** A node of a workspace in the database, with its limits and a token. */
async function startNode(rates: Rates, connections = 8, objects: ObjectAddress | null = null) {
  const database = await openTeamDatabase(url(), connections, objects)
  const node = await database.open(randomUUID())
  const { store, nodes, isCrowded, load } = node
  const service = createService({ store, appVersion: '0.0.0' })
  const pressure = { nodes, isCrowded, uploads: 16 }
  const metrics = await startMetrics(
    { host: '127.0.0.1', port: 0 },
    { figures: () => service.figures(), readiness: () => service.readiness(), load },
    '0'
  )
  const watchers = [metrics.watcher]
  const server = await startServer({ service, port: 0, records: store.records, rates, pressure, watchers })
  const token = newTokenText('access')
  const hash = hashOfToken(token)
  const record = { id: hash.slice(0, 12), kind: 'access' as const, hash, email: 'maria@example.com' }
  await tokensIn(store.records).put({ ...record, groups: [], createdAt: Date.now() })
  const headers = { Authorization: `Bearer ${token}` }
  return {
    node,
    save: (path: string, words = String(Math.random())) =>
      fetch(`${server.origin}/source${path}`, {
        method: 'PUT',
        headers: { ...headers, 'Content-Type': 'text/html' },
        body: `<p>${words}</p>`
      }),
    list: () => fetch(`${server.origin}/list/`, { headers }),
    figures: async () => (await fetch(`${metrics.origin}/metrics`)).text(),
    async close() {
      await server.close()
      await metrics.close()
      await store.close()
      await database.close()
    }
  }
}

it.skipIf(noDatabase)(
  'TM14 a workspace that is asked too much is refused by its own limit, and another one in the same database is served',
  async () => {
    const noisy = await startNode({ ...teamRates, writes: 1000, burst: 1, workspaceWrites: 1 })
    const quiet = await startNode(teamRates)
    try {
      for (const node of [noisy, quiet]) expect((await node.save('/o/s/first.html')).status).toBe(201)
      const asked = Array.from({ length: 120 }, (_, n) => noisy.save(`/o/s/p${n % 5}.html`))
      const served = await Promise.all(
        Array.from({ length: 20 }, (_, n) => quiet.save(`/o/s/p${n % 5}.html`))
      )
      expect(served.filter(({ ok }) => !ok)).toEqual([])
      const answers = await Promise.all(asked)
      const refused = answers.filter(({ status }) => status === 429)
      expect(refused.length).toBeGreaterThan(60)
      expect(answers.every(({ ok, status }) => ok || status === 429)).toBe(true)
      expect(Number(refused[0]?.headers.get('retry-after'))).toBeGreaterThan(0)
      expect(await noisy.figures()).toContain(`galley_http_requests_limited_total ${refused.length}`)
    } finally {
      for (const node of [noisy, quiet]) await node.close()
    }
  }
)

it.skipIf(noDatabase)(
  'TM15 who would wait for the database behind too many is told at once to come again, and the figures say how it is',
  async () => {
    const node = await startNode({ ...teamRates, burst: 100 }, 4)
    const blocker = openDatabase(url(), { most: 2 })
    const client = await blocker.connection()
    try {
      await node.save('/o/s/p.html')
      // a page with many pictures is no crowd
      const wave = await Promise.all(Array.from({ length: 60 }, () => node.list()))
      expect(wave.filter(({ ok }) => !ok)).toEqual([])
      await client.query('begin')
      await client.query('lock table entries in access exclusive mode')
      const asked = Array.from({ length: 60 }, () => node.list())
      await until(() => node.node.isCrowded())
      const late = await node.list()
      expect([late.status, late.headers.get('retry-after')]).toEqual([503, '2'])
      // nobody waits for longer than two seconds for a connection
      expect((await asked.pop())?.status).toBe(503)
      await client.query('rollback')
      for (const answer of await Promise.all(asked)) expect([200, 503]).toContain(answer.status)
      await until(async () => (await node.list()).ok)
      const figures = await node.figures()
      expect(figures).toContain('galley_database_connections_most 4')
      expect(figures).toMatch(/galley_database_waiting \d+/)
      expect(figures).toContain('galley_database_event_lag_seconds 0')
      expect(figures).toContain('galley_database_nodes 1')
      expect(figures).toMatch(/galley_database_transactions_begun_again_total \d+/)
    } finally {
      client.release()
      await blocker.close()
      await node.close()
    }
  }
)

it.skipIf(noDatabase)(
  'TM15 the figures tell what was asked of the object storage, and how often in vain',
  async () => {
    const storage = await startObjectServer()
    const node = await startNode(teamRates, 8, {
      endpoint: storage.endpoint,
      bucket: BUCKET,
      region: 'us-east-1',
      isPathStyle: true,
      accessKey: 'known',
      secretKey: 'secret',
      inlineBytes: 100
    })
    const told = async (call: string, outcome: string) => {
      const line = `galley_objects_calls_total{call="${call}",outcome="${outcome}"} `
      const found = (await node.figures()).split('\n').find((one) => one.startsWith(line))
      return Number(found?.slice(line.length) ?? 0)
    }
    try {
      expect((await node.save('/o/s/p.html', 'small')).status).toBe(201)
      expect(await told('put', 'done')).toBe(0)
      expect((await node.save('/o/s/p.html', 'large'.repeat(100))).status).toBe(200)
      expect([await told('put', 'done'), await told('put', 'failed')]).toEqual([1, 0])
      expect(await node.figures()).toMatch(/galley_objects_seconds_total\{call="put"\} \d/)
      await storage.close()
      expect((await node.save('/o/s/p.html', 'other'.repeat(100))).status).toBe(503)
      expect([await told('put', 'done'), await told('put', 'failed')]).toEqual([1, 1])
    } finally {
      await node.close()
      await storage.close()
    }
  }
)

it.skipIf(noDatabase)(
  'TM16 W12 a workspace that is full says so to who would add to it, warns before, and takes more again when something went',
  async () => {
    const database = await openTeamDatabase(url(), 8, null)
    const { store } = await database.open(randomUUID(), { bytes: 1_000_000, files: 4 })
    const save = (path: string, size: number) =>
      store.write(p(path), bytes(path.padEnd(size, 'x')), { by: ada })
    const told: string[] = []
    try {
      await save('/o/s/a.html', 500_000)
      expect(await store.room()).toEqual({ free: 500_000, total: 1_000_000, files: 3, mostFiles: 4 })
      expect(await reasonOf(save('/o/s/b.html', 500_001))).toBe('disk-full')
      expect(await store.stat(p('/o/s/b.html'))).toBeNull()
      expect(await reasonOf(store.write(p('/o/s/c.png'), pieces(60), { by: ada }))).toBe('disk-full')
      await save('/o/s/b.html', 495_000)
      const health = openHealth({
        store,
        program: null,
        examines: false,
        onChange: () => undefined,
        onExamined: () => undefined,
        notify: (line) => told.push(line)
      })
      await until(() => told.length > 0)
      await health.close()
      expect(told[0]).toMatch(/are left of what this workspace may hold/)
      expect(await reasonOf(store.copy(p('/o/s/b.html'), p('/o/s/c.html'), { by: ada }))).toBe('no error')
      await save('/o/s/d.html', 10)
      expect(await reasonOf(save('/o/s/e.html', 10))).toBe('disk-full')
      expect(await reasonOf(store.copy(p('/o/s'), p('/o/t'), { by: ada }))).toBe('disk-full')
      // what is there can be written, moved and deleted
      await save('/o/s/d.html', 20)
      await store.move(p('/o/s/d.html'), p('/o/s/e.html'), { by: ada })
      const { id } = await store.remove(p('/o/s/e.html'), { by: ada })
      await store.deleteFromTrash(p('/o/s'), id)
      await until(async () => (await reasonOf(save('/o/s/f.html', 10))) === 'no error')
    } finally {
      await store.close()
      await database.close()
    }
  }
)

async function* pieces(count: number): AsyncGenerator<Uint8Array, void> {
  for (let n = 0; n < count; n++) yield await Promise.resolve(bytes('y'.repeat(10_000)))
}

it.skipIf(noDatabase)(
  'TM14 nodes know how many of them live, and one that has ended counts no more',
  async () => {
    const workspace = randomUUID()
    const database = await openTeamDatabase(url(), 8, null)
    const first = await database.open(workspace)
    const second = await database.open(workspace)
    const elsewhere = await database.open(randomUUID())
    expect([first.nodes(), second.nodes(), elsewhere.nodes()]).toEqual([1, 2, 1])
    await first.store.close()
    const third = await database.open(workspace)
    expect(third.nodes()).toBe(2)
    for (const { store } of [second, third, elsewhere]) await store.close()
    await database.close()
  }
)
