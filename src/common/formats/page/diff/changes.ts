import type { TextDiff } from '../../text/diff'
import { invertText } from '../../text/diff'
import type { Marks, Range } from './block'

/**
 * What became of something between two states. What `moved` may have changed too; `changed` stands where it
 * stood.
 */
export type Fate = 'same' | 'added' | 'removed' | 'changed' | 'moved'

/**
 * Text that reads the same in both states, or in one only; `restyled` reads the same and is set or linked
 * otherwise.
 */
interface TextSegment {
  readonly kind: 'text'
  readonly change: 'same' | 'added' | 'removed' | 'restyled'
  readonly text: string
  /** How it is set in each state; null where it is not. */
  readonly before: Marks | null
  readonly after: Marks | null
}

export interface Image {
  readonly src: string
  readonly alt: string
}

/** An image with its address in each state, as it is written; null where it is not. */
interface ImageSegment {
  readonly kind: 'image'
  readonly change: 'same' | 'added' | 'removed' | 'changed'
  readonly before: Image | null
  readonly after: Image | null
}

export type Segment = TextSegment | ImageSegment

/**
 * A line of a block as it is to be shown. Everything in it is plain text: no HTML of the document is in the
 * model.
 */
export interface LineDiff {
  readonly change: 'same' | 'added' | 'removed' | 'changed'
  /** `p`, `h2`, `li`, `td` … of the newer state, or of the older one for a removed line. */
  readonly element: string
  readonly row: number | null
  readonly cell: number | null
  readonly segments: readonly Segment[]
}

export interface AttributeChange {
  readonly element: string
  readonly name: string
  /** Null where the attribute is not there. */
  readonly before: string | null
  readonly after: string | null
}

/**
 * Where a block is: its index on the page, its section's index, and its source (null where the parser made it
 * up).
 */
export interface BlockPlace {
  readonly index: number
  readonly section: number
  readonly range: Range | null
}

export interface BlockDiff {
  readonly change: Fate
  readonly element: string
  /** The name of a block, from its class. */
  readonly name: string | null
  readonly before: BlockPlace | null
  readonly after: BlockPlace | null
  readonly lines: readonly LineDiff[]
  readonly attributes: readonly AttributeChange[]
}

export interface SectionPlace {
  readonly index: number
  readonly range: Range
  readonly content: Range
}

export interface SectionDiff {
  readonly change: Fate
  /** `section`, `header`, `footer` … */
  readonly kind: string
  readonly before: SectionPlace | null
  readonly after: SectionPlace | null
  readonly attributes: readonly AttributeChange[]
  /** In the order of the newer state, what was removed standing where it stood. */
  readonly blocks: readonly BlockDiff[]
}

/** What changed on a page for its reader, and in its source. */
export interface HtmlDiff {
  readonly sections: readonly SectionDiff[]
  /** Words read in one state only. */
  readonly words: { readonly added: number; readonly removed: number }
  /** The source: what leads from the older page to the newer one, sign by sign. */
  readonly source: TextDiff
}

/** The way back. Sections and blocks stay in the order in which they were told. */
export function invertHtml({ sections, words, source }: HtmlDiff): HtmlDiff {
  return {
    sections: sections.map((section) => ({
      ...turned(section),
      attributes: section.attributes.map(turnedAttribute),
      blocks: section.blocks.map((block) => ({
        ...turned(block),
        attributes: block.attributes.map(turnedAttribute),
        lines: block.lines.map((line) => ({
          ...line,
          change: fate(line.change),
          segments: line.segments.map(turnedSegment)
        }))
      }))
    })),
    words: { added: words.removed, removed: words.added },
    source: invertText(source)
  }
}

const fate = <F extends string>(change: F | 'added' | 'removed'): F | 'added' | 'removed' =>
  change === 'added' ? 'removed' : change === 'removed' ? 'added' : change

function turned<P, T extends { readonly change: Fate; readonly before: P; readonly after: P }>(one: T) {
  return { ...one, change: fate(one.change), before: one.after, after: one.before }
}

const turnedAttribute = (one: AttributeChange): AttributeChange => ({
  ...one,
  before: one.after,
  after: one.before
})

function turnedSegment(segment: Segment): Segment {
  return segment.kind === 'text'
    ? { ...segment, change: fate(segment.change), before: segment.after, after: segment.before }
    : { ...segment, change: fate(segment.change), before: segment.after, after: segment.before }
}
