import { pairAlike } from '../../core/alike'
import { isSoleGap, pairByPlace, unmatched } from '../../core/gaps'
import { longestRising } from '../../core/rising'
import { commonSequence, pairedByOccurrence, type Partners } from '../../core/sequence'
import type { Stop } from '../../core/stop'
import { charactersOf, type Block } from './block'
import { featuresOfBlock } from './lines'
import type { PageLines } from './read-lines'
import type { Vocabulary } from './vocabulary'

/** Which block and section of the older page is which of the newer one, and which of them moved (1). */
export interface Matches {
  readonly blocks: Partners
  readonly sections: Partners
  readonly movedBlocks: Uint8Array
  readonly movedSections: Uint8Array
}

/** Blocks are found again by what is in them, then by likeness, then by place; sections by their blocks. */
export function matchPages(a: PageLines, b: PageLines, words: Vocabulary, stop: Stop): Matches {
  const blocks = matchBlocks(a, b, words, stop)
  const sections = matchSections(a, b, blocks)
  pairWithinSections(a, b, blocks, sections)
  const kept = longestRising(sections)
  return {
    blocks,
    sections,
    movedBlocks: movedBlocks(a, b, blocks, sections),
    movedSections: Uint8Array.from(sections, (other, at) => (other >= 0 && !kept[at] ? 1 : 0))
  }
}

function matchBlocks(a: PageLines, b: PageLines, words: Vocabulary, stop: Stop): Partners {
  const hashes = (page: PageLines) => page.blocks.map(({ hash }) => hash)
  const [hashesA, hashesB] = [hashes(a), hashes(b)]
  const partners = commonSequence(hashesA, hashesB, stop)
  const free = unmatched(partners, b.blocks.length)
  const again = pairedByOccurrence(
    free.a.map((at) => hashesA[at] ?? 0),
    free.b.map((at) => hashesB[at] ?? 0)
  )
  free.a.forEach((at, index) => {
    const other = again[index] ?? -1
    if (other >= 0) partners[at] = free.b[other] ?? -1
  })
  const left = unmatched(partners, b.blocks.length)
  const sameKind = (at = -1, other = -1) =>
    a.blocks[at]?.element === b.blocks[other]?.element && a.blocks[at]?.name === b.blocks[other]?.name
  const ask = {
    ...left,
    featuresOfA: (at: number) => featuresOfBlock(a.blocks[at], words),
    featuresOfB: (at: number) => featuresOfBlock(b.blocks[at], words),
    atLeast: 0.5
  }
  const length = lengthOf(left.a, a.blocks) + lengthOf(left.b, b.blocks)
  const isSure = isSoleGap(free) && sameKind(free.a[0], free.b[0])
  if (!isSure && left.a.length > 0 && left.b.length > 0 && words.affords('likeness', length))
    for (const [at, other] of pairAlike(ask, stop)) partners[at] = other
  pairByPlace(partners, b.blocks.length, sameKind)
  return partners
}

const lengthOf = (places: readonly number[], blocks: readonly Block[]): number =>
  places.reduce(
    (sum, at) => sum + (blocks[at]?.lines ?? []).reduce((length, { runs }) => length + charactersOf(runs), 0),
    0
  )

interface Vote {
  readonly at: number
  readonly other: number
  readonly count: number
}

/** The most shared blocks first; among equals what stands nearest. */
const byCount = (one: Vote, two: Vote) =>
  two.count - one.count || Math.abs(one.at - one.other) - Math.abs(two.at - two.other)

/** Sections that share the most blocks; what is left pairs by place. */
function matchSections(a: PageLines, b: PageLines, blocks: Partners): Partners {
  const votes = new Map<string, Vote>()
  blocks.forEach((other, at) => {
    const [from, to] = [a.blocks[at]?.section, b.blocks[other]?.section]
    if (from === undefined || to === undefined || a.sections[from]?.kind !== b.sections[to]?.kind) return
    const key = `${from} ${to}`
    const vote = votes.get(key) ?? { at: from, other: to, count: 0 }
    votes.set(key, { ...vote, count: vote.count + 1 })
  })
  const partners = new Int32Array(a.sections.length).fill(-1)
  const taken = new Set<number>()
  for (const { at, other } of [...votes.values()].sort(byCount)) {
    if ((partners[at] ?? -1) >= 0 || taken.has(other)) continue
    partners[at] = other
    taken.add(other)
  }
  pairByPlace(partners, b.sections.length, (at, other) => a.sections[at]?.kind === b.sections[other]?.kind)
  return partners
}

/**
 * What is left over in two sections that belong together pairs by place in them, also when the sections
 * moved.
 */
function pairWithinSections(a: PageLines, b: PageLines, blocks: Partners, sections: Partners): void {
  const taken = new Set(blocks)
  a.sections.forEach((section, index) => {
    const there = b.sections[sections[index] ?? -1]?.blocks ?? []
    const gone = section.blocks.filter((at) => (blocks[at] ?? -1) < 0)
    const come = there.filter((at) => !taken.has(at))
    if (gone.length !== come.length) return
    gone.forEach((at, place) => {
      const other = come[place] ?? -1
      if (a.blocks[at]?.element === b.blocks[other]?.element && a.blocks[at]?.name === b.blocks[other]?.name)
        blocks[at] = other
    })
  })
}

/** Those that went to another section, or stand elsewhere among those of their own. */
function movedBlocks(a: PageLines, b: PageLines, blocks: Partners, sections: Partners): Uint8Array {
  const moved = new Uint8Array(a.blocks.length)
  a.sections.forEach((section, index) => {
    const inside = section.blocks.map((at) => {
      const other = blocks[at] ?? -1
      return b.blocks[other]?.section === sections[index] ? other : -1
    })
    const kept = longestRising(inside)
    section.blocks.forEach((at, place) => {
      if ((blocks[at] ?? -1) >= 0 && !kept[place]) moved[at] = 1
    })
  })
  return moved
}
