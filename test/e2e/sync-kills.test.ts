import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import type { Syncing } from '../crash/syncing'
import { sha256 } from '../crash/syncing'
import { decideEverything, keptOn, onlyTrueConflicts, untilQuiet } from '../crash/syncing-peace'
import { SITE } from '../crash/syncing-people'
import { onRealDisk } from '../support/workspace'
import { randomOf, type Random } from '../unit/formats/merge/random'
import { openQuirkServer } from '../unit/sync/quirk-server'
import { without } from './support/capabilities'
import { chaos, documents, figuresOf, firstContents, type Chaos } from './support/chaos'
import { temporaryFolders } from './support/folders'
import { say } from './support/say'
import { smallDisk } from './support/small-disk'
import { AppGalley, galley, ServedGalley } from './support/syncing'
import { Trouble, type Place } from './support/trouble'
import { waitFor } from './support/wait'

onRealDisk()

/** How long people write and processes are killed: minutes with `GALLEY_APPS_MINUTES=5`, else until each was killed once. */
const FOR_MS = Number(process.env['GALLEY_APPS_MINUTES'] ?? 0) * 60_000
const SEED = Number(process.env['GALLEY_SEED'] ?? 1)
const enough = { seed: SEED, forMs: FOR_MS, leastSaves: 20, leastWords: 2 }
const timeout = FOR_MS * 3 + 240_000

describe.skipIf(without.electron)('two apps and a server, killed', () => {
  const folders = temporaryFolders()
  const machines: Syncing[] = []
  const opened: { close(): Promise<void> }[] = []
  const places: Place[] = []
  afterEach(async () => {
    for (const machine of machines.splice(0)) await machine.end('SIGKILL')
    for (const one of opened.splice(0)) await one.close()
    for (const { disk } of places.splice(0)) await disk.remove()
    await folders.removeAll()
  })

  /** In the long form each app's workspace lies on a disk of its own, which is full now and then. */
  async function placeFor(name: string): Promise<string> {
    const made = await folders.make(name)
    if (FOR_MS === 0 || without.disks) return made
    const disk = await smallDisk('roomy', made)
    const folder = join(disk.folder, 'work')
    await mkdir(folder)
    places.push({ name, folder, disk })
    return folder
  }

  function troubleFor(random: Random): Trouble | undefined {
    const [first, ...others] = places
    return first && new Trouble([first, ...others], random)
  }

  async function openApp(name: string, token: string): Promise<AppGalley> {
    const app = new AppGalley({
      name,
      token,
      folder: await placeFor(name),
      userData: await folders.make('user')
    })
    machines.push(app)
    await app.start()
    await app.json('PUT', '/app/workspace', { owner: { name, email: `${name}@example.com` } })
    return app
  }

  it(
    `E1 Y5 Y9 people type into two apps and write to a server, each is killed with -9 again and again: no word is lost, all agree (seed ${SEED})`,
    { timeout },
    async () => {
      const random = randomOf(SEED)
      const server = new ServedGalley('server', await folders.make('server'))
      machines.push(server)
      await server.start()
      for (const [path, body] of Object.entries(firstContents)) await put(server, path, body)
      const apps: AppGalley[] = []
      for (const name of ['one', 'two']) {
        const app = await openApp(name, server.token)
        await connect(app, { base: server.address, token: server.token })
        apps.push(app)
      }

      const trouble = troubleFor(random)
      const killed = [server, ...apps] as const
      const chaotic = await chaos({ ...enough, apps, killed, servers: [server], random, trouble })
      for (const typist of chaotic.typists) await typist.finish()
      await untilQuiet(apps)
      let conflicts = 0
      for (const app of apps) conflicts += await onlyTrueConflicts(app, server)
      await decideEverything(apps, random)
      for (const machine of machines) await machine.end('SIGTERM')

      const there = await server.tree()
      for (const app of apps) expect([...(await app.tree())].sort()).toEqual([...there].sort())
      await expectNothingLost(chaotic, machines)
      say(`seed ${SEED}: ${figuresOf(chaotic)}; ${conflicts} conflicts at the end, ${there.size} files`)
    }
  )

  if (FOR_MS > 0)
    it(
      `E1 Y4 Y9 the same with a server that has the habits of the public product (seed ${SEED})`,
      { timeout },
      async () => {
        const random = randomOf(SEED)
        const server = await openQuirkServer()
        opened.push(server)
        const one = await openApp('one', 'secret')
        for (const [path, body] of Object.entries(firstContents)) await put(one, path, body)
        const apps = [one, await openApp('two', 'secret')] as const
        for (const app of apps)
          await connect(app, { base: server.origin, token: 'secret', lowerCase: true, serviceFolder: 'da' })

        const trouble = troubleFor(random)
        const chaotic = await chaos({ ...enough, apps, killed: apps, servers: [], random, trouble })
        for (const typist of chaotic.typists) await typist.finish()
        await untilQuiet(apps)
        await decideEverything(apps, random)
        for (const app of apps) await app.end('SIGTERM')

        const there = new Map([
          ...[...server.files].map(
            ([path, { bytes }]) => [path.replace('/.da/', '/.galley/'), sha256(bytes)] as const
          ),
          ...[...server.configs].map(([path, text]) => [`/.config${path}.json`, sha256(text)] as const)
        ])
        for (const app of apps) expect([...(await app.tree())].sort()).toEqual([...there].sort())
        await expectNothingLost(chaotic, apps)
        say(`seed ${SEED}, other habits: ${figuresOf(chaotic)}; ${there.size} files`)
      }
    )
})

async function put(machine: Syncing, path: string, body: string): Promise<void> {
  const type = path.endsWith('.json') ? 'application/json' : 'text/html'
  expect((await machine.ask('PUT', `/source${path}`, body, type)).status, path).toBe(201)
}

interface Server {
  readonly base: string
  readonly token: string
  readonly lowerCase?: boolean
  readonly serviceFolder?: string
}

/** Pairs the site, by what the window asks for when a person does, and waits for what lies on the server. */
async function connect(app: AppGalley, { base, token, ...habits }: Server): Promise<void> {
  const { id } = await app.json<{ id: string }>('POST', '/sync/remotes', { name: 'Server', base, token })
  await app.json('POST', '/sync/pairs', { remoteId: id, local: SITE, remote: SITE, ...habits })
  for (const { path } of documents)
    await waitFor(`${path} in ${app.name}`, async () => (await app.ask('GET', `/source${path}`)).ok)
  await app.page.reload()
  await app.page.getByRole('tree').waitFor()
}

/** Everything that somebody was told is saved, or that lay in a draft, is somewhere to be had; and every workspace is sound. */
async function expectNothingLost(
  { people, typists, trouble }: Chaos,
  machines: readonly Syncing[]
): Promise<void> {
  expect(people.faults).toEqual([])
  const kept = await keptOn(machines)
  expect([...people.saved].filter(([hash]) => !kept.has(hash)).map(([, what]) => what)).toEqual([])
  expect([...(trouble?.written ?? [])].filter(([hash]) => !kept.has(hash)).map(([, what]) => what)).toEqual(
    []
  )
  const text = [...kept.values()].map((bytes) => Buffer.from(bytes).toString()).join('\n')
  const lost = (words: ReadonlyMap<string, string>) =>
    [...words].filter(([word]) => !text.includes(word)).map(([, what]) => what)
  for (const typist of typists) {
    expect(lost(typist.saved), 'shown as saved').toEqual([])
    expect(lost(typist.kept), 'kept as a draft').toEqual([])
  }
  for (const { folder } of machines) expect(galley('doctor', '--data', folder)).toContain('all is well')
}
