import type { HtmlDiff, SectionDiff } from '../../../../../common/compare'

/** Counts the sections of a page as a reader does, from 1: header and footer are none. */
export interface SectionPlaces {
  readonly before: (index: number) => number
  readonly after: (index: number) => number
}

export function sectionPlaces({ sections }: HtmlDiff): SectionPlaces {
  const counted = (side: 'before' | 'after') => {
    const indexes = sections.flatMap((section) => indexIn(section, side) ?? []).sort((a, b) => a - b)
    return (index: number) => indexes.indexOf(index) + 1
  }
  return { before: counted('before'), after: counted('after') }
}

const indexIn = (section: SectionDiff, side: 'before' | 'after') =>
  section.kind === 'section' ? section[side]?.index : undefined
