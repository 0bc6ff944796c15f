import * as Y from 'yjs'
import type { Member, Membership, News } from '../../../../src/main/rooms'
import type { ContentPath } from '../../../../src/common/content/paths'
import { setCells, type Sheet } from '../../../../src/common/formats/sheet'
import { SharedData } from '../../../../src/common/rooms/window/shared-data'
import type { Return, WayIn } from './people'

const empty = Y.encodeStateAsUpdate(new Y.Doc())

/** Somebody with a window, who writes in sheets and keeps what is not acknowledged. */
export class DataWriter implements Member {
  readonly person
  readonly news: News['kind'][] = []
  kind = ''
  private way: Membership | null = null
  private back: Omit<Return, 'vector'> | null = null
  private doc = new Y.Doc()
  private shared: SharedData | null = null
  private sending: Promise<unknown> = Promise.resolve()

  constructor(
    readonly name: string,
    readonly session = `window-${name}`
  ) {
    this.person = { email: `${name}@example.com` }
  }

  async join(rooms: WayIn, path: ContentPath): Promise<void> {
    const { shared, back } = this
    const vector = Y.encodeStateVector(this.doc)
    const way = await rooms.join(path, this, back && shared && { ...back, vector })
    const isSame = shared !== null && back?.epoch === way.epoch && back.client === way.client
    this.kind = way.kind
    this.back = { client: way.client, key: way.key, epoch: way.epoch }
    this.way = way
    if (isSame) {
      Y.applyUpdate(this.doc, await way.since(Y.encodeStateVector(this.doc)), this)
      this.send(Y.encodeStateAsUpdate(this.doc, await way.vector()))
      return
    }
    shared?.close()
    const doc = new Y.Doc()
    doc.clientID = way.client
    Y.applyUpdate(doc, await way.since(null), this)
    this.doc = doc
    this.shared = way.kind === 'data' ? new SharedData(doc) : null
    doc.on('update', (update: Uint8Array, origin: unknown) => {
      if (origin !== this && this.way && this.doc === doc) this.send(update)
    })
  }

  get epoch(): string {
    return this.back?.epoch ?? ''
  }

  get membership(): Membership {
    if (!this.way) throw new Error(`${this.name} is not in it`)
    return this.way
  }

  get data(): SharedData {
    if (!this.shared) throw new Error(`${this.name} has no sheets`)
    return this.shared
  }

  get sheet(): Sheet {
    const [sheet] = this.data.book.sheets
    if (!sheet) throw new Error('There is no sheet.')
    return sheet
  }

  edit(change: (sheet: Sheet) => Sheet): void {
    const { sheet } = this
    const { book } = this.data
    const next = change(sheet)
    this.data.edit({ ...book, sheets: book.sheets.map((one) => (one === sheet ? next : one)) }, true)
  }

  /** Writes into a cell of the first sheet. */
  set(row: number, slot: number, value: string): void {
    this.edit((sheet) => setCells(sheet, [{ row, slot, value }]))
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
    if (update && this.way) Y.applyUpdate(this.doc, update, this)
    if (news.kind === 'bye' || news.kind === 'anew') this.way = null
  }

  private send(update: Uint8Array): void {
    const { way } = this
    if (!way || Buffer.compare(update, empty) === 0) return
    this.sending = Promise.allSettled([this.sending, way.write(update)])
  }
}
