import type { Node as PageNode } from 'prosemirror-model'
import type { Origin } from './origin'

/** What was pasted, in the nodes of a page and in normal form. */
export interface Pasted {
  readonly origin: Origin
  /** What stands in each section: lines and blocks. One, unless its author has divided it. */
  readonly sections: readonly (readonly PageNode[])[]
  /** Rows of cells, where it is nothing else. */
  readonly cells: readonly (readonly PageNode[])[] | null
  /** Pictures that did not come along. */
  readonly lost: number
}
