import { stretchOf, type Stretch } from './dates'

/** What a file can be, for `kind:`. */
export const searchKinds = [
  'page',
  'document',
  'sheet',
  'config',
  'json',
  'text',
  'image',
  'pdf',
  'video',
  'audio',
  'other'
] as const
export type SearchKind = (typeof searchKinds)[number]

const searchStates = ['live', 'preview', 'unpublished', 'changed'] as const
type SearchState = (typeof searchStates)[number]

/** What is asked of links, for `is:` and `has:`. */
export const linkStates = ['broken', 'orphan'] as const
export const linkedThings = ['links', 'media', 'fragments', 'problems'] as const

/** What is asked of the links of a file (LK1, LK6): the index of words does not know it. */
export type LinkAsk =
  /** Files that link to what is at or below a place, and what is linked to from there. */
  | { readonly what: 'to' | 'from'; readonly place: string }
  | { readonly what: (typeof linkStates)[number] | (typeof linkedThings)[number] }

/** What is not asked of words: of links, or of versions that have a name. */
export type FurtherAsk = LinkAsk | { readonly what: 'label'; readonly text: string }

/** Where is looked, for `in:`. */
export const searchPlaces = ['site', 'everywhere'] as const
export type SearchPlace = (typeof searchPlaces)[number]

/** What is looked in, for `in:`, when it is not what is there now (FI7). */
export const searchPasts = ['history', 'trash'] as const
export type SearchPast = (typeof searchPasts)[number]

/** What a file is to be, beside its words. */
export type Filter =
  | { readonly name: 'path'; readonly folder: string }
  | { readonly name: 'kind'; readonly kinds: readonly SearchKind[] }
  | { readonly name: 'by'; readonly who: string }
  | { readonly name: 'changed'; readonly when: Stretch }
  | { readonly name: 'is'; readonly state: SearchState }
  | { readonly name: 'title' | 'tag'; readonly text: string }
  /** In history: of the version that had the words. */
  | { readonly name: 'label'; readonly text: string }

export const filterNames = [
  'path',
  'kind',
  'by',
  'changed',
  'is',
  'label',
  'title',
  'tag',
  'to',
  'from',
  'has',
  'in'
] as const
type FilterName = (typeof filterNames)[number]

export const isFilterName = (name: string): name is FilterName => filterNames.some((one) => one === name)

/** Reads what was typed behind a name other than `in`; null for what it cannot be. */
export function filterOf(
  name: Exclude<FilterName, 'in'>,
  value: string,
  now: number
): Filter | FurtherAsk | null {
  const text = value.trim()
  if (text === '') return null
  switch (name) {
    case 'path':
      return { name, folder: placeIn(text) }
    case 'to':
    case 'from':
      return { what: name, place: placeIn(text) }
    case 'has': {
      const what = linkedThings.find((one) => one === text.toLowerCase() || one === `${text.toLowerCase()}s`)
      return what ? { what } : null
    }
    case 'label':
      return { what: name, text: text.toLowerCase() }
    case 'kind': {
      const kinds = text.toLowerCase().split(',').map(kindNamed)
      return kinds.every((kind) => kind !== null) ? { name, kinds } : null
    }
    case 'by':
      return { name, who: text.toLowerCase() }
    case 'changed': {
      const when = stretchOf(text.toLowerCase(), now)
      return when && { name, when }
    }
    case 'is': {
      const state = searchStates.find((one) => one === text.toLowerCase())
      const what = linkStates.find((one) => one === text.toLowerCase())
      return state ? { name, state } : what ? { what } : null
    }
    case 'title':
    case 'tag':
      return { name, text }
  }
}

const placeIn = (text: string): string => text.toLowerCase().replace(/(?<!\/)\/+$/, '') || '/'

/** Also in the plural. */
const kindNamed = (text: string): SearchKind | null =>
  searchKinds.find((kind) => kind === text || `${kind}s` === text) ?? null
