import * as Y from 'yjs'
import { fillerOf, nameOf, type Epoch } from '../epoch'

const SEED = 'seed'
const TEXT = 'text'

/** A document of sheets or of a form as its first state, as an update: nothing is set over its seed. */
export function filledData(source: string, epoch: Epoch, kind: 'data' | 'form' = 'data'): Uint8Array {
  const doc = new Y.Doc()
  doc.clientID = fillerOf(nameOf(kind, epoch))
  doc.getMap(SEED).set(TEXT, source)
  const state = Y.encodeStateAsUpdate(doc)
  doc.destroy()
  return state
}

/** The text that all of a document is set over. @throws Error where it is not there */
export function seedIn(doc: Y.Doc): string {
  const seed = doc.getMap(SEED).get(TEXT)
  if (typeof seed === 'string') return seed
  throw new Error('This document has no seed.')
}

/** Who has filled a document of data; nobody else writes by that number. Null for other kinds. */
export function fillerIn(doc: Y.Doc): number | null {
  return doc.share.has(SEED) ? (doc.getMap(SEED)._map.get(TEXT)?.id.client ?? null) : null
}
