import { afterEach, describe, expect, it } from 'vitest'
import { newDocument, writeDocument } from '../../src/common/structured'
import { decideEverything, keptOn, onlyTrueConflicts, untilQuiet } from '../crash/syncing-peace'
import { People, SITE } from '../crash/syncing-people'
import type { Syncing } from '../crash/syncing'
import { randomOf, type Random } from '../unit/merge/random'
import { without } from './support/capabilities'
import { temporaryFolders } from './support/folders'
import { schemaPage } from './support/forms'
import { say } from './support/say'
import { AppGalley, galley, ServedGalley } from './support/syncing'
import { Typist, type TypedDocument } from './support/typist'
import { waitFor } from './support/wait'

/** How long people write and processes are killed: minutes with `GALLEY_APPS_MINUTES=5`, else until each was killed once. */
const FOR_MS = Number(process.env['GALLEY_APPS_MINUTES'] ?? 0) * 60_000
const SEED = Number(process.env['GALLEY_SEED'] ?? 1)
const LEAST_SAVES = 20
const LEAST_WORDS = 3

const documents: readonly [TypedDocument, ...TypedDocument[]] = [
  { path: `${SITE}/typed/story.html`, as: 'prose' },
  { path: `${SITE}/typed/notes.md`, as: 'prose' },
  { path: `${SITE}/typed/fields.json`, as: 'members' },
  { path: `${SITE}/typed/berth.html`, as: { field: 'Note' } }
]
const berth = {
  title: 'Berth',
  type: 'object',
  properties: { name: { type: 'string', title: 'Name' }, note: { type: 'string', title: 'Note' } }
}
/** What lies on the server before anybody comes. */
const first: Readonly<Record<string, string>> = {
  [`${SITE}/.galley/forms/schemas/berth.html`]: schemaPage(berth),
  [`${SITE}/typed/story.html`]: `<body><header></header><main><div>\n<p>\none\n</p>\n<p>\ntwo\n</p>\n<p>\nthree\n</p>\n</div></main><footer></footer></body>\n`,
  [`${SITE}/typed/notes.md`]: 'one\ntwo\nthree\nfour\nfive\nsix\n',
  [`${SITE}/typed/fields.json`]: '{\n"open": true,\n"name": "pier"\n}\n',
  [`${SITE}/typed/berth.html`]: writeDocument(
    newDocument({ title: 'berth', schemaName: 'berth', data: { name: 'Pier 4', note: 'Deep' } })
  )
}

describe.skipIf(without.electron)('two apps and a server, killed', () => {
  const folders = temporaryFolders()
  const machines: Syncing[] = []
  afterEach(async () => {
    for (const machine of machines.splice(0)) await machine.end('SIGKILL')
    await folders.removeAll()
  })

  it(
    `E1 Y5 Y9 people type into two apps and write to a server, each is killed with -9 again and again: no word is lost, all agree (seed ${SEED})`,
    { timeout: FOR_MS * 3 + 240_000 },
    async () => {
      const random = randomOf(SEED)
      const server = new ServedGalley('server', await folders.make('server'))
      machines.push(server)
      await server.start()
      for (const [path, body] of Object.entries(first))
        await server.ask(
          'PUT',
          `/source${path}`,
          body,
          path.endsWith('.json') ? 'application/json' : 'text/html'
        )
      const apps: AppGalley[] = []
      for (const name of ['one', 'two']) {
        const place = { folder: await folders.make(name), userData: await folders.make('user') }
        const app = new AppGalley({ name, ...place, token: server.token })
        apps.push(app)
        machines.push(app)
        await connect(app, server)
      }

      const { kills, typists, people } = await chaos(apps, server, random)
      for (const typist of typists) await typist.finish()
      await untilQuiet(apps)
      let conflicts = 0
      for (const app of apps) conflicts += await onlyTrueConflicts(app, server)
      await decideEverything(apps, random)
      for (const machine of machines) await machine.end('SIGTERM')

      const there = await server.tree()
      for (const app of apps) expect([...(await app.tree())].sort()).toEqual([...there].sort())
      const kept = await keptOn(machines)
      expect([...people.saved].filter(([hash]) => !kept.has(hash)).map(([, what]) => what)).toEqual([])
      const text = [...kept.values()].map((bytes) => Buffer.from(bytes).toString()).join('\n')
      const lost = (words: ReadonlyMap<string, string>) =>
        [...words].filter(([word]) => !text.includes(word)).map(([, what]) => what)
      for (const { saved } of typists) expect(lost(saved), 'shown as saved').toEqual([])
      for (const { kept } of typists) expect(lost(kept), 'kept as a draft').toEqual([])
      for (const { folder } of machines) expect(galley('doctor', '--data', folder)).toContain('all is well')
      say(figures({ kills, typists, people, conflicts, files: there.size, apps }))
    }
  )
})

/** Makes the person and pairs the site, by what the window asks for when a person does. */
async function connect(app: AppGalley, server: ServedGalley): Promise<void> {
  await app.start()
  await app.json('PUT', '/app/workspace', { owner: { name: app.name, email: `${app.name}@example.com` } })
  const remote = { name: 'Server', base: server.address, token: server.token }
  const { id } = await app.json<{ id: string }>('POST', '/sync/remotes', remote)
  await app.json('POST', '/sync/pairs', { remoteId: id, local: SITE, remote: SITE })
  for (const { path } of documents)
    await waitFor(`${path} in ${app.name}`, async () => (await app.ask('GET', `/source${path}`)).ok)
  await app.page.reload()
  await app.page.getByRole('tree').waitFor()
}

/** People write and type until it is enough, and meanwhile one process after the other is killed and started again. */
async function chaos(apps: readonly AppGalley[], server: ServedGalley, random: Random) {
  const end = Date.now() + FOR_MS
  const kills = new Map<string, number>()
  const state = { failed: false, isKilled: false }
  const isEnough = () =>
    state.failed ||
    (state.isKilled &&
      people.saved.size >= LEAST_SAVES &&
      typists.every(({ saved }) => saved.size >= LEAST_WORDS))
  const shared = documents.filter(({ as }) => as === 'prose').map(({ path }) => path)
  const people: People = new People([...apps, server], {
    seed: SEED,
    pauseMs: 250,
    decisions: 3,
    shared,
    isEnough
  })
  const typists: Typist[] = apps.map(
    (app, at) => new Typist(app, { documents, random: randomOf(SEED + 10 + at), isEnough })
  )

  /** Each of them once in an order of the seed's choice, then any. */
  const kill = async () => {
    let next = shuffled([...apps, server], random)
    for (;;) {
      await new Promise((done) => setTimeout(done, 300 + random.int(FOR_MS > 0 ? 4_000 : 1_500)))
      if (state.failed || (Date.now() >= end && next.length === 0)) break
      if (next.length === 0) next = [random.pick([apps[0] ?? server, apps[1] ?? server, server])]
      const machine = next.pop() ?? server
      await machine.end('SIGKILL')
      kills.set(machine.name, (kills.get(machine.name) ?? 0) + 1)
      await machine.start()
    }
    state.isKilled = true
  }
  const all = [kill(), people.write(), ...typists.map((typist) => typist.type())]
  try {
    await Promise.all(all)
  } finally {
    state.failed = true
    await Promise.allSettled(all)
  }
  return { kills, typists, people }
}

function shuffled<T>(list: readonly T[], random: Random): T[] {
  const left = [...list]
  return list.flatMap(() => left.splice(random.int(left.length), 1))
}

interface Outcome {
  readonly kills: ReadonlyMap<string, number>
  readonly typists: readonly Typist[]
  readonly people: People
  readonly conflicts: number
  readonly files: number
  readonly apps: readonly AppGalley[]
}

function figures({ kills, typists, people, conflicts, files, apps }: Outcome): string {
  const sum = (of: (typist: Typist) => number) => typists.reduce((all, typist) => all + of(typist), 0)
  const onlyKept = sum(({ saved, kept }) => [...kept.keys()].filter((word) => !saved.has(word)).length)
  return [
    `seed ${SEED}: ${people.saved.size} saves`,
    `${sum(({ saved }) => saved.size)} typed words shown as saved, ${onlyKept} that came back from a draft`,
    `kills: ${[...kills].map(([name, count]) => `${name} ${count}`).join(', ')}`,
    `${people.decided} conflicts decided meanwhile, ${conflicts} at the end, ${sum(({ questions }) => questions)} in the editor`,
    `${files} files at the end`,
    `complaints: ${JSON.stringify([...new Set(apps.flatMap(({ complaints }) => complaints))])}`
  ].join('; ')
}
