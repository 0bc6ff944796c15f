import * as Y from 'yjs'
import type { ContentPath } from '../../src/common/content/paths'
import type { Membership, News } from '../../src/main/rooms'
import { writtenPage, type WordsIn } from './words-in'
import { WindowLine, type Ask } from '../contract/line'

/** What is known of words: who sees one of them in the end must be able to say why. */
export interface Words {
  readonly begun: Set<string>
  readonly acknowledged: Set<string>
  /** Somebody who saw it was about to take it away. */
  readonly leaving: Set<string>
  /** And that was acknowledged. */
  readonly gone: Set<string>
}

/** Of what was acknowledged and nobody took away: what is not there. */
export const missing = (text: string, { acknowledged, leaving }: Words): string[] =>
  [...acknowledged].filter((word) => !leaving.has(word) && !new RegExp(`\\b${word}\\b`).test(text))

/** Words of one person that stay in the document at once. */
const MOST_WORDS = 30

/** Somebody who types words of their own into a page without an editor, and comes back whenever the line is cut. */
export class Typist {
  private doc = new Y.Doc()
  private way: Membership | null = null
  private line: WindowLine | null = null
  private back: { client: number; key: string; epoch: string } | null = null
  /** Null until it is written in. */
  private page: WordsIn | null = null
  private readonly own: string[] = []
  /** Typed or taken away, and not acknowledged. */
  private waiting: (() => void)[] = []
  private written: Uint8Array[] = []
  private count = 0
  /** How often the document began anew for this person. */
  anew = 0

  constructor(
    readonly name: string,
    private readonly path: ContentPath,
    private readonly words: Words,
    /** Gives each word its number. */
    private readonly numberOf = (count: number) => count,
    private readonly open = writtenPage.open
  ) {}

  private get wordsIn(): WordsIn {
    return (this.page ??= this.open(this.doc))
  }

  /** Types until it is told to stop. @param ask null while there is no service */
  async run(ask: () => Ask | null, isOver: () => boolean, pause: () => number): Promise<void> {
    while (!isOver()) {
      const now = ask()
      if (now && (await this.isThere(now))) await this.step()
      await new Promise((resolve) => setTimeout(resolve, pause()))
    }
    this.cut()
  }

  /** What is in the document, for who only looks. @returns null while it cannot be joined */
  async look(ask: Ask): Promise<string | null> {
    const text = (await this.isThere(ask)) ? this.wordsIn.text() : null
    this.cut()
    return text
  }

  /** The connection breaks. */
  cut(): void {
    this.line?.cut()
  }

  private async isThere(ask: Ask): Promise<boolean> {
    if (this.way && this.line?.isOpen === true) return true
    this.way = null
    try {
      this.line = await opened(ask)
      await this.join(this.line)
      return true
    } catch {
      this.line?.cut()
      return false
    }
  }

  private async join(line: WindowLine): Promise<void> {
    const tell = (news: News) => {
      if ((news.kind === 'update' || news.kind === 'outside') && news.bytes && this.way)
        Y.applyUpdate(this.doc, news.bytes, this)
      if (news.kind === 'anew' || news.kind === 'bye') this.way = null
    }
    const vector = Y.encodeStateVector(this.doc)
    const member = { person: { email: `${this.name}@example.com` }, session: this.name, tell }
    const way = await inTime(line.join(this.path, member, this.back && { ...this.back, vector }), line)
    const isSame = this.back?.epoch === way.epoch && this.back.client === way.client
    if (!isSame) {
      if (this.back) this.anew += 1
      this.doc = new Y.Doc()
      this.page = null
      this.waiting = []
      // of what was not acknowledged nobody knows whether it is there
      const known = this.own.filter((word) => this.words.acknowledged.has(word))
      this.own.splice(0, this.own.length, ...known)
      this.written = []
      this.doc.on('update', (update: Uint8Array, origin: unknown) => {
        if (origin !== this) this.written.push(update)
      })
    }
    Y.applyUpdate(this.doc, await way.since(null), this)
    this.doc.clientID = way.client
    this.back = { client: way.client, key: way.key, epoch: way.epoch }
    this.way = way
    if (!isSame || this.waiting.length === 0) return
    // what was not acknowledged, once more
    this.written = [Y.encodeStateAsUpdate(this.doc, await way.vector())]
    await this.send()
  }

  private async step(): Promise<void> {
    const word = `${this.name}x${this.numberOf((this.count += 1))}z`
    this.words.begun.add(word)
    const [oldest = ''] = this.own
    const isFull = this.own.length >= MOST_WORDS && this.words.acknowledged.has(oldest)
    if (isFull) {
      this.words.leaving.add(oldest)
      this.wordsIn.take(oldest)
      this.own.shift()
      this.waiting.push(() => void this.words.gone.add(oldest))
    }
    this.wordsIn.put(word)
    this.own.push(word)
    this.waiting.push(() => void this.words.acknowledged.add(word))
    await this.send()
  }

  private async send(): Promise<void> {
    const { way, line, waiting } = this
    if (!way || !line || this.written.length === 0) return
    const update = Y.mergeUpdates(this.written)
    this.written = []
    this.waiting = []
    try {
      const isIn = () => this.way === way
      if ((await inTime(way.write(update), line, isIn)) !== null) throw new Error('it was not taken')
      for (const done of waiting) done()
    } catch {
      // it is still open: it comes again with the next joining
      this.waiting = [...waiting, ...this.waiting]
      this.way = null
      line.cut()
    }
  }
}

/** A line that is cut before it says its name is none. */
async function opened(ask: Ask): Promise<WindowLine> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('nothing was said')), 3_000)
  })
  try {
    return await Promise.race([WindowLine.open(ask), late])
  } finally {
    clearTimeout(timer)
  }
}

/** Rejects when the line is cut before, or the document left. */
async function inTime<T>(answer: Promise<T>, line: WindowLine, isIn = () => true): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const cut = new Promise<never>((_, reject) => {
    timer = setInterval(() => {
      if (!line.isOpen || !isIn()) reject(new Error('the line was cut'))
    }, 20)
  })
  try {
    return await Promise.race([answer, cut])
  } finally {
    clearInterval(timer)
  }
}
