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

export const filterNames = ['path', 'kind', 'by', 'changed', 'is', 'title', 'tag', 'in'] as const
type FilterName = (typeof filterNames)[number]

export const isFilterName = (name: string): name is FilterName => filterNames.some((one) => one === name)

/** Reads what was typed behind a name other than `in`; null for what it cannot be. */
export function filterOf(name: Exclude<FilterName, 'in'>, value: string, now: number): Filter | null {
  const text = value.trim()
  if (text === '') return null
  switch (name) {
    case 'path':
      return { name, folder: text.toLowerCase().replace(/(?<!\/)\/+$/, '') || '/' }
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
      return state ? { name, state } : null
    }
    case 'title':
    case 'tag':
      return { name, text }
  }
}

/** Also in the plural. */
const kindNamed = (text: string): SearchKind | null =>
  searchKinds.find((kind) => kind === text || `${kind}s` === text) ?? null
