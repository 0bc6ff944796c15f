import { TextSelection } from 'prosemirror-state'
import * as Y from 'yjs'
import type { Member, Membership, News } from '../../../../src/main/rooms'
import type { ContentPath } from '../../../../src/common/content/paths'
import { FlatPerson } from '../flat/people'
import { at } from '../flat/pairs'

const empty = Y.encodeStateAsUpdate(new Y.Doc())

/** A way into rooms: the service's own, or a line to it. */
export interface WayIn {
  join(path: ContentPath, member: Member, back: Return | null): Promise<Membership>
}

/** What somebody comes back with. */
export interface Return {
  readonly client: number
  readonly key: string
  readonly epoch: string
  readonly vector: Uint8Array
}

/** Somebody with a window, who writes in a page and keeps what is not acknowledged. */
export class Writer implements Member {
  readonly person
  /** What is in the file, of this person's words. */
  saved: Uint8Array | null = null
  /** How many of this person's updates are in the file. */
  upTo = 0
  readonly news: News['kind'][] = []
  private way: Membership | null = null
  private back: Omit<Return, 'vector'> | null = null
  private page: FlatPerson | null = null
  /** What others write comes as soon as this person is in the document, which may be before its state has been read. */
  private early: Uint8Array[] | null = null
  private sending: Promise<unknown> = Promise.resolve()

  constructor(
    readonly name: string,
    readonly session = `window-${name}`
  ) {
    this.person = { email: `${name}@example.com` }
  }

  async join(rooms: WayIn, path: ContentPath): Promise<void> {
    const vector = this.page && Y.encodeStateVector(this.page.doc)
    this.early = []
    const way = await rooms.join(path, this, this.back && vector && { ...this.back, vector })
    const isSame = this.page !== null && this.back?.epoch === way.epoch && this.back.client === way.client
    if (isSame && this.page) {
      const { doc } = this.page
      Y.applyUpdate(doc, await way.since(Y.encodeStateVector(doc)), this)
      this.way = way
      this.page.sees()
      this.send(Y.encodeStateAsUpdate(doc, await way.vector()))
    } else {
      this.page = new FlatPerson(await way.since(null), way.client)
      this.way = way
    }
    this.back = { client: way.client, key: way.key, epoch: way.epoch }
    const early = this.early
    this.early = null
    for (const update of early) this.shows(update)
    const { doc } = this.page ?? { doc: new Y.Doc() }
    if (!isSame)
      doc.on('update', (update: Uint8Array, origin: unknown) => {
        if (origin !== this && this.way) this.send(update)
      })
  }

  get epoch(): string {
    return this.back?.epoch ?? ''
  }

  get membership(): Membership {
    if (!this.way) throw new Error(`${this.name} is not in it`)
    return this.way
  }

  get text(): string {
    return this.page?.state.doc.textContent ?? ''
  }

  /** Types behind some words. */
  type(behind: string, words: string): void {
    const page = this.page
    if (!page) throw new Error(`${this.name} is not in it`)
    const state = at(behind)(page.state)
    page.write(state.apply(state.tr.insertText(words)))
  }

  /** Takes words away. */
  remove(words: string): void {
    const page = this.page
    if (!page) throw new Error(`${this.name} is not in it`)
    const end = at(words)(page.state).selection.head
    const chosen = TextSelection.create(page.state.doc, end - words.length, end)
    page.write(page.state.apply(page.state.tr.setSelection(chosen).deleteSelection()))
  }

  /** Resolves when all that was written is acknowledged, or was not taken. */
  async settled(): Promise<void> {
    await this.sending
  }

  /** The line is cut; what is written from now on stays here. */
  cut(): void {
    this.way = null
  }

  leave(): void {
    this.way?.leave()
    this.way = null
  }

  tell(news: News): void {
    this.news.push(news.kind)
    const update = news.kind === 'update' || news.kind === 'outside' ? news.bytes : null
    if (update && this.early) this.early.push(update)
    else if (update && this.way) this.shows(update)
    if (news.kind === 'saved') {
      this.saved = news.vector
      this.upTo = news.upTo
    }
    if (news.kind === 'bye' || news.kind === 'anew') this.way = null
  }

  private shows(update: Uint8Array): void {
    if (!this.page) return
    Y.applyUpdate(this.page.doc, update, this)
    this.page.sees()
  }

  private send(update: Uint8Array): void {
    const way = this.way
    if (!way || Buffer.compare(update, empty) === 0) return
    this.sending = Promise.allSettled([this.sending, way.write(update)])
  }
}

/** Waits until something is so, at most ten seconds. */
export async function until(holds: () => boolean | Promise<boolean>): Promise<void> {
  for (const began = performance.now(); !(await holds());) {
    if (performance.now() - began > 60_000) throw new Error('it did not come to be')
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
}
