import { createHash } from 'node:crypto'
import * as Y from 'yjs'
import type { FormatName } from '../../../src/common/formats/files'
import { createRoomEngine } from '../../../src/main/rooms/engine'

const room = 'a document'
/** The numbers of those who write at the first service. */
const BLOCK = 2 ** 33

const inputOf = (source: string, format: FormatName) => {
  const bytes = new TextEncoder().encode(source)
  return { room, bytes, format, hash: createHash('sha256').update(bytes).digest('hex') }
}

/** The document of one service, as those see it who write there. */
class Side {
  private readonly engine = createRoomEngine()
  epoch: string

  constructor(source: string, format: FormatName) {
    this.epoch = this.engine.open({ ...inputOf(source, format), log: null, wasSaved: [] }).epoch
  }

  get state(): Uint8Array {
    return this.engine.since({ room, vector: null })
  }

  /** The text that its file gets. */
  get source(): string | null {
    const { bytes } = this.engine.toSave({ room })
    return bytes && new TextDecoder().decode(bytes)
  }

  newNumber(): number {
    return this.engine.newClient({ room, isMany: false })
  }

  adopt(other: Side, base: string): boolean {
    const opened = this.engine.adopt({ room, epoch: other.epoch, block: BLOCK, state: other.state, base })
    this.epoch = opened?.epoch ?? ''
    return opened !== null
  }

  /** Whoever has the document by a number, and the service, tell each other what the other lacks. */
  meet(doc: Y.Doc, client: number | null): void {
    this.take(Y.encodeStateAsUpdate(doc, this.engine.vector({ room })), client)
    Y.applyUpdate(doc, this.engine.since({ room, vector: Y.encodeStateVector(doc) }))
  }

  cross(there: Side): void {
    const vector = this.engine.vector({ room })
    there.take(this.engine.since({ room, vector: there.engine.vector({ room }) }), BLOCK)
    this.take(there.engine.since({ room, vector }), null)
  }

  private take(update: Uint8Array, client: number | null): void {
    const { epoch } = this
    const refusal = this.engine.refusalOf({ room, epoch, client, update })
    if (refusal !== null) throw new Error(refusal)
    this.engine.take({ room, epoch, update })
  }
}

/** One document at two services: the first has taken that of the second over, which was filled from other bytes. */
export function twoServices(source: string, format: FormatName, before = source) {
  const here = new Side(source, format)
  const there = new Side(before, format)
  if (!here.adopt(there, before)) throw new Error('it cannot be taken over')
  const sides = [here, there] as const
  const sideOf = (at: number) => sides[at % 2 === 0 ? 0 : 1]
  return {
    here,
    there,
    /** What somebody begins with. */
    join: (at: number) => ({ state: sideOf(at).state, number: sideOf(at).newNumber() }),
    /** Two who may be at the same service, or not. */
    meet(first: number, second: number, docs: readonly (readonly [Y.Doc, number] | undefined)[]): void {
      const both = [first, second] as const
      for (const at of both) meetOne(at, docs[at])
      if (first % 2 !== second % 2) here.cross(there)
      for (const at of both) meetOne(at, docs[at])
    }
  }

  function meetOne(at: number, one: readonly [Y.Doc, number] | undefined): void {
    if (one) sideOf(at).meet(...one)
  }
}
