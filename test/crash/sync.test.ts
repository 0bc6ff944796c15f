import { join } from 'node:path'
import { rm } from 'node:fs/promises'
import { beforeAll, expect, test } from 'vitest'
import { bundleProgram } from '../support/bundle'
import { tempFolder } from '../support/workspace'
import { makeToken } from '../contract/over-http'
import { randomOf, type Random } from '../unit/formats/merge/random'
import { openQuirkServer } from '../unit/sync/quirk-server'
import { sha256 } from './syncing'
import { Machine } from './syncing-machines'
import { decideEverything, keptOn, onlyTrueConflicts, untilQuiet } from './syncing-peace'
import { People, SITE } from './syncing-people'

/** How long people write and processes are killed: minutes with `GALLEY_SYNC_MINUTES=5`, else a few seconds. */
const FOR_MS = Number(process.env['GALLEY_SYNC_MINUTES'] ?? 0.05) * 60_000
const SEED = Number(process.env['GALLEY_SEED'] ?? 1)
/** On a slow machine it takes longer than that until enough has happened. */
const LEAST_SAVES = 30
const LEAST_KILLS = 2

let program = ''
beforeAll(async () => {
  program = await bundleProgram('test/crash/syncing-galley.ts')
})

function writersUntil(machines: readonly Machine[], until: number): People {
  const people: People = new People(machines, {
    seed: SEED,
    pauseMs: FOR_MS > 60_000 ? 150 : 40,
    decisions: 2,
    isEnough: () => Date.now() > until && people.saved.size >= LEAST_SAVES
  })
  return people
}

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
      const until = Date.now() + FOR_MS
      const people = writersUntil(machines, until)
      const [kills] = await Promise.all([kill(machines, random, until), people.write()])
      expect(people.faults).toEqual([])
      await untilQuiet(clients)
      let conflicts = 0
      for (const client of clients) conflicts += await onlyTrueConflicts(client, server)
      await decideEverything(clients, random)
      for (const machine of machines) await machine.end('SIGTERM')
      const there = await server.tree()
      for (const client of clients) expect([...(await client.tree())].sort()).toEqual([...there].sort())
      const kept = await keptOn(machines)
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
      const until = Date.now() + FOR_MS
      const people = writersUntil(clients, until)
      const [kills] = await Promise.all([kill(clients, random, until), people.write()])
      expect(people.faults).toEqual([])
      await untilQuiet(clients)
      await decideEverything(clients, random)
      for (const client of clients) await client.end('SIGTERM')
      const there = new Map([
        ...[...server.files].map(
          ([path, { bytes }]) => [path.replace('/.da/', '/.galley/'), sha256(bytes)] as const
        ),
        ...[...server.configs].map(([path, text]) => [`/.config${path}.json`, sha256(text)] as const)
      ])
      for (const client of clients) expect([...(await client.tree())].sort()).toEqual([...there].sort())
      const kept = await keptOn(clients)
      expect([...people.saved].filter(([hash]) => !kept.has(hash)).map(([, what]) => what)).toEqual([])
      console.info(`seed ${SEED}: ${people.saved.size} saves, ${kills} kills, ${there.size} files at the end`)
    } finally {
      for (const client of clients) await client.end('SIGKILL')
      await server.close()
      await rm(base, { recursive: true, force: true })
    }
  }
)
