import type { ContentPath } from '../../../../common/content/paths'
import type { Point } from '../../workbench/PointMenu'

/** What a menu in a page is about. */
export type PartKind = 'section' | 'block' | 'row' | 'table'

export interface AskedMenu {
  readonly kind: PartKind
  readonly at: Point
}

/** A name for a block, with its variants, and how often it is used. */
export interface NameOffer {
  readonly title: string
  readonly detail: string
}

/** What the drawing of a page needs to know of what is around it. */
export interface PageContext {
  /** Where the page is, for the addresses in it. */
  readonly path: () => ContentPath
  /** A menu of the part that is chosen. */
  readonly askMenu: (asked: AskedMenu) => void
  /** A form for a block of metadata. */
  readonly askForm: (of: 'page' | 'section') => void
  /** What may be meant by what is typed as the name of a block. */
  readonly nameOffers: (typed: string) => readonly NameOffer[]
  /** Says it to whoever does not see it. */
  readonly say: (text: string) => void
}
