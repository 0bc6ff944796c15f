import { createHash, randomInt } from 'node:crypto'
import * as Y from 'yjs'
import { GalleyError } from '../../common/errors'
import { decodeText, encodeText, type TextShape } from '../../common/formats/text/encoding'
import type { FormatName } from '../../common/formats/files'
import { adoptedName, epochNamed, nameOf, type Epoch, type RoomKind } from '../../common/rooms/epoch'
import { blockAt, blockOf, mayWriteBy, numbers } from '../../common/rooms/numbers'
import { filledFrom, kindOf, openShared, type SharedDocument } from '../../common/rooms/shared-document'
import { isForm } from '../../common/rooms/overlay/shared-form'
import { refusalOf } from '../../common/rooms/updates'
import { told, type Told } from './from-log'
import type { Opened, Opening, RoomEngine } from './calls'
import type { RoomEntry } from '../store/types'

/** What a file holds: the text that is shared of it, and how its bytes differ from that. */
interface FileText {
  readonly source: string
  readonly shape: TextShape
}

/** A document that is open. */
interface Held {
  readonly epoch: string
  readonly doc: Y.Doc
  readonly shared: SharedDocument
  readonly format: FormatName
  /** What the file holds, as far as is known here. */
  file: FileText & { readonly hash: string }
  /** What the file is getting. */
  readonly saving: Map<string, Held['file']>
  /** Bytes of what people have written since it was opened. */
  grown: number
}

const MB = 1024 * 1024
/** Bytes of a source that several people may write in at once. */
const MOST_SOURCE = 8 * MB
/** A document that takes more than this, and than so many times its source, is made anew when nobody is in it. */
const LARGE_STATE = 8 * MB
const TIMES_LARGE = 4
/** What people write is taken up to so many times the source, and this. */
const MOST_TIMES = 16
const MOST_MORE = 8 * MB

/** The documents that people write in together: all of it in one thread, one thing after the other. */
export function createRoomEngine(): RoomEngine {
  const rooms = new Map<string, Held>()

  function held(room: string): Held {
    const found = rooms.get(room)
    if (!found) throw new GalleyError('closed', 'This document is not open any more.', { where: room })
    return found
  }

  function hold(room: string, next: Held): void {
    rooms.get(room)?.shared.close()
    rooms.get(room)?.doc.destroy()
    rooms.set(room, next)
    // what is written here itself goes where the document was taken over from, too
    const block = blockIn(next)
    if (block !== null) next.doc.clientID = block
  }

  return {
    open(opening) {
      const text = textOf(opening.bytes)
      const { source, shape } = text
      const { room, log } = opening
      const known = log ? told(log.entries, new Set(opening.wasSaved)) : null
      if (!log) return { ...begin(opening, text, 0, null), isAnew: false }
      if (!known || !log.whole) {
        // of a log that does not tell of what the file holds, nobody knows which words that has already
        const earlier = known?.hashes.has(opening.hash) ? known : null
        return begin(opening, text, compactionsOf(log.entries) + 1, earlier)
      }
      const isKnown = known.hashes.has(opening.hash)
      const here = known.shared.source()
      if (isKnown && here === source && isToBeMadeAnew(opening, source, known))
        return begin(opening, text, compactionsOf(log.entries) + 1, null)
      const one: Held = {
        epoch: known.epoch,
        doc: known.doc,
        shared: known.shared,
        format: opening.format,
        file: { hash: opening.hash, source: isKnown ? source : known.base, shape },
        saving: new Map(),
        grown: 0
      }
      hold(room, one)
      const { epoch, kind } = known
      if (isKnown)
        return { kind, epoch, isAnew: false, more: [], wasWritten: false, isUnsaved: here !== source }
      const entries = taken(one, opening.bytes, opening.hash, text)
      if (!entries) return begin(opening, text, compactionsOf(log.entries) + 1, known)
      return {
        kind,
        epoch,
        isAnew: false,
        more: entries,
        wasWritten: true,
        isUnsaved: one.shared.source() !== source
      }
    },
    since({ room, vector, epoch }) {
      const { doc, epoch: now } = held(room)
      if (epoch !== undefined && epoch !== now) throw new GalleyError('busy', 'This document has begun anew.')
      try {
        return Y.encodeStateAsUpdate(doc, vector ?? undefined)
      } catch (cause) {
        throw new GalleyError('bad-request', 'This is no state of a document.', { cause })
      }
    },
    vector: ({ room }) => Y.encodeStateVector(held(room).doc),
    newClient({ room, isMany }) {
      const one = held(room)
      const { doc } = one
      const block = blockIn(one)
      for (;;) {
        const client = block === null && isMany ? newBlock() : newNumber(block)
        const isTaken = (known: number) => mayWriteBy(client, known)
        if (client !== doc.clientID && ![...doc.store.clients.keys()].some(isTaken)) return client
      }
    },
    refusalOf({ room, epoch, client, update }) {
      const one = held(room)
      const { doc, grown, file } = one
      if (epoch !== one.epoch) return 'closed'
      const isTooLarge = grown + update.length > MOST_TIMES * file.source.length + MOST_MORE
      const block = blockIn(one)
      const isOwn = (by: number) => (client === null ? blockOf(by) !== block : mayWriteBy(client, by))
      return refusalOf(doc, update, isOwn) ?? (isTooLarge ? 'too-large' : null)
    },
    take({ room, epoch, update }) {
      const one = held(room)
      if (epoch !== one.epoch) return false
      Y.applyUpdate(one.doc, update)
      one.grown += update.length
      return true
    },
    toSave({ room }) {
      const one = held(room)
      const source = one.shared.source()
      const vector = Y.encodeStateVector(one.doc)
      if (source === one.file.source) return { bytes: null, hash: one.file.hash, vector }
      const bytes = encodeText(source, one.file.shape)
      const hash = createHash('sha256').update(bytes).digest('hex')
      one.saving.set(hash, { hash, source, shape: shapeAfter(bytes, one.file.shape) })
      return { bytes, hash, vector }
    },
    saved({ room, hash }) {
      const one = held(room)
      const file = one.saving.get(hash)
      if (!file) return
      one.file = file
      one.saving.clear()
    },
    written({ room, bytes, hash }) {
      const one = held(room)
      const own = one.saving.get(hash)
      if (own) {
        one.file = own
        one.saving.clear()
      }
      if (hash === one.file.hash) return { kind: 'same' }
      const text = textOf(bytes)
      const entries = taken(one, bytes, hash, text)
      if (entries) return { kind: 'carried', entries, isUnsaved: one.shared.source() !== text.source }
      const next = (epochNamed(one.epoch)?.compactions ?? 0) + 1
      const opened = begin({ room, hash, format: one.format }, text, next, {
        base: one.file.source,
        shared: one.shared
      })
      return { kind: 'anew', opened }
    },
    snapshot({ room }) {
      const { epoch, doc, file, shared } = held(room)
      const state: RoomEntry = { kind: 'state', epoch, hash: file.hash, bytes: Y.encodeStateAsUpdate(doc) }
      if (shared.source() === file.source) return [state]
      const bytes = new TextEncoder().encode(file.source)
      return [state, { kind: 'outside', hash: file.hash, bytes }]
    },
    adopt({ room, epoch, block, state, base }) {
      const one = held(room)
      const named = epochNamed(epoch)
      const isTooLarge = state.length > MOST_TIMES * one.file.source.length + MOST_MORE
      // what was taken over itself is not handed on: two services could do that with each other's for ever
      if (!named || named.block !== null || named.kind !== epochNamed(one.epoch)?.kind || isTooLarge)
        return null
      const found = documentOf(named.kind, state)
      if (!found) return null
      const { doc, shared } = found
      const mine = one.shared.source()
      doc.clientID = block
      if (mine !== base && mine !== shared.source() && !shared.carry(base, mine)) {
        shared.close()
        doc.destroy()
        return null
      }
      const name = adoptedName(epoch, block)
      hold(room, { ...one, epoch: name, doc, shared, grown: 0 })
      const isUnsaved = shared.source() !== one.file.source
      return { kind: named.kind, epoch: name, isAnew: true, more: [], wasWritten: false, isUnsaved }
    },
    sourceOf({ kind, state }) {
      const found = documentOf(kind, state)
      const source = found?.shared.source() ?? null
      found?.shared.close()
      found?.doc.destroy()
      return source
    },
    close({ room }) {
      rooms.get(room)?.shared.close()
      rooms.get(room)?.doc.destroy()
      rooms.delete(room)
    }
  }

  /**
   * A document that is filled from its file, with what an earlier one of it had and the file has not.
   * @param earlier what the file held last there
   */
  function begin(
    { room, hash, format }: Pick<Opening, 'room' | 'hash' | 'format'>,
    { source, shape }: FileText,
    compactions: number,
    earlier: Pick<Told, 'base' | 'shared'> | null
  ): Opened {
    const words = earlier?.shared.source() ?? source
    const base = earlier?.base ?? source
    const more = words !== source && words !== base ? [base, words] : []
    const wanted = kindOf(source, format)
    const isOfKind = more.every((one) => kindOf(one, format) === wanted)
    const fill = (one: RoomKind) => filledWith(one, source, { hash, compactions }, more)
    // letters find a place in any text
    const filled = fill(isOfKind ? wanted : 'text') ?? fill('text')
    if (!filled) throw new Error('A text takes in whatever was written.')
    const { kind, epoch, doc, shared } = filled
    hold(room, { epoch, doc, shared, format, file: { hash, source, shape }, saving: new Map(), grown: 0 })
    return {
      kind,
      epoch,
      isAnew: true,
      more: [],
      wasWritten: earlier !== null,
      isUnsaved: shared.source() !== source
    }
  }
}

/** The numbers of those who write in it here, where it was taken over from another service. */
const blockIn = ({ epoch }: Pick<Held, 'epoch'>): number | null => epochNamed(epoch)?.block ?? null

const newBlock = () => blockAt(randomInt(numbers.block.least, numbers.block.below))

const newNumber = (block: number | null) =>
  block === null
    ? randomInt(numbers.single.least, numbers.single.below)
    : block + randomInt(numbers.within.least, numbers.within.below)

/** A document of a kind, by all of it as an update; null for what is none. */
function documentOf(kind: RoomKind, state: Uint8Array): Pick<Held, 'doc' | 'shared'> | null {
  const doc = new Y.Doc()
  try {
    Y.applyUpdate(doc, state)
    if (!(doc.store.pendingStructs ?? doc.store.pendingDs)) {
      const shared = openShared(kind, doc)
      shared.source()
      return { doc, shared }
    }
  } catch {
    // it is none
  }
  doc.destroy()
  return null
}

type Filled = Pick<Held, 'epoch' | 'doc' | 'shared'> & Pick<Opened, 'kind'>

/**
 * A document of a kind, filled from a source, with what was made elsewhere of what was there before; null where
 * that cannot be told of this kind.
 * @param more what that was made of, and what was made; nothing where nothing was
 */
function filledWith(kind: RoomKind, source: string, epoch: Epoch, more: readonly string[]): Filled | null {
  const doc = new Y.Doc()
  Y.applyUpdate(doc, filledFrom(kind, source, epoch))
  const shared = openShared(kind, doc)
  const [base, words] = more
  if (base === undefined || words === undefined || shared.carry(base, words))
    return { kind, epoch: nameOf(kind, epoch), doc, shared }
  shared.close()
  doc.destroy()
  return null
}

/** Takes in what was written outside, and says what the log is to tell; null where it is of another kind. */
function taken(one: Held, bytes: Uint8Array, hash: string, text: FileText): RoomEntry[] | null {
  let isDone = one.shared.holds(text.source)
  const update = isDone
    ? updateOf(one.doc, () => (isDone = one.shared.carry(one.file.source, text.source)))
    : null
  if (!isDone) return null
  one.file = { hash, ...text }
  return [{ kind: 'outside', hash, bytes }, ...(update ? [{ kind: 'update', bytes: update } as const] : [])]
}

/** What some work writes into a document; null where that is nothing. */
function updateOf(doc: Y.Doc, work: () => unknown): Uint8Array | null {
  const updates: Uint8Array[] = []
  const heard = (update: Uint8Array) => updates.push(update)
  doc.on('update', heard)
  try {
    work()
  } finally {
    doc.off('update', heard)
  }
  return updates.length > 0 ? Y.mergeUpdates(updates) : null
}

/** Nobody is in it, and all of it is in the file. */
function isToBeMadeAnew({ format }: Opening, source: string, { kind, doc }: Told): boolean {
  const size = Y.encodeStateAsUpdate(doc).length
  const isLarge = size > LARGE_STATE || size > TIMES_LARGE * source.length + MB
  const isOther = kind === 'text' ? kindOf(source, format) !== 'text' : kind === 'page' && isForm(source)
  return isLarge || isOther
}

function compactionsOf([state]: readonly RoomEntry[]): number {
  const name = state?.kind === 'state' ? /\.(\d+)\.[0-9a-f]+(?:~|$)/.exec(state.epoch)?.[1] : undefined
  return Number(name ?? 0)
}

/** @throws GalleyError too-large, bad-request for what is no UTF-8 */
function textOf(bytes: Uint8Array): FileText {
  if (bytes.length > MOST_SOURCE)
    throw new GalleyError('too-large', 'This file is too large for several people to write in at once.')
  const decoded = decodeText(bytes)
  if (decoded.kind === 'text') return { source: decoded.text, shape: decoded.shape }
  throw new GalleyError('bad-request', 'This file is no text in UTF-8.')
}

/** Of a file with ends of lines of several kinds, what was written says which one each line has now. */
function shapeAfter(bytes: Uint8Array, shape: TextShape): TextShape {
  const decoded = shape.eol === 'mixed' ? decodeText(bytes) : null
  return decoded?.kind === 'text' ? decoded.shape : shape
}
