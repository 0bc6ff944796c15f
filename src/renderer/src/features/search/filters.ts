import { publishedLabels, RESTORE_POINT } from '../../../../common/content/version-labels'
import {
  linkedThings,
  linkStates,
  searchKinds,
  searchPasts,
  searchPlaces
} from '../../../../common/search/filters'

interface SearchFilter {
  readonly name: string
  /** What the chip says. */
  readonly label: string
  /** What it is good for. */
  readonly hint: string
}

/** The filters that have a chip. */
export const shownFilters: readonly SearchFilter[] = [
  { name: 'kind', label: 'Kind', hint: 'Only pages, sheets, images …' },
  { name: 'changed', label: 'Changed', hint: 'Only what changed then' },
  { name: 'by', label: 'By', hint: 'Only what somebody changed last' },
  { name: 'is', label: 'State', hint: 'Only what is live, unpublished …' },
  { name: 'path', label: 'Place', hint: 'Only at and below a folder' },
  { name: 'to', label: 'Links to', hint: 'Only what links to a page or folder' },
  { name: 'has', label: 'Has', hint: 'Only what has links, media, problems …' },
  { name: 'label', label: 'Label', hint: 'Only what has a version of that name' },
  { name: 'title', label: 'Title', hint: 'Only where the title says it' },
  { name: 'in', label: 'Where', hint: 'In what went, in the trash, in all sites' }
]

/** Those that choose among what is found. */
export const choosing = shownFilters.filter(({ name }) => name !== 'in')

/** What may be offered behind a filter, beside what is always the same. */
export interface Known {
  readonly people: readonly string[]
  /** As paths in their site. */
  readonly folders: readonly string[]
}

function valuesOf(name: string, { people, folders }: Known): readonly string[] {
  switch (name) {
    case 'kind':
      return searchKinds
    case 'changed':
      return ['today', 'yesterday', '7d', '30d', '6m', `>=${new Date().getFullYear()}`]
    case 'is':
      return ['live', 'preview', 'unpublished', 'changed', ...linkStates]
    case 'has':
      return linkedThings
    case 'label':
      return [...Object.values(publishedLabels), RESTORE_POINT]
    case 'in':
      return [...searchPasts, ...searchPlaces]
    case 'by':
      return people
    case 'path':
    case 'to':
    case 'from':
      return folders
    default:
      return []
  }
}

/** The filter that the caret stands in, from where to where its value goes. */
export interface Typed {
  readonly name: string
  readonly from: number
  readonly to: number
  readonly value: string
}

export function filterAt(query: string, caret: number): Typed | null {
  const before = /(?:^|\s)-?(\p{L}{2,12}):(\S*)$/u.exec(query.slice(0, caret))
  const [, name, begun] = before ?? []
  if (name === undefined || begun === undefined) return null
  const rest = /^\S*/u.exec(query.slice(caret))?.[0] ?? ''
  const from = caret - begun.length
  return { name: name.toLowerCase(), from, to: caret + rest.length, value: begun }
}

const MOST = 8

/** What may be meant by what is typed behind a filter; what is there whole already is not offered. */
export function offeredFor({ name, value }: Typed, known: Known): readonly string[] {
  const typed = value.toLowerCase()
  const fits = valuesOf(name, known).filter((one) => one.toLowerCase().includes(typed))
  return fits.length === 1 && fits[0]?.toLowerCase() === typed ? [] : fits.slice(0, MOST)
}

/** The question with this value in the place of what was typed, and where the caret is then. */
export function completed(query: string, typed: Typed, value: string): { text: string; caret: number } {
  const written = /\s/u.test(value) ? `"${value}"` : value
  const rest = query.slice(typed.to).replace(/^\s+/u, '')
  const head = `${query.slice(0, typed.from)}${written} `
  return { text: head + rest, caret: head.length }
}

const anyFilter = (name: string) => new RegExp(`(^|\\s)-?${name}:("[^"]*"?|\\S*)`, 'giu')

export const hasFilter = (query: string, name: string): boolean => anyFilter(name).test(query)

/** Whether the question says this behind a filter. */
export const hasValue = (query: string, name: string, value: string): boolean =>
  (query.match(anyFilter(name)) ?? []).some((one) => one.trim().toLowerCase() === `${name}:${value}`)

/** The question without this filter. */
export const withoutFilter = (query: string, name: string): string =>
  query.replace(anyFilter(name), ' ').replace(/\s+/gu, ' ').trim()

/** With the filter, ready for its value. */
export const withFilter = (query: string, name: string): string => `${query.trim()} ${name}:`.trimStart()

/** The question without any filter of those that have a chip, but where is looked. */
export const withoutFilters = (query: string): string =>
  choosing.reduce((text, { name }) => withoutFilter(text, name), query)
