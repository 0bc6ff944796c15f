import { randomOf, type Random } from '../unit/formats/merge/random'
import { sha256, type Syncing } from './syncing'

export const SITE = '/acme/site'

export interface PeopleOptions {
  readonly seed: number
  /** Asked before each act; they stop when it says so. */
  readonly isEnough: () => boolean
  /** The longest pause between two acts of one person, in milliseconds. */
  readonly pauseMs: number
  /** Of a hundred acts, how many decide a conflict that is open. */
  readonly decisions?: number
  /** Texts in which others write too: a line is added to what they hold just then, nothing else is touched. */
  readonly shared?: readonly string[]
}

/** People who write, each on a machine of their own, and what they have been told is saved, with a word of its own for each. */
export class People {
  /** By the sha256 of the content. */
  readonly saved = new Map<string, string>()
  decided = 0
  /** Answers that no request should ever get. */
  readonly faults: string[] = []
  private words = 0

  constructor(
    private readonly machines: readonly Syncing[],
    private readonly options: PeopleOptions
  ) {}

  /** Until it is enough; a machine that is down is tried again. */
  async write(): Promise<void> {
    const { seed, isEnough, pauseMs } = this.options
    await Promise.all(
      this.machines.map(async (machine, at) => {
        const random = randomOf(seed + at)
        while (!isEnough()) {
          try {
            await this.act(machine, random)
          } catch {
            // killed meanwhile: what was not acknowledged does not count
          }
          await new Promise((done) => setTimeout(done, random.int(pauseMs)))
        }
      })
    )
  }

  private async act(machine: Syncing, random: Random): Promise<void> {
    const kind = random.int(100)
    if (kind < 4) await this.ask(machine, 'DELETE', `/source${random.pick(paths)}`)
    else if (kind < 8) {
      const form = new FormData()
      form.append('destination', random.pick(paths))
      await this.ask(machine, 'POST', `/move${random.pick(paths)}`, form)
    } else if (kind < 12) await this.config(machine, random)
    else if (kind < 12 + (this.options.decisions ?? 0)) await this.decide(machine, random)
    else if (kind > 90 && this.options.shared) await this.add(machine, random, this.options.shared)
    else await this.edit(machine, random)
  }

  private async add(machine: Syncing, random: Random, shared: readonly string[]): Promise<void> {
    const path = shared[random.int(shared.length)] ?? ''
    const there = await this.ask(machine, 'GET', `/source${path}`)
    if (!there.ok) return
    const lines = (await there.text()).split('\n')
    lines.splice(1 + random.int(lines.length - 1), 0, this.word(machine))
    // what somebody typed since it was read would be taken for deleted
    await this.put(machine, path, lines.join('\n'), there.headers.get('ETag'))
  }

  private async edit(machine: Syncing, random: Random): Promise<void> {
    const path = random.pick(paths)
    const there = await this.ask(machine, 'GET', `/source${path}`)
    const old = there.ok ? await there.text() : null
    const ext = path.slice(path.lastIndexOf('.') + 1)
    await this.put(machine, path, edited(ext, old, this.word(machine), random))
  }

  private async put(
    machine: Syncing,
    path: string,
    content: string,
    ifMatch: string | null = null
  ): Promise<void> {
    const type = types[path.slice(path.lastIndexOf('.') + 1)]
    const answer = await this.ask(machine, 'PUT', `/source${path}`, content, type, ifMatch)
    if (answer.ok) this.saved.set(sha256(content), `${machine.name} ${path}: ${content.slice(0, 200)}`)
  }

  private async config(machine: Syncing, random: Random): Promise<void> {
    const there = await this.ask(machine, 'GET', `/config${SITE}`)
    const rows = there.ok ? ((await there.json()) as { data: { key: string; value: string }[] }).data : []
    const key = `k${random.int(4)}`
    const value = this.word(machine)
    const data = [...rows.filter((row) => row.key !== key), { key, value }].sort((a, b) =>
      a.key < b.key ? -1 : 1
    )
    const content = JSON.stringify({ ':type': 'sheet', ':sheetname': 'data', total: data.length, data })
    const form = new FormData()
    form.append('config', content)
    const answer = await this.ask(machine, 'POST', `/config${SITE}`, form)
    if (answer.ok) this.saved.set(sha256(await answer.text()), `${machine.name} config: ${content}`)
  }

  private async decide(machine: Syncing, random: Random): Promise<void> {
    const [first] = await machine.conflicts()
    if (!first) return
    await machine.decide(first.key, random.chance(0.5) ? 'local' : 'remote')
    this.decided += 1
  }

  private async ask(
    machine: Syncing,
    method: string,
    ...rest: [string, BodyInit?, string?, (string | null)?]
  ): Promise<Response> {
    const answer = await machine.ask(method, ...rest)
    if (answer.status === 500)
      this.faults.push(`${machine.name} ${method} ${rest[0]}: ${await answer.clone().text()}`)
    return answer
  }

  private word({ name }: Syncing): string {
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
