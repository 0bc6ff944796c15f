import { GalleyError, sentence } from '../errors'
import { readLines, type PageLines } from '../formats/page/diff/read-lines'
import type { Block } from '../formats/page/diff/block'

/** A block of a page, as a program is told of it. */
export interface PageBlock {
  /** Its place among all blocks of the page, from 0. */
  readonly place: number
  /** `section` in the page’s main part, else the landmark: `header`, `footer` … */
  readonly section: string
  /** Number of its section among all of the page, from 0. */
  readonly sectionPlace: number
  /** The name of the block, its element where it has none. */
  readonly kind: string
  /** Its words as they are read, lines with line ends between; cut at 2,000 characters. */
  readonly text: string
  /** Its source; cut at 4,000 characters. */
  readonly html: string
  readonly cut: boolean
}

/** What becomes of a block: another source, more beside it, or nothing. */
export interface BlockEdit {
  readonly place: number
  /** As `PageBlock.text` told it: another text there means that the page is another one (MC4). */
  readonly text: string
  readonly action: 'replace' | 'before' | 'after' | 'remove'
  /** The source that is put there; nothing where it is removed. */
  readonly html: string
}

const [MOST_TEXT, MOST_HTML] = [2_000, 4_000]
const never = () => {}

/** The blocks of a page, each with its place in it. @throws GalleyError too-large · too-complex */
export function pageBlocks(source: string): PageBlock[] {
  const page = readLines(source, never)
  return page.blocks.map((block, place) => pageBlock(page, block, place))
}

/**
 * The page with one block changed, and not a sign of the rest.
 * @throws GalleyError not-found, precondition-failed where another block is there, bad-request for a source
 *   that would change what stands round it, too-large · too-complex
 */
export function withBlock(source: string, { place, text, action, html }: BlockEdit): string {
  const page = readLines(source, never)
  const block = page.blocks[place]
  if (!block)
    throw new GalleyError(
      'not-found',
      sentence`The page has ${{ blocks: page.blocks.length }} blocks, and none at ${{ place }}.`,
      { where: 'block' }
    )
  if (textOf(block) !== text)
    throw new GalleyError(
      'precondition-failed',
      'Another block is at this place. Read the blocks again, and name it by its place and its text.',
      { where: 'block' }
    )
  if (!block.range)
    throw new GalleyError('bad-request', 'This block has no source of its own. Write the whole page.', {
      where: 'block'
    })
  const { start, end } = block.range
  const put = action === 'remove' ? '' : html
  const [from, to] = action === 'before' ? [start, start] : action === 'after' ? [end, end] : [start, end]
  const edited = source.slice(0, from) + put + source.slice(to)
  requireSameAround(page, readLines(edited, never), place, action)
  return edited
}

/** Every other block has to be what it was, in its section: else a tag of the new source reaches out of it. */
function requireSameAround(
  before: PageLines,
  after: PageLines,
  place: number,
  action: BlockEdit['action']
): void {
  const head = action === 'after' ? place + 1 : place
  const tail = before.blocks.length - (action === 'before' ? place : place + 1)
  const key = ({ hash, section }: Block) => `${hash} ${section}`
  const isSame = (mine: readonly Block[], other: readonly Block[]) =>
    mine.length === other.length && mine.every((one, at) => key(one) === key(other[at] ?? one))
  const fits =
    after.blocks.length >= head + tail &&
    before.sections.length === after.sections.length &&
    isSame(before.blocks.slice(0, head), after.blocks.slice(0, head)) &&
    isSame(last(before.blocks, tail), last(after.blocks, tail))
  if (!fits)
    throw new GalleyError(
      'bad-request',
      'This source would change what stands round it: a tag in it is not closed, or closes what is outside.',
      { where: 'html' }
    )
}

const last = <T>(all: readonly T[], count: number) => all.slice(all.length - count)

function pageBlock({ source, sections }: PageLines, block: Block, place: number): PageBlock {
  const { range, name, element, section } = block
  const html = range ? source.slice(range.start, range.end) : ''
  return {
    place,
    section: sections[section]?.kind ?? 'section',
    sectionPlace: section,
    kind: name ?? element,
    text: textOf(block),
    html: html.slice(0, MOST_HTML),
    cut: html.length > MOST_HTML
  }
}

const textOf = ({ lines }: Block): string =>
  lines
    .map(({ runs }) => runs.map(({ kind, text }) => (kind === 'break' ? '\n' : text)).join(''))
    .join('\n')
    .slice(0, MOST_TEXT)
