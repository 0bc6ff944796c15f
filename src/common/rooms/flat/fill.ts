import type { Node as PageNode } from 'prosemirror-model'
import { digest } from 'lib0/hash/sha256'
import { encodeUtf8 } from 'lib0/string'
import * as Y from 'yjs'
import { atomOf } from './change'
import { membersOf } from './embeds'
import type { DeltaRun } from './delta'
import { formatsOf, wellFormed } from './formats'

/**
 * What reading a page, and what a marker holds, are counted by. It is raised with every change of either:
 * pages that were filled by another version are other documents, and are never joined.
 */
export const modelVersion = 1

/** What a page was filled from: nothing is joined with what was filled from something else. */
interface Epoch {
  /** The hash of the bytes. */
  readonly hash: string
  /** How often the document was made anew of the same bytes. */
  readonly compactions: number
}

/** An epoch in one word. */
export const nameOf = ({ hash, compactions }: Epoch): string => `${modelVersion}.${compactions}.${hash}`

/**
 * Who fills a page: the same for the same epoch everywhere, so that all who fill it have the same document
 * without having met. Between 1 and 2³² − 1.
 */
export function fillerOf(epoch: Epoch): number {
  const [a = 0, b = 0, c = 0, d = 0] = digest(encodeUtf8(nameOf(epoch)))
  return ((a << 24) | (b << 16) | (c << 8) | d) >>> 0 || 1
}

/** The parts of a document that holds a page. */
export interface Parts {
  readonly text: Y.Text
  readonly set: Y.Map<unknown>
  readonly head: Y.Map<unknown>
}

/**
 * The parts of a document. Yjs would tidy formats up whenever it hears of others', each for itself: that
 * writes while somebody only reads, and takes away ends of formats that an undo still needs. Here it does
 * not: what is read is never changed by reading.
 */
export function partsOf(doc: Y.Doc): Parts {
  const text = doc.getText('page')
  Object.defineProperty(text, '_hasFormatting', { get: () => false, set: () => {}, configurable: true })
  return { text, set: doc.getMap('set'), head: doc.getMap('head') }
}

/**
 * A page as the first state of its document, as an update. It is the same for the same page and epoch, byte
 * for byte, and takes about as long as reading the page.
 */
export function filled(page: PageNode, epoch: Epoch): Uint8Array {
  const doc = new Y.Doc()
  doc.clientID = fillerOf(epoch)
  const { text, head } = partsOf(doc)
  doc.transact(() => {
    head.set('head', String(page.attrs['head']))
    head.set('tail', String(page.attrs['tail']))
    text.applyDelta(seedOf(page))
  })
  const state = Y.encodeStateAsUpdate(doc)
  doc.destroy()
  return state
}

/** The text of a page: blocks and what else has an id are numbered in their order. */
function seedOf(page: PageNode): DeltaRun[] {
  const delta: DeltaRun[] = []
  let ids = 0
  const newId = () => String(ids++)
  const add = (node: PageNode, depth: number): void => {
    if (node.isText) delta.push({ insert: wellFormed(node.text ?? ''), attributes: formatsOf(node.marks) })
    else if (node.isInline) delta.push({ insert: atomOf(node, newId), attributes: formatsOf(node.marks) })
    else {
      delta.push({ insert: { ...membersOf(node), d: depth, i: newId() }, attributes: {} })
      node.forEach((child) => add(child, depth + 1))
    }
  }
  page.forEach((child) => add(child, 0))
  return delta
}
