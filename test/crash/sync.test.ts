import { dirname, join } from 'node:path'
import { rm } from 'node:fs/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { bundleProgram } from '../support/bundle'
import { tempFolder } from '../support/workspace'
import { makeToken } from '../contract/over-http'
import { randomOf, type Random } from '../unit/merge/random'
import { openQuirkServer } from '../unit/sync/quirk-server'
import { Machine, sha256 } from './syncing-machines'

/** How long people write and processes are killed: minutes with `GALLEY_SYNC_MINUTES=5`, else a few seconds. */
const FOR_MS = Number(process.env['GALLEY_SYNC_MINUTES'] ?? 0.05) * 60_000
const SEED = Number(process.env['GALLEY_SEED'] ?? 1)
/** On a slow machine it takes longer than that until enough has happened. */
const LEAST_SAVES = 30
const LEAST_KILLS = 2
const SITE = '/acme/site'
const MOST_ROUNDS = 40

let program = ''
beforeAll(async () => {
  program = await bundleProgram('test/crash/syncing-galley.ts')
})
afterAll(() => rm(dirname(program), { recursive: true, force: true }))

/** What people have been told is saved, and a word of its own for each. */
class People {
  readonly saved = new Map<string, string>()
  private words = 0

  constructor(
    private readonly machines: readonly Machine[],
    private readonly seed: number
  ) {}

  /** Each writes on a machine of their own until the end; a machine that is down is tried again. */
  async write(until: number): Promise<void> {
    await Promise.all(
      this.machines.map(async (machine, at) => {
        const random = randomOf(this.seed + at)
        while (Date.now() < until || this.saved.size < LEAST_SAVES) {
          try {
            await this.act(machine, random)
          } catch {
            // killed meanwhile: what was not acknowledged does not count
          }
          await new Promise((done) => setTimeout(done, random.int(FOR_MS > 60_000 ? 150 : 40)))
        }
      })
    )
  }

  private async act(machine: Machine, random: Random): Promise<void> {
    const kind = random.int(100)
    if (kind < 4) await machine.ask('DELETE', `/source${random.pick(paths)}`)
    else if (kind < 8) {
      const form = new FormData()
      form.append('destination', random.pick(paths))
      await machine.ask('POST', `/move${random.pick(paths)}`, form)
    } else if (kind < 12) await this.config(machine, random)
    else await this.edit(machine, random)
  }

  private async edit(machine: Machine, random: Random): Promise<void> {
    const path = random.pick(paths)
    const there = await machine.ask('GET', `/source${path}`)
    const old = there.ok ? await there.text() : null
    const ext = path.slice(path.lastIndexOf('.') + 1)
    const content = edited(ext, old, this.word(machine), random)
    const answer = await machine.ask('PUT', `/source${path}`, content, types[ext])
    if (answer.ok) this.saved.set(sha256(content), `${machine.name} ${path}: ${content.slice(0, 200)}`)
  }

  private async config(machine: Machine, random: Random): Promise<void> {
    const there = await machine.ask('GET', `/config${SITE}`)
    const rows = there.ok ? ((await there.json()) as { data: { key: string; value: string }[] }).data : []
    const key = `k${random.int(4)}`
    const value = this.word(machine)
    const data = [...rows.filter((row) => row.key !== key), { key, value }].sort((a, b) =>
      a.key < b.key ? -1 : 1
    )
    const content = JSON.stringify({ ':type': 'sheet', ':sheetname': 'data', total: data.length, data })
    const form = new FormData()
    form.append('config', content)
    const answer = await machine.ask('POST', `/config${SITE}`, form)
    if (answer.ok) this.saved.set(sha256(await answer.text()), `${machine.name} config: ${content}`)
  }

  private word({ name }: Machine): string {
    return `${name}-${(this.words += 1)}`
  }
}

const paths = [
  ...Array.from({ length: 5 }, (_, at) => `${SITE}/page-${at}.html`),
  ...Array.from({ length: 4 }, (_, at) => `${SITE}/news/item-${at}.json`),
  ...Array.from({ length: 3 }, (_, at) => `${SITE}/news/notes-${at}.md`),
  `${SITE}/media/pier.png`,
  `${SITE}/media/sea.png`,
  `${SITE}/.galley/forms/schemas/place.html`
] as unknown as readonly [string, ...string[]]

const types: Readonly<Record<string, string>> = {
  html: 'text/html',
  json: 'application/json',
  md: 'text/markdown',
  png: 'image/png'
}

/** The content with one place changed. */
function edited(ext: string, old: string | null, word: string, random: Random): string {
  if (ext === 'png') return `\u0001${word}`
  if (ext === 'json') {
    const value = old === null || old === '' ? {} : (JSON.parse(old) as Record<string, string>)
    return JSON.stringify({ ...value, [`k${random.int(6)}`]: word })
  }
  const parts = ext === 'md' ? (old ?? 'one\ntwo\nthree\nfour').split('\n') : blocksOf(old)
  parts[random.int(parts.length)] = ext === 'md' ? word : `<p>${word} and more</p>`
  return ext === 'md'
    ? parts.join('\n')
    : `<body><header></header><main><div>${parts.join('')}</div></main></body>`
}

const blocksOf = (page: string | null): string[] =>
  page?.match(/<p>.*?<\/p>/g) ?? ['<p>one</p>', '<p>two</p>', '<p>three</p>', '<p>four</p>']

/** Kills one process after the other at moments of the seed's choice, and starts it again. */
async function kill(machines: readonly Machine[], random: Random, until: number): Promise<number> {
  let kills = 0
  const most = FOR_MS > 60_000 ? 2500 : 350
  for (;;) {
    await new Promise((done) => setTimeout(done, 100 + random.int(most)))
    if (Date.now() > until && kills >= LEAST_KILLS) return kills
    const machine = machines[random.int(machines.length)]
    await machine?.end('SIGKILL')
    kills += 1
    await machine?.start()
  }
}

/** Runs of both until neither has anything to do, three times in a row. */
async function untilQuiet(clients: readonly Machine[]): Promise<void> {
  let quiet = 0
  for (let round = 1; quiet < 3; round += 1) {
    const done = []
    for (const client of clients) done.push(await client.run())
    const isQuiet = done
      .map(leftOf)
      .every(({ deeds, failures, left }) => deeds === 0 && failures.length === 0 && left.length === 0)
    quiet = isQuiet ? quiet + 1 : 0
    if (round > MOST_ROUNDS)
      throw new Error(`never comes to rest: ${JSON.stringify(done.map(leftOf), null, 1)}`)
  }
}

const leftOf = ({ deeds, failures, files }: Awaited<ReturnType<Machine['run']>>) => ({
  deeds,
  failures,
  left: files.files
    .filter(({ state }) => state !== 'conflict')
    .map(({ path, state, what }) => [path, state, what])
})

/** Where a machine differs from the server it has an open conflict about the file, whose sides are these two, and that no merge could have solved. */
async function onlyTrueConflicts(client: Machine, server: Machine): Promise<number> {
  const open = new Map<string, { remote: string; isOpen: boolean }>()
  for (const { key, path } of await client.conflicts()) {
    const shown = await client.conflict(key)
    const place = key.startsWith('config ') ? '/.config/acme/site.json' : SITE + path
    open.set(place, { remote: sha256(shown.remote ?? ''), isOpen: shown.open > 0 })
  }
  const [here, there] = [await client.tree(), await server.tree()]
  const differing = [...new Set([...here.keys(), ...there.keys()])].filter(
    (path) => here.get(path) !== there.get(path)
  )
  for (const path of differing) {
    const conflict = open.get(path)
    expect(conflict, `${client.name} differs in ${path} without a conflict`).toBeDefined()
    expect(conflict?.isOpen, path).toBe(true)
    if (!path.endsWith('.png')) expect(conflict?.remote, path).toBe(there.get(path))
  }
  for (const path of open.keys())
    expect(differing, `a conflict about the same bytes: ${path}`).toContain(path)
  return open.size
}

test(
  `Y5 Y9 two Galleys and a server in processes of their own, killed with -9 while people write: nothing is lost, all agree (seed ${SEED})`,
  { timeout: FOR_MS * 3 + 240_000 },
  async () => {
    const random = randomOf(SEED)
    const base = await tempFolder()
    const at = (name: string) => join(base, name)
    const server = new Machine('server', at('server'), program, '')
    let machines: Machine[] = [server]
    try {
      await server.start()
      const token = await makeToken(at('server'))
      const clients = ['one', 'two'].map((name) => new Machine(name, at(name), program, token))
      machines = [server, ...clients]
      for (const client of clients) {
        await client.start()
        const remote = { name: 'Server', base: server.address, token: null }
        const { id } = await client.json<{ id: string }>('POST', '/sync/remotes', remote)
        await client.json('POST', '/sync/pairs', { remoteId: id, local: SITE, remote: SITE })
      }
      const people = new People(machines, SEED)
      const until = Date.now() + FOR_MS
      const [kills] = await Promise.all([kill(machines, random, until), people.write(until)])
      await untilQuiet(clients)
      let conflicts = 0
      for (const client of clients) conflicts += await onlyTrueConflicts(client, server)
      for (let round = 0; round < MOST_ROUNDS; round += 1) {
        let decided = 0
        for (const client of clients) {
          for (const { key } of await client.conflicts()) {
            await client.decide(key, random.chance(0.5) ? 'local' : 'remote')
            decided += 1
          }
          await client.run()
        }
        if (decided === 0) break
      }
      await untilQuiet(clients)
      for (const machine of machines) await machine.end('SIGTERM')
      const there = await server.tree()
      for (const client of clients) expect([...(await client.tree())].sort()).toEqual([...there].sort())
      const kept = new Set<string>()
      for (const machine of machines) for (const hash of await machine.kept()) kept.add(hash)
      const lost = [...people.saved].filter(([hash]) => !kept.has(hash)).map(([, what]) => what)
      expect(lost).toEqual([])
      console.info(
        `seed ${SEED}: ${people.saved.size} saves, ${kills} kills, ${conflicts} conflicts, ${there.size} files at the end`
      )
    } finally {
      for (const machine of machines) await machine.end('SIGKILL')
      await rm(base, { recursive: true, force: true })
    }
  }
)

test(
  `Y4 Y9 the same with a server that has the habits of the public product (seed ${SEED})`,
  { timeout: FOR_MS * 3 + 240_000 },
  async () => {
    const random = randomOf(SEED)
    const base = await tempFolder()
    const server = await openQuirkServer()
    const clients = ['one', 'two'].map((name) => new Machine(name, join(base, name), program, 'secret'))
    try {
      for (const client of clients) {
        await client.start()
        const remote = { name: 'Server', base: server.origin, token: null }
        const { id } = await client.json<{ id: string }>('POST', '/sync/remotes', remote)
        const pair = { remoteId: id, local: SITE, remote: SITE, lowerCase: true, serviceFolder: 'da' }
        await client.json('POST', '/sync/pairs', pair)
      }
      const people = new People(clients, SEED)
      const until = Date.now() + FOR_MS
      const [kills] = await Promise.all([kill(clients, random, until), people.write(until)])
      await untilQuiet(clients)
      for (let round = 0; round < MOST_ROUNDS; round += 1) {
        let decided = 0
        for (const client of clients) {
          for (const { key } of await client.conflicts()) {
            await client.decide(key, random.chance(0.5) ? 'local' : 'remote')
            decided += 1
          }
          await client.run()
        }
        if (decided === 0) break
      }
      await untilQuiet(clients)
      for (const client of clients) await client.end('SIGTERM')
      const there = new Map([
        ...[...server.files].map(
          ([path, { bytes }]) => [path.replace('/.da/', '/.galley/'), sha256(bytes)] as const
        ),
        ...[...server.configs].map(([path, text]) => [`/.config${path}.json`, sha256(text)] as const)
      ])
      for (const client of clients) expect([...(await client.tree())].sort()).toEqual([...there].sort())
      const kept = new Set<string>()
      for (const client of clients) for (const hash of await client.kept()) kept.add(hash)
      expect([...people.saved].filter(([hash]) => !kept.has(hash)).map(([, what]) => what)).toEqual([])
      console.info(`seed ${SEED}: ${people.saved.size} saves, ${kills} kills, ${there.size} files at the end`)
    } finally {
      for (const client of clients) await client.end('SIGKILL')
      await server.close()
      await rm(base, { recursive: true, force: true })
    }
  }
)
