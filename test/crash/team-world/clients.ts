import { createHash, randomUUID } from 'node:crypto'
import { Agent, request } from 'node:http'
import type { Deed, Done, World } from './history'

export interface ClientParts {
  /** Where the nodes are reached: each request goes to the next one. */
  readonly nodes: readonly { readonly host: string; readonly port: number }[]
  readonly token: string
  readonly site: string
  /** Documents that all clients work on. */
  readonly paths: readonly string[]
  /** From 0 to 1. */
  readonly random: () => number
}

interface Answer {
  readonly status: number
  readonly trash: string | null
  readonly body: string
}

interface Asked {
  /** Null: nobody knows whether it was done. */
  readonly answer: Answer | null
  readonly from: number
  readonly to: number
}

interface Parts {
  readonly body?: string
  readonly headers?: Readonly<Record<string, string>>
}

/** So long a client waits for its answer, in milliseconds. */
const PATIENCE_MS = 30_000
/** Between two requests of one client, in milliseconds at most. */
const REST_MS = 25
/** After one that was not answered. */
const AGAIN_MS = 200

const hashOf = (content: string) => createHash('sha256').update(content).digest('hex')
const pageOf = (text: string) => `<body><main><p>${text}</p></main></body>`

/** People who read, write, delete, restore and move a few documents at once; what they were answered is noted. */
export class Clients {
  readonly done: Done[] = []
  /** What nobody should be answered, in words. */
  readonly faults: string[] = []
  /** How often they were told to come again, or that nobody listens. */
  turnedAway = 0
  /** Milliseconds. */
  slowest = 0
  private readonly agent = new Agent({ keepAlive: true, maxSockets: 100 })
  private turn = 0
  private count = 0
  /** What was put into the trash. */
  private readonly items: string[] = []

  constructor(private readonly parts: ClientParts) {}

  /** @param isOver asked before each request */
  async run(clients: number, isOver: () => boolean): Promise<void> {
    await Promise.all(
      Array.from({ length: clients }, async () => {
        while (!isOver()) {
          const isAnswered = await this.step()
          await new Promise((resolve) =>
            setTimeout(resolve, isAnswered ? this.parts.random() * REST_MS : AGAIN_MS)
          )
        }
      })
    )
  }

  /** What is there now, by whatever node answers. */
  async look(): Promise<World['places']> {
    const places: (string | null)[] = []
    for (const place of this.parts.paths.keys()) {
      let found: string | null | undefined
      for (let tries = 0; found === undefined; tries++) {
        if (tries > 300) throw new Error('No node answers.')
        if (tries > 0) await new Promise((resolve) => setTimeout(resolve, AGAIN_MS))
        found = await this.read(place)
      }
      places.push(found)
    }
    return places
  }

  close(): void {
    this.agent.destroy()
  }

  private pick(below: number): number {
    return Math.floor(this.parts.random() * below)
  }

  /** @returns whether it was answered */
  private async step(): Promise<boolean> {
    const { paths, random } = this.parts
    const place = this.pick(paths.length)
    const way = random()
    if (way < 0.35) return (await this.read(place)) !== undefined
    if (way < 0.75) return this.write(place)
    if (way < 0.84) return this.remove(place)
    const item = this.items[this.pick(this.items.length)]
    if (way < 0.92 && item !== undefined) return this.restore(item)
    return this.move(place, (place + 1 + this.pick(paths.length - 1)) % paths.length)
  }

  /** @returns undefined: it was not answered */
  private async read(place: number): Promise<string | null | undefined> {
    const asked = await this.ask('GET', `/source${this.parts.paths[place]}`)
    if (!asked?.answer) return undefined
    const { status, body } = asked.answer
    const found = status === 200 ? hashOf(body) : status === 404 ? null : this.fault('GET', asked.answer)
    if (found !== undefined) this.note(asked, { kind: 'read', place, found })
    return found
  }

  private async write(place: number): Promise<boolean> {
    const body = pageOf(randomUUID())
    const over = this.overwritten(place)
    const headers: Record<string, string> = { 'Content-Type': 'text/html' }
    if (over === null) headers['If-None-Match'] = '*'
    if (typeof over === 'string') headers['If-Match'] = `"${over}"`
    const asked = await this.ask('PUT', `/source${this.parts.paths[place]}`, { body, headers })
    const answer = this.meant(asked, { 200: 'replaced', 201: 'made', 412: 'refused' } as const)
    if (answer === undefined) return false
    return this.note(asked, { kind: 'write', place, content: hashOf(body), over, answer })
  }

  /** Half of the writes say what is to be there: what was seen there last, or nothing. */
  private overwritten(place: number): string | null | undefined {
    const way = this.parts.random()
    if (way < 0.5) return undefined
    for (let at = this.done.length - 1; way < 0.9 && at >= 0; at--) {
      const deed = this.done[at]?.deed
      if (deed?.kind === 'read' && deed.place === place && deed.found !== null) return deed.found
    }
    return null
  }

  private async remove(place: number): Promise<boolean> {
    const asked = await this.ask('DELETE', `/source${this.parts.paths[place]}`)
    const answer = this.meant(asked, { 204: 'gone', 404: 'missing' } as const)
    if (answer === undefined) return false
    const item = asked?.answer?.trash ?? `unknown ${this.count++}`
    if (asked?.answer?.trash) this.items.push(item)
    return this.note(asked, { kind: 'delete', place, answer, item })
  }

  private async restore(item: string): Promise<boolean> {
    const asked = await this.ask('POST', `/trash${this.parts.site}/${item}/restore`)
    const answer = this.meant(asked, { 200: 'back', 404: 'missing', 409: 'taken' } as const)
    return answer !== undefined && this.note(asked, { kind: 'restore', item, answer })
  }

  private async move(place: number, to: number): Promise<boolean> {
    const { paths } = this.parts
    const asked = await this.ask('POST', `/move${paths[place]}`, {
      body: new URLSearchParams({ destination: paths[to] ?? '' }).toString(),
      headers: { 'Content-Type': 'application/x-www-form-urlencoded' }
    })
    const answer = this.meant(asked, { 204: 'moved', 404: 'missing', 409: 'taken' } as const)
    return answer !== undefined && this.note(asked, { kind: 'move', place, to, answer })
  }

  private note(asked: Asked | null, deed: Deed): boolean {
    if (!asked) return false
    this.done.push({ deed, from: asked.from, to: asked.answer ? asked.to : null })
    return asked.answer !== null
  }

  /** @returns null: nobody knows; undefined: it was turned away, or answered as nobody should be */
  private meant<T extends string>(
    asked: Asked | null,
    ways: Readonly<Record<number, T>>
  ): T | null | undefined {
    if (!asked) return undefined
    if (!asked.answer) return null
    return ways[asked.answer.status] ?? this.fault('a change', asked.answer)
  }

  private fault(what: string, { status, body }: Answer): undefined {
    this.faults.push(`${what}: ${status} ${body}`)
    return undefined
  }

  /** @returns null: it was turned away, and nothing was done */
  private async ask(method: string, path: string, parts: Parts = {}): Promise<Asked | null> {
    const from = performance.now()
    const answer = await this.answerTo(method, path, parts)
    const to = performance.now()
    this.slowest = Math.max(this.slowest, to - from)
    if (answer === 'turned away') {
      this.turnedAway++
      return null
    }
    if (answer === 'cut') return { answer: null, from, to }
    if (answer.status < 500) return { answer, from, to }
    if (answer.status !== 503) this.fault(`${method} ${path}`, answer)
    else if (!answer.body.includes('It may be saved')) {
      this.turnedAway++
      return null
    }
    return { answer: null, from, to }
  }

  private answerTo(
    method: string,
    path: string,
    { body, headers = {} }: Parts
  ): Promise<Answer | 'turned away' | 'cut'> {
    const { nodes, token } = this.parts
    const node = nodes[this.turn++ % nodes.length]
    const length = body === undefined ? {} : { 'Content-Length': Buffer.byteLength(body) }
    return new Promise((resolve) => {
      const asked = request({
        ...node,
        method,
        path,
        agent: this.agent,
        headers: { ...headers, ...length, Authorization: `Bearer ${token}` }
      })
      // the whole answer counts
      const late = setTimeout(() => asked.destroy(new Error('late')), PATIENCE_MS)
      const over = (answer: Answer | 'turned away' | 'cut') => {
        clearTimeout(late)
        resolve(answer)
      }
      asked.on('error', (error) =>
        over('code' in error && error.code === 'ECONNREFUSED' ? 'turned away' : 'cut')
      )
      asked.on('response', (answer) => {
        const pieces: Buffer[] = []
        answer.on('data', (piece: Buffer) => pieces.push(piece))
        answer.on('error', () => over('cut'))
        answer.on('end', () => {
          const trash = answer.headers['x-galley-trash']
          over({
            status: answer.statusCode ?? 0,
            trash: typeof trash === 'string' ? trash : null,
            body: Buffer.concat(pieces).toString()
          })
        })
      })
      asked.end(body)
    })
  }
}
