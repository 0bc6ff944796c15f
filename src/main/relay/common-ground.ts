import { createHash } from 'node:crypto'
import * as Y from 'yjs'
import { decodeText, encodeText } from '../../common/formats/text/encoding'
import type { ContentPath } from '../../common/content/paths'
import type { RoomKind } from '../../common/rooms/epoch'
import type { RoomsHere } from '../rooms'
import type { KeyedRecords, Store } from '../store/types'
import { spentOf, type PairedFile, type RelayedFile } from '../sync'
import type { Written } from './there'

/** What both documents come from for certain. */
type Base = NonNullable<RelayedFile['base']>

/** What the files hold, as far as is known of the documents: hashes, and what the one here is called. */
interface Files {
  readonly here: { readonly hash: string; readonly epoch: string }
  readonly there: { readonly hash: string }
}

interface Parts {
  readonly place: { readonly path: ContentPath; readonly id: string }
  readonly file: PairedFile
  readonly store: Pick<Store, 'read'>
  readonly rooms: Pick<RoomsHere, 'call'>
  readonly records: KeyedRecords<RelayedFile>
}

/** So long after one was let go what both documents had in common is in both files. */
const SPENT = 30_000

/**
 * What is known on the disk of a file that is kept alike: how it is written in there, and the text that both
 * documents come from for certain. No sync touches the file while there is such a record.
 */
export class CommonGround {
  private record: RelayedFile | null = null

  constructor(private readonly parts: Parts) {}

  /** Something is known. */
  get isKnown(): boolean {
    return this.record !== null
  }

  /** The document there that this one was taken over from, or is to be. */
  get written(): Written | null {
    return this.record?.there ?? null
  }

  get base(): Base | null {
    return this.record?.base ?? null
  }

  /** What an earlier one has left: whoever looks after it now says so before anything is done. */
  async takeUp(): Promise<void> {
    const { place, records } = this.parts
    const known = await records.change(place.id, (now) =>
      now && this.isOurs(now) ? { ...now, at: Date.now() } : null
    )
    this.record = known && this.isOurs(known) ? known : null
  }

  async keep(written: Written | null, base: Base | null): Promise<void> {
    const { place, file, records } = this.parts
    const { epoch = '', client = 0, key = '' } = written ?? {}
    this.record = {
      pair: file.pair,
      path: place.path,
      at: Date.now(),
      there: written && { epoch, client, key },
      base
    }
    await records.put(place.id, this.record)
  }

  /**
   * The text that both documents come from for certain; from then on no sync touches the file. Null where
   * that is not known.
   */
  find({ here, there }: Files, written: Written): Promise<Base | null> {
    const { place, file, store, records } = this.parts
    return file.atRest(async () => {
      const stored = await store.read(place.path)
      if (stored?.entry.id !== place.id || stored.entry.hash !== here.hash) return null
      const common = here.hash === there.hash ? stored : await file.common()
      const spent = (await records.get(place.id))?.spent
      if (
        spent &&
        (Date.now() - spent.at < SPENT || (common && 'hash' in common && common.hash === spent.agreed))
      )
        return null
      // a write of which the room there has not heard yet would look as if its people had taken it back
      if (!common || (here.hash !== there.hash && (await file.hashThere()) !== there.hash)) return null
      const text = decodeText(common.bytes)
      if (text.kind !== 'text') return null
      const base = { of: here.epoch, text: text.text }
      await this.keep(written, base)
      return base
    })
  }

  /** What a file would hold of a document, which is destroyed. */
  async textOf(doc: Y.Doc, kind: RoomKind): Promise<string | null> {
    const { rooms, place } = this.parts
    const state = Y.encodeStateAsUpdate(doc)
    doc.destroy()
    return rooms.call('sourceOf', { room: place.id, kind, state })
  }

  /**
   * What the sync goes on from: the file there holds it, and the document here has all of it.
   * @param hash of the file there
   * @returns false where the text makes other bytes than that file has
   */
  async agree(text: string, hash: string): Promise<boolean> {
    const { place, file, store } = this.parts
    const stored = await store.read(place.path)
    const here = stored?.entry.id === place.id ? decodeText(stored.bytes) : null
    if (here?.kind !== 'text') return false
    const bytes = encodeText(text, here.shape)
    if (createHash('sha256').update(bytes).digest('hex') !== hash) return false
    await file.agree(bytes)
    return true
  }

  /** All of it is in both files, and the sync knows: whoever begins next begins from there. */
  async done(): Promise<void> {
    await this.parts.records.remove(this.parts.place.id)
  }

  /** The sync has the file: some of what was written may be on its way to the files. */
  async giveUp(): Promise<void> {
    const { place, file, records } = this.parts
    const agreed = (await file.common().catch(() => null))?.hash ?? null
    await records.change(place.id, (known) => (known && this.isOurs(known) ? spentOf(known, agreed) : null))
  }

  private isOurs({ pair, path, spent }: RelayedFile): boolean {
    const { place, file } = this.parts
    return pair === file.pair && path === place.path && !spent
  }
}
