import { stopOf, type Stop, type StopOptions } from '../../core/stop'
import { diffText } from '../../text/diff'
import type {
  AttributeChange,
  BlockDiff,
  BlockPlace,
  Fate,
  HtmlDiff,
  LineDiff,
  SectionDiff,
  SectionPlace
} from './changes'
import type { Block } from './block'
import { diffAttributes, diffLines, wholeLine } from './lines'
import { matchPages, type Matches } from './match'
import { readLines, type PageLines, type Section } from './read-lines'
import { openVocabulary, type Vocabulary } from './vocabulary'

/**
 * What changed on a page for its reader: sections and blocks added, removed, changed and moved, and in each
 * the words, images, links and attributes; and what changed in the source.
 * @throws GalleyError cancelled when the caller stops it · too-large for what cannot be read in bounded time
 */
export function diffHtml(before: string, after: string, options?: StopOptions): HtmlDiff {
  const stop = stopOf(options)
  const words = openVocabulary()
  const a = readLines(before, stop)
  const b = readLines(after, stop)
  const matches: Known = { ...matchPages(a, b, words, stop), words }
  const sections = sectionDiffs(a, b, matches, stop)
  return { sections, words: countWords(sections), source: diffText(before, after, options) }
}

/** What was found out about the two pages, and their words. */
interface Known extends Matches {
  readonly words: Vocabulary
}

function sectionDiffs(a: PageLines, b: PageLines, matches: Known, stop: Stop): SectionDiff[] {
  const partnerOf = reversed(matches.sections, b.sections.length)
  const order = merged(
    a.sections.map((_, at) =>
      (matches.sections[at] ?? -1) >= 0 && !matches.movedSections[at] ? (matches.sections[at] ?? -1) : -1
    ),
    a.sections.map((_, at) => at).filter((at) => (matches.sections[at] ?? -1) < 0),
    b.sections.map((_, at) => at)
  )
  const blockPartners = reversed(matches.blocks, b.blocks.length)
  return order.map(([gone, index]) => {
    const before = gone ?? partnerOf[index] ?? -1
    const [old, now] = [a.sections[before], gone === null ? b.sections[index] : undefined]
    const blocks = blockDiffs(a, b, old, now, matches, blockPartners, stop)
    const attributes = old && now ? diffAttributes(attributesOf(old), attributesOf(now)) : []
    const changed = attributes.length > 0 || blocks.some(({ change }) => change !== 'same')
    const moved = old !== undefined && now !== undefined && matches.movedSections[before] === 1
    return {
      change: !now ? 'removed' : !old ? 'added' : moved ? 'moved' : changed ? 'changed' : 'same',
      kind: (now ?? old)?.kind ?? 'section',
      before: old ? placeOfSection(old, before) : null,
      after: now ? placeOfSection(now, index) : null,
      attributes,
      blocks
    }
  })
}

function blockDiffs(
  a: PageLines,
  b: PageLines,
  old: Section | undefined,
  now: Section | undefined,
  matches: Known,
  partnerOf: Int32Array,
  stop: Stop
): BlockDiff[] {
  const inOld = old?.blocks ?? []
  const order = merged(
    inOld.map((at) => (matches.movedBlocks[at] ? -1 : (matches.blocks[at] ?? -1))),
    inOld.map((_, place) => place).filter((place) => (matches.blocks[inOld[place] ?? -1] ?? -1) < 0),
    now?.blocks ?? []
  )
  return order.flatMap(([gone, index]) => {
    const at = gone === null ? (partnerOf[index] ?? -1) : (inOld[gone] ?? -1)
    const block = blockDiff(
      { block: a.blocks[at], index: at },
      { block: gone === null ? b.blocks[index] : undefined, index },
      matches.movedBlocks[at] === 1,
      matches.words,
      stop
    )
    return block ? [block] : []
  })
}

interface Found {
  readonly block: Block | undefined
  readonly index: number
}

function blockDiff(
  older: Found,
  newer: Found,
  moved: boolean,
  words: Vocabulary,
  stop: Stop
): BlockDiff | null {
  const [old, now] = [older.block, newer.block]
  const one = now ?? old
  if (!one) return null
  const { element, name } = one
  const [before, after] = [placeOf(older), placeOf(newer)]
  const told = (change: Fate, lines: LineDiff[], attributes: readonly AttributeChange[] = []): BlockDiff => ({
    change,
    element,
    name,
    before,
    after,
    lines,
    attributes
  })
  if (!old || !now) {
    const change = now ? 'added' : 'removed'
    return told(
      change,
      one.lines.map((line) => wholeLine(line, change))
    )
  }
  if (old.hash === now.hash)
    return told(
      moved ? 'moved' : 'same',
      now.lines.map((line) => wholeLine(line, 'same'))
    )
  const lines = diffLines(old.lines, now.lines, words, stop)
  return told(moved ? 'moved' : 'changed', lines, diffAttributes(old.attributes, now.attributes))
}

function placeOf({ block, index }: Found): BlockPlace | null {
  return block ? { index, section: block.section, range: block.range } : null
}

const placeOfSection = ({ range, content }: Section, index: number): SectionPlace => ({
  index,
  range,
  content
})

const attributesOf = ({ attributes }: Section) =>
  attributes.map(([name, value]) => ({ element: 'section', name, value }))

function reversed(partners: Int32Array, length: number): Int32Array {
  const result = new Int32Array(length).fill(-1)
  partners.forEach((other, at) => {
    if (other >= 0) result[other] = at
  })
  return result
}

/**
 * The newer things in their order, and those that went where they stood: behind what came before them.
 * @param kept for each older thing the newer one that it is in place, -1 when there is none
 * @param gone places of the older things that went
 * @returns `[place of an older one that went, -1]` or `[null, newer]`
 */
function merged(
  kept: readonly number[],
  gone: readonly number[],
  newer: readonly number[]
): [number | null, number][] {
  const behind = new Map<number, number[]>()
  const start: number[] = []
  let list = start
  const went = new Set(gone)
  kept.forEach((other, place) => {
    if (other >= 0) behind.set(other, (list = []))
    else if (went.has(place)) list.push(place)
  })
  const told = (places: readonly number[] | undefined) =>
    (places ?? []).map((place): [number, number] => [place, -1])
  return [
    ...told(start),
    ...newer.flatMap((index): [number | null, number][] => [[null, index], ...told(behind.get(index))])
  ]
}

function countWords(sections: readonly SectionDiff[]): HtmlDiff['words'] {
  const words = { added: 0, removed: 0 }
  for (const { blocks } of sections) {
    for (const { lines } of blocks) {
      for (const { segments } of lines) {
        for (const segment of segments) {
          if (segment.kind !== 'text' || segment.change === 'same' || segment.change === 'restyled') continue
          words[segment.change] += segment.text.match(/[\p{L}\p{N}][^\s]*/gu)?.length ?? 0
        }
      }
    }
  }
  return words
}
