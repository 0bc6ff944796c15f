import * as Y from 'yjs'
import type { RoomKind } from './epoch'
import { openShared, type SharedDocument } from './shared-document'

/** A document as one of two services has it. */
interface Side {
  readonly doc: Y.Doc
  readonly shared: SharedDocument
  /** The number that whoever stands between the two writes by there. */
  readonly client: number
}

/** What one side is given to begin with. */
export interface SideState {
  /** All of the document, as an update. */
  readonly state: Uint8Array
  readonly client: number
}

/** What is to be written on each side so that both have the same; null: nothing. */
export interface Exchanged {
  readonly here: Uint8Array | null
  readonly there: Uint8Array | null
  /** What both have then. */
  readonly common: string
}

/**
 * Two documents of one file, each with its own history, kept alike: what was done on one side since both had
 * the same is done on the other. Neither has to know of the other's letters, so it does not matter what either
 * was filled from.
 */
export class Exchange {
  private readonly here: Side
  private readonly there: Side
  /** As `there` was when both had the same: what was done here since is done in it, as somebody away would have. */
  private readonly before: Side

  /** @param common what both had last */
  constructor(
    kind: RoomKind,
    private common: string,
    sides: { readonly here: SideState; readonly there: SideState }
  ) {
    this.here = sideOf(kind, sides.here)
    this.there = sideOf(kind, sides.there)
    this.before = sideOf(kind, sides.there)
  }

  /**
   * Takes what has happened on each side, and makes both alike. Null where that cannot be told of this kind any
   * more: then nothing of it is to be written.
   */
  exchange(here: Uint8Array | null, there: Uint8Array | null): Exchanged | null {
    if (here) take(this.here, here)
    if (there) take(this.there, there)
    const toThere: Uint8Array[] = []
    const toHere: Uint8Array[] = []
    for (let round = 0; round < MOST_ROUNDS; round += 1) {
      const mine = this.here.shared.source()
      if (mine === this.there.shared.source()) {
        this.common = mine
        break
      }
      const { before, there } = this
      if (mine !== this.common) {
        const made: Uint8Array[] = []
        if (!written(before, () => before.shared.carry(this.common, mine), made)) return null
        for (const update of made) take(there, update)
        toThere.push(...made)
      }
      const both = there.shared.source()
      if (both !== mine && !written(this.here, () => this.here.shared.carry(mine, both), toHere)) return null
      this.common = both
      this.meet()
    }
    this.meet()
    return { here: merged(toHere), there: merged(toThere), common: this.common }
  }

  private meet(): void {
    const { before, there } = this
    take(before, Y.encodeStateAsUpdate(there.doc, Y.encodeStateVector(before.doc)))
  }

  close(): void {
    for (const { doc, shared } of [this.here, this.there, this.before]) {
      shared.close()
      doc.destroy()
    }
  }
}

/** One is enough, but where two layouts of the same values go on being two. */
const MOST_ROUNDS = 2

function sideOf(kind: RoomKind, { state, client }: SideState): Side {
  const doc = new Y.Doc()
  Y.applyUpdate(doc, state)
  return { doc, shared: openShared(kind, doc), client }
}

function take({ doc }: Side, update: Uint8Array): void {
  // whoever hears of their own letters is given another number by Yjs
  doc.clientID = 0
  Y.applyUpdate(doc, update)
}

function written({ doc, client }: Side, work: () => boolean, updates: Uint8Array[]): boolean {
  const heard = (update: Uint8Array) => updates.push(update)
  doc.clientID = client
  doc.on('update', heard)
  try {
    return work()
  } finally {
    doc.off('update', heard)
  }
}

const merged = (updates: Uint8Array[]) => (updates.length > 0 ? Y.mergeUpdates(updates) : null)
