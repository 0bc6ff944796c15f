import { contentPath, type ContentPath } from '../../../../common/content/paths'
import type { PublishedItem } from '../../../../common/publishing/listing'
import { goneWords, markOf, markWords } from './published-marks'

/** Which part of what is published is shown. */
export const filters = ['all', 'changed', 'gone', 'preview'] as const

export type PublishedFilter = (typeof filters)[number]

export const filterWords: Readonly<Record<PublishedFilter, string>> = {
  all: 'All',
  changed: 'Changed since',
  gone: 'Not here any more',
  preview: 'Preview only'
}

/** One line of the list of what is published. */
export interface PublishedLine {
  readonly path: ContentPath
  readonly item: PublishedItem
  /** Where readers find it. */
  readonly name: string
  readonly words: string
  readonly freshness: 'up-to-date' | 'changed' | 'source-gone' | 'never'
}

export function linesOf(site: ContentPath, items: Iterable<PublishedItem>): PublishedLine[] {
  return [...items].map((item) => {
    const mark = markOf(item) ?? 'live'
    const gone = item.edit === null
    const isLive = mark.startsWith('live')
    return {
      path: contentPath(site + item.resourcePath),
      item,
      name: item.webPath,
      words: gone ? goneWords(isLive) : markWords[mark],
      freshness: gone ? 'source-gone' : mark.endsWith('changed') ? 'changed' : isLive ? 'up-to-date' : 'never'
    }
  })
}

export function belongs({ item, freshness }: PublishedLine, filter: PublishedFilter): boolean {
  switch (filter) {
    case 'all':
      return true
    case 'changed':
      return freshness === 'changed'
    case 'gone':
      return freshness === 'source-gone'
    case 'preview':
      return item.live === null
  }
}

/** The lines of a filter whose address holds the words, in any case. */
export function shownLines(
  lines: readonly PublishedLine[],
  filter: PublishedFilter,
  search: string
): readonly PublishedLine[] {
  const wanted = search.trim().toLowerCase()
  return lines.filter((line) => belongs(line, filter) && line.name.toLowerCase().includes(wanted))
}
