import type { Node as PageNode } from 'prosemirror-model'
import type * as Y from 'yjs'
import type { FormatName } from '../formats/files'
import { readPage } from '../formats/page/read'
import { writePage } from '../formats/page/write'
import type { Epoch, RoomKind } from './epoch'
import { filled } from './flat/fill'
import { FlatPage } from './flat/flat-page'
import { filledData, seedIn } from './overlay/seed'
import { formOf, isForm, SharedForm } from './overlay/shared-form'
import { bookOf, isData, SharedBook } from './overlay/shared-book'
import { filledSource, SourceText } from './source/source-text'

/** A document that several people write in, as whoever keeps it sees it. To be closed. */
export interface SharedDocument {
  readonly kind: RoomKind
  /** What its file holds when it is saved. */
  source(): string
  /**
   * Takes in what somebody has made of `base` elsewhere: what they did is done here, where it is still there
   * (RT7). False, and nothing is changed, where one of the two cannot be read as this kind.
   */
  carry(base: string, mine: string): boolean
  /** Whether it can be written as exactly this text, where somebody else has made that the file. */
  holds(text: string): boolean
  close(): void
}

/** The kind that a source is shared as. @param format what its name says */
export function kindOf(source: string, format: FormatName): RoomKind {
  if (format === 'page' && isForm(source)) return 'form'
  if (format === 'page' && 'page' in readPage(source)) return 'page'
  return format === 'json' && isData(source) ? 'data' : 'text'
}

/**
 * The first state of a document, as an update: the same for the same source and epoch.
 * @throws Error for a page that cannot be read as one
 */
export function filledFrom(kind: RoomKind, source: string, epoch: Epoch): Uint8Array {
  if (kind === 'text') return filledSource(source, epoch)
  if (kind === 'data' || kind === 'form') return filledData(source, epoch, kind)
  const page = pageIn(source)
  if (!page) throw new Error('This page cannot be read as one.')
  return filled(page, epoch)
}

/** @param doc holds a document of this kind */
export function openShared(kind: RoomKind, doc: Y.Doc): SharedDocument {
  if (kind === 'form') return sharedForm(doc)
  return kind === 'page' ? sharedPage(doc) : kind === 'data' ? sharedData(doc) : sharedText(doc)
}

function sharedForm(doc: Y.Doc): SharedDocument {
  const form = new SharedForm(doc, formOf(seedIn(doc)))
  return {
    kind: 'form',
    source: () => form.source(),
    carry: (base, mine) => form.carry(base, mine),
    holds: (text) => form.holds(text),
    close: () => form.close()
  }
}

function sharedData(doc: Y.Doc): SharedDocument {
  const book = new SharedBook(doc, bookOf(seedIn(doc)))
  return {
    kind: 'data',
    source: () => book.source(),
    carry: (base, mine) => book.carry(base, mine),
    holds: (text) => book.holds(text),
    close: () => book.close()
  }
}

function sharedText(doc: Y.Doc): SharedDocument {
  const text = new SourceText(doc)
  return {
    kind: 'text',
    source: () => text.source,
    carry(base, mine) {
      text.carry(base, mine)
      return true
    },
    holds: () => true,
    close: () => {}
  }
}

function sharedPage(doc: Y.Doc): SharedDocument {
  const flat = new FlatPage(doc)
  /** The last one that was written: to do so again is much slower. */
  let written: { readonly page: PageNode; readonly source: string } | null = null
  const source = () => {
    const { page } = flat
    if (written?.page !== page) written = { page, source: writePage(page) }
    return written.source
  }
  return {
    kind: 'page',
    source,
    carry(base, mine) {
      // as the other one has read it: a page may hold what no source says, such as a blank at the end of a line
      const [before, after] = [pageIn(base), pageIn(mine)]
      if (!before || !after) return false
      flat.carry(before, after)
      return true
    },
    holds: () => true,
    close: () => flat.close()
  }
}

function pageIn(source: string): PageNode | null {
  const reading = readPage(source)
  return 'page' in reading ? reading.page : null
}
