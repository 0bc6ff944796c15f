import type { BlockDiff, HtmlDiff, SectionDiff, SectionPlace } from './changes'
import type { Range } from './block'

/** The two sources that were compared, and what leads from the older to the newer one. */
interface HtmlComparison {
  readonly before: string
  readonly after: string
  readonly diff: HtmlDiff
}

/**
 * The newer source with one block as it was, in its words and in its place: the old source of the block is
 * put in, and not a sign of the rest is touched. Null for a block that the parser made up, which has no
 * source of its own.
 */
export function restoreBlock({ before, after, diff }: HtmlComparison, block: BlockDiff): string | null {
  const old = block.before?.range
  const now = block.after?.range
  if ((block.before && !old) || (block.after && !now)) return null
  const text = old ? before.slice(old.start, old.end) : ''
  if (block.change === 'same') return after
  if (now && block.change === 'changed') return spliced(after, now, text)
  if (!old) return now ? spliced(after, now, '') : null
  const place = placeOf(diff, block)
  if (!place) return null
  const put = `${place.open(before)}${text}${place.close}`
  if (!now) return spliced(after, { start: place.at, end: place.at }, put)
  // a move: the later of the two places is spliced first
  return place.at >= now.end
    ? spliced(spliced(after, { start: place.at, end: place.at }, put), now, '')
    : spliced(
        spliced(after, now, ''),
        { start: Math.min(place.at, now.start), end: Math.min(place.at, now.start) },
        put
      )
}

/** What of a section is taken back: all of it, its place, or its attributes. */
export type SectionPart = 'whole' | 'place' | 'attributes'

/**
 * The newer source with a section as it was. Null where it cannot be, because the section or its tag has no
 * source of its own.
 */
export function restoreSection(
  { before, after, diff }: HtmlComparison,
  section: SectionDiff,
  part: SectionPart
): string | null {
  const [old, now] = [section.before, section.after]
  if (part === 'attributes') {
    if (!old || !now || !hasTag(old) || !hasTag(now)) return null
    const tag = before.slice(old.range.start, old.content.start)
    return spliced(after, { start: now.range.start, end: now.content.start }, tag)
  }
  if (!old) return now && hasTag(now) ? spliced(after, now.range, '') : null
  const at = hasTag(old) ? endOfSectionBefore(diff, section) : null
  if (at === null) return null
  if (!now) return spliced(after, { start: at, end: at }, before.slice(old.range.start, old.range.end))
  const { start, end } = now.range
  const text = after.slice(start, end)
  return at >= end
    ? spliced(spliced(after, { start: at, end: at }, text), now.range, '')
    : spliced(spliced(after, now.range, ''), { start: Math.min(at, start), end: Math.min(at, start) }, text)
}

const hasTag = ({ range, content }: SectionPlace) => content.start > range.start

function spliced(source: string, { start, end }: Range, text: string): string {
  return source.slice(0, start) + text + source.slice(end)
}

interface Place {
  readonly at: number
  /** A tag that has to stand before and behind when the section is gone too. */
  readonly open: (before: string) => string
  readonly close: string
}

/**
 * Behind the nearest block before it that is still in the section; else where the section begins; else a new
 * section.
 */
function placeOf(diff: HtmlDiff, block: BlockDiff): Place | null {
  const section = diff.sections.find(({ before }) => before?.index === block.before?.section)
  if (!section?.before) return null
  const bare = { open: () => '', close: '' }
  if (section.after) {
    const neighbour = nearestBefore(section, block)
    return { at: neighbour?.end ?? section.after.content.start, ...bare }
  }
  const { range, content } = section.before
  const at = endOfSectionBefore(diff, section)
  return at === null
    ? null
    : { at, open: (before) => before.slice(range.start, content.start), close: '</div>' }
}

function nearestBefore(section: SectionDiff, block: BlockDiff): Range | null {
  let found: { readonly index: number; readonly range: Range } | null = null
  for (const { change, before, after } of section.blocks) {
    if (!before || !after?.range || change === 'moved' || before.index >= (block.before?.index ?? 0)) continue
    if (!found || before.index > found.index) found = { index: before.index, range: after.range }
  }
  return found?.range ?? null
}

function endOfSectionBefore(diff: HtmlDiff, { before, kind }: SectionDiff): number | null {
  if (kind !== 'section' || !before) return null
  let found: { readonly index: number; readonly end: number } | null = null
  let first: number | null = null
  for (const section of diff.sections) {
    if (!section.after || section.kind !== 'section') continue
    first = Math.min(first ?? section.after.range.start, section.after.range.start)
    if (!section.before || section.change === 'moved' || section.before.index >= before.index) continue
    if (!found || section.before.index > found.index) {
      found = { index: section.before.index, end: section.after.range.end }
    }
  }
  return found?.end ?? first
}
