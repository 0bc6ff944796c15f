import { newDocument, writeDocument } from '../../../src/common/formats/structured'
import type { Syncing } from '../../crash/syncing'
import { People, SITE } from '../../crash/syncing-people'
import { randomOf, type Random } from '../../unit/formats/merge/random'
import { schemaPage } from './forms'
import type { AppGalley } from './syncing'
import type { Trouble } from './trouble'
import { Typist, type TypedDocument } from './typist'

/** What people have open and type into. */
export const documents: readonly [TypedDocument, ...TypedDocument[]] = [
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

/** These documents as they are at first, and the schema of the one with a form: content by path. */
export const firstContents: Readonly<Record<string, string>> = {
  [`${SITE}/.galley/forms/schemas/berth.html`]: schemaPage(berth),
  [`${SITE}/typed/story.html`]: `<body><header></header><main><div>\n<p>\none\n</p>\n<p>\ntwo\n</p>\n<p>\nthree\n</p>\n</div></main><footer></footer></body>\n`,
  [`${SITE}/typed/notes.md`]: 'one\ntwo\nthree\nfour\nfive\nsix\n',
  [`${SITE}/typed/fields.json`]: '{\n"open": true,\n"name": "pier"\n}\n',
  [`${SITE}/typed/berth.html`]: writeDocument(
    newDocument({ title: 'berth', schemaName: 'berth', data: { name: 'Pier 4', note: 'Deep' } })
  )
}

export interface ChaosOptions {
  readonly apps: readonly AppGalley[]
  /** Who is killed; each once in an order of the seed's choice, then any. */
  readonly killed: readonly [Syncing, ...Syncing[]]
  /** Where people write without a window, beside the apps. */
  readonly servers: readonly Syncing[]
  /** What befalls the workspaces from outside meanwhile. */
  readonly trouble?: Trouble | undefined
  readonly seed: number
  readonly random: Random
  /** It goes on for so long, and until all of this has happened. Milliseconds. */
  readonly forMs: number
  readonly leastSaves: number
  readonly leastWords: number
}

export interface Chaos {
  readonly people: People
  readonly typists: readonly Typist[]
  readonly trouble: Trouble | undefined
  readonly kills: ReadonlyMap<string, number>
}

/** People write and type until it is enough, and meanwhile one process after the other is killed and started again. */
export async function chaos({
  apps,
  killed,
  servers,
  trouble,
  seed,
  random,
  ...until
}: ChaosOptions): Promise<Chaos> {
  const end = Date.now() + until.forMs
  const kills = new Map<string, number>()
  const state = { isOver: false, isKilled: false }
  const isEnough = () =>
    state.isOver ||
    (state.isKilled &&
      people.saved.size >= until.leastSaves &&
      typists.every(({ saved }) => saved.size >= until.leastWords))
  const shared = documents.filter(({ as }) => as === 'prose').map(({ path }) => path)
  const options = { seed, pauseMs: 250, decisions: 3, shared, isEnough }
  const people: People = new People([...apps, ...servers], options)
  const typists: Typist[] = apps.map(
    (app, at) => new Typist(app, { documents, random: randomOf(seed + 10 + at), isEnough })
  )

  const kill = async () => {
    const first = shuffled(killed, random)
    for (;;) {
      await new Promise((done) => setTimeout(done, 300 + random.int(until.forMs > 0 ? 4_000 : 900)))
      if (state.isOver || (Date.now() >= end && first.length === 0)) break
      const machine = first.pop() ?? random.pick(killed)
      await machine.end('SIGKILL')
      kills.set(machine.name, (kills.get(machine.name) ?? 0) + 1)
      // killed on a full disk, and begun again when there is room
      await trouble?.calm()
      await machine.start()
    }
    state.isKilled = true
  }
  const all = [kill(), people.write(), ...typists.map((typist) => typist.type()), trouble?.run(isEnough)]
  try {
    await Promise.all(all)
  } finally {
    state.isOver = true
    await Promise.allSettled(all)
  }
  return { kills, typists, people, trouble }
}

/** What happened, in a line. */
export function figuresOf({ kills, typists, people, trouble }: Chaos): string {
  const sum = (of: (typist: Typist) => number) => typists.reduce((all, typist) => all + of(typist), 0)
  const onlyKept = sum(({ saved, kept }) => [...kept.keys()].filter((word) => !saved.has(word)).length)
  return [
    `${people.saved.size} saves`,
    `${sum(({ saved }) => saved.size)} typed words shown as saved`,
    `${onlyKept} more that came back from a draft`,
    `kills: ${[...kills].map(([name, count]) => `${name} ${count}`).join(', ')}`,
    `${people.decided} conflicts decided meanwhile`,
    `${sum(({ questions }) => questions)} in the editor`,
    ...(trouble
      ? [`${trouble.written.size} files of another program`, `${trouble.fills} times a full disk`]
      : [])
  ].join('; ')
}

function shuffled<T>(list: readonly T[], random: Random): T[] {
  const left = [...list]
  return list.flatMap(() => left.splice(random.int(left.length), 1))
}
