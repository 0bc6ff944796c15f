import type { Node as PageNode } from 'prosemirror-model'
import * as Y from 'yjs'
import { fillerOf, nameOf, type Epoch } from '../epoch'
import { atomOf } from './change'
import { membersOf } from './embeds'
import type { DeltaRun } from './delta'
import { formatsOf, wellFormed } from './formats'

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
  doc.clientID = fillerOf(nameOf('page', epoch))
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
