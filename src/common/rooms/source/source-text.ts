import * as Y from 'yjs'
import { fillerOf, nameOf, type Epoch } from '../epoch'
import { wellFormed } from '../flat/formats'
import { deltaOf } from './carried'
import { fineEdits } from './fine-edits'

/** The text of a document that holds the source of a file. */
const textOf = (doc: Y.Doc): Y.Text => doc.getText('source')

/** A source as the first state of its document, as an update: the same for the same source and epoch. */
export function filledSource(source: string, epoch: Epoch): Uint8Array {
  const doc = new Y.Doc()
  doc.clientID = fillerOf(nameOf('text', epoch))
  textOf(doc).insert(0, wellFormed(source))
  const state = Y.encodeStateAsUpdate(doc)
  doc.destroy()
  return state
}

/** The source of a document that several people write in. */
export class SourceText {
  readonly text: Y.Text

  constructor(private readonly doc: Y.Doc) {
    this.text = textOf(doc)
  }

  get source(): string {
    return this.text.toJSON()
  }

  /**
   * Takes in what somebody has made of a text that this one came from, or that came from this one: what they
   * put in and took away is done here, where it is still there; what others have written since stays.
   */
  carry(base: string, mine: string): void {
    const delta = deltaOf(base.length, fineEdits(base, mine), fineEdits(base, this.source))
    if (delta.length > 0) this.doc.transact(() => this.text.applyDelta(delta), this)
  }
}
