import { expect } from 'vitest'
import type { Random } from '../unit/formats/merge/random'
import { sha256, type Syncing } from './syncing'
import { SITE } from './syncing-people'

const MOST_ROUNDS = 40

/** Runs of all until none has anything to do, three times in a row. */
export async function untilQuiet(clients: readonly Syncing[]): Promise<void> {
  let quiet = 0
  for (let round = 1; quiet < 3;) {
    const done = []
    for (const client of clients) done.push(leftOf(await client.run()))
    const isQuiet = done.every(
      ({ deeds, failures, left }) => deeds === 0 && failures.length === 0 && left.length === 0
    )
    quiet = isQuiet ? quiet + 1 : 0
    // a file in which somebody wrote a moment ago has its turn when it rests (Y10)
    if (!done.some(({ left }) => left.some(([, state]) => state === 'editing'))) round += 1
    if (round > MOST_ROUNDS) throw new Error(`never comes to rest: ${JSON.stringify(done, null, 1)}`)
  }
}

const leftOf = ({ deeds, failures, files }: Awaited<ReturnType<Syncing['run']>>) => ({
  deeds,
  failures,
  left: files.files
    .filter(({ state }) => state !== 'conflict')
    .map(({ path, state, what }) => [path, state, what] as const)
})

/** Where a machine differs from the server it has an open conflict about the file, whose sides are these two, and that no merge could have solved. */
export async function onlyTrueConflicts(client: Syncing, server: Syncing): Promise<number> {
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

/** Decides whatever is open, and what comes of it, until all are quiet. */
export async function decideEverything(clients: readonly Syncing[], random: Random): Promise<void> {
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
}

/** Every content that somebody can have again on one of the machines, by its hash. */
export async function keptOn(machines: readonly Syncing[]): Promise<Map<string, Uint8Array>> {
  const kept = new Map<string, Uint8Array>()
  for (const machine of machines) for (const [hash, bytes] of await machine.kept()) kept.set(hash, bytes)
  return kept
}
