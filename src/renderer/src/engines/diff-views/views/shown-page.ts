import { bounds, tooComplex, tooLarge } from '../../../../../common/bounds'
import type { HtmlDiff } from '../../../../../common/compare'
import { pageItems, type PageItem } from '../changes/page-items'
import { readerHtml, type ReaderHtml } from './reader-html'

/**
 * What the comparison of two pages shows: made where they are compared, so that the window has little left to
 * do.
 */
export interface ShownPage {
  /** A reader sees no difference. */
  readonly same: boolean
  readonly items: readonly PageItem[]
  readonly page: ReaderHtml
  /** Why the page is too much to be drawn; the changes can be gone through all the same. */
  readonly refused: string | null
}

export function shownPage(diff: HtmlDiff): ShownPage {
  const same = diff.sections.every(
    ({ change, blocks }) => change === 'same' && blocks.every((block) => block.change === 'same')
  )
  const page = readerHtml(diff)
  const refused = refusalOf(page)
  return {
    same,
    items: pageItems(diff),
    page: refused === null ? page : { pieces: [], images: [] },
    refused
  }
}

/**
 * A browser cannot be stopped while it draws (X5): words that are set in many ways, or linked far, each
 * repeat how.
 */
function refusalOf({ pieces }: ReaderHtml): string | null {
  const { characters, nodes } = bounds.htmlShown
  const length = pieces.reduce((sum, piece) => sum + piece.length, 0)
  const what = 'The page of both states'
  if (length > characters)
    return tooLarge({ what, of: 'characters', bound: characters, found: length }).message
  const tags = pieces.reduce((sum, piece) => sum + piece.split('<').length - 1, 0)
  return tags > 2 * nodes ? tooComplex({ what, of: 'elements', bound: nodes }).message : null
}
