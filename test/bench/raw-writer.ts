import * as Y from 'yjs'
import type { ContentPath } from '../../src/common/content/paths'
import type { Membership, News } from '../../src/main/rooms'
import type { WindowLine } from '../contract/line'

/** Milliseconds in which a window puts keys together. */
const TOGETHER = 50

/** When what was on its way was typed, by its bytes. */
export class Travels {
  private readonly began = new Map<string, number>()
  readonly took: number[] = []

  begin(update: Uint8Array, typed: number): void {
    this.began.set(keyOf(update), typed)
  }

  arrived(update: Uint8Array): void {
    const typed = this.began.get(keyOf(update))
    if (typed !== undefined) this.took.push(performance.now() - typed)
  }
}

const keyOf = (update: Uint8Array) => Buffer.from(update).toString('latin1')

/** A window without an editor: it types into the text of a page as one does, and does not read what others write. */
export class RawWriter {
  private readonly doc = new Y.Doc()
  private way: Membership | null = null
  private place = 0
  private typed: number | null = null
  private written: Uint8Array[] = []
  private writing: Promise<unknown> = Promise.resolve()

  constructor(
    private readonly name: string,
    private readonly travels: Travels
  ) {}

  /** @param part of the page in which the person writes, from 0 to 1 */
  async join(line: WindowLine, path: ContentPath, part = 0): Promise<void> {
    const tell = (news: News) => {
      if (news.kind === 'update') this.travels.arrived(news.bytes)
    }
    const person = { email: `${this.name}@example.com` }
    this.way = await line.join(path, { person, session: `window-${this.name}`, tell }, null)
    Y.applyUpdate(this.doc, await this.way.since(null))
    this.doc.clientID = this.way.client
    const text = this.doc.getText('page')
    const letters = text.toString()
    this.place = indexOf(text, letters.indexOf('boat', part * letters.length * 0.9) + 2)
    this.doc.on('update', (update: Uint8Array) => this.written.push(update))
  }

  /** A letter more, in the middle of a word. */
  type(): void {
    this.doc.getText('page').insert(this.place, 'x')
    this.place += 1
    if (this.typed !== null) return
    this.typed = performance.now()
    setTimeout(() => this.send(), TOGETHER)
  }

  /** Resolves when all that was typed is taken. */
  async settled(): Promise<void> {
    this.send()
    await this.writing
  }

  private send(): void {
    const { typed, way } = this
    if (typed === null || !way) return
    const update = Y.mergeUpdates(this.written)
    this.typed = null
    this.written = []
    this.travels.begin(update, typed)
    this.writing = Promise.all([this.writing, way.write(update)])
  }
}

/** Of a letter in a text that has other things than letters in it as well. */
function indexOf(text: Y.Text, letter: number): number {
  let [index, seen] = [0, 0]
  for (const { insert } of text.toDelta() as { insert: unknown }[]) {
    if (typeof insert !== 'string') index += 1
    else if (seen + insert.length > letter) return index + letter - seen
    else [index, seen] = [index + insert.length, seen + insert.length]
  }
  return index
}
