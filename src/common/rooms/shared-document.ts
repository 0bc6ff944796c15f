import type { Node as PageNode } from 'prosemirror-model'
import type * as Y from 'yjs'
import { readPage } from '../formats/page/read'
import { writePage } from '../formats/page/write'
import type { Epoch, RoomKind } from './epoch'
import { filled } from './flat/fill'
import { FlatPage } from './flat/flat-page'
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
  close(): void
}

/** The kind that a source is shared as. @param isPage what its name says */
export const kindOf = (source: string, isPage: boolean): RoomKind =>
  isPage && 'page' in readPage(source) ? 'page' : 'text'

/**
 * The first state of a document, as an update: the same for the same source and epoch.
 * @throws Error for a page that cannot be read as one
 */
export function filledFrom(kind: RoomKind, source: string, epoch: Epoch): Uint8Array {
  if (kind === 'text') return filledSource(source, epoch)
  const page = pageIn(source)
  if (!page) throw new Error('This page cannot be read as one.')
  return filled(page, epoch)
}

/** @param doc holds a document of this kind */
export function openShared(kind: RoomKind, doc: Y.Doc): SharedDocument {
  return kind === 'page' ? sharedPage(doc) : sharedText(doc)
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
    close: () => {}
  }
}

function sharedPage(doc: Y.Doc): SharedDocument {
  const flat = new FlatPage(doc)
  return {
    kind: 'page',
    source: () => writePage(flat.page),
    carry(base, mine) {
      const [before, after] = [pageIn(base), pageIn(mine)]
      if (!before || !after) return false
      flat.carry(before, after)
      return true
    },
    close: () => flat.close()
  }
}

function pageIn(source: string): PageNode | null {
  const reading = readPage(source)
  return 'page' in reading ? reading.page : null
}
