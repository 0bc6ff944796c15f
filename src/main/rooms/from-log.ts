import * as Y from 'yjs'
import { decodeText } from '../../common/formats/text/encoding'
import { epochNamed, type RoomKind } from '../../common/rooms/epoch'
import { openShared, type SharedDocument } from '../../common/rooms/shared-document'
import type { RoomEntry } from '../store/types'

/** What a log tells: the document, and what the file held when. */
export interface Told {
  readonly kind: RoomKind
  readonly epoch: string
  readonly doc: Y.Doc
  readonly shared: SharedDocument
  /** The hashes of what the file held, as far as the document has all of it. */
  readonly hashes: ReadonlySet<string>
  /** What the file held last, as this log knows. */
  readonly base: string
}

/**
 * Reads a log. Null for one that tells of no document that this version knows, or not of all of it.
 * @param wasSaved of what was about to be saved: what really was
 */
export function told(entries: readonly RoomEntry[], wasSaved: ReadonlySet<string>): Told | null {
  const [state, ...rest] = entries
  const epoch = state?.kind === 'state' ? epochNamed(state.epoch) : null
  if (state?.kind !== 'state' || !epoch) return null
  const doc = new Y.Doc()
  const hashes = new Set([state.hash])
  let shared: SharedDocument | null = null
  /** What was about to be saved, by its hash. */
  const saving = new Map<string, string>()
  let base = ''
  try {
    Y.applyUpdate(doc, state.bytes)
    shared = openShared(epoch.kind, doc)
    base = shared.source()
    for (const entry of rest) {
      if (entry.kind === 'update') Y.applyUpdate(doc, entry.bytes)
      else if (entry.kind === 'outside') {
        hashes.add(entry.hash)
        const decoded = decodeText(entry.bytes)
        base = decoded.kind === 'text' ? decoded.text : decoded.shown
      } else if (entry.kind === 'saving') {
        hashes.add(entry.hash)
        saving.set(entry.hash, shared.source())
        if (wasSaved.has(entry.hash)) base = saving.get(entry.hash) ?? base
      } else if (entry.kind === 'saved') base = saving.get(entry.hash) ?? base
    }
  } catch {
    shared?.close()
    return null
  }
  if (doc.store.pendingStructs ?? doc.store.pendingDs) {
    shared.close()
    return null
  }
  return { kind: epoch.kind, epoch: state.epoch, doc, shared, hashes, base }
}
