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

export const searchStates = ['live', 'preview', 'unpublished', 'changed'] as const
type SearchState = (typeof searchStates)[number]

/** Where is looked, for `in:`. */
export const searchPlaces = ['site', 'everywhere'] as const
export type SearchPlace = (typeof searchPlaces)[number]

/** What a file is to be, beside its words. */
export type Filter =
  | { readonly name: 'path'; readonly folder: string }
  | { readonly name: 'kind'; readonly kinds: readonly SearchKind[] }
  | { readonly name: 'by'; readonly who: string }
  | { readonly name: 'changed'; readonly when: Stretch }
  | { readonly name: 'is'; readonly state: SearchState }
  | { readonly name: 'label'; readonly text: string }
  | { readonly name: 'has'; readonly what: 'label' }
  | { readonly name: 'title' | 'tag'; readonly text: string }

export const filterNames = [
  'path',
  'kind',
  'by',
  'changed',
  'is',
  'label',
  'has',
  'title',
  'tag',
  'in'
] as const
export type FilterName = (typeof filterNames)[number]

export const isFilterName = (name: string): name is FilterName => filterNames.some((one) => one === name)

/** What a filter may be given, where that is a choice: for completion. */
export const filterValues: Readonly<Record<FilterName, readonly string[]>> = {
  path: [],
  kind: searchKinds,
  by: [],
  changed: ['today', 'yesterday', '7d', '3w', '6m'],
  is: searchStates,
  label: [],
  has: ['label'],
  title: [],
  tag: [],
  in: searchPlaces
}

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
    case 'has':
      return text.toLowerCase() === 'label' ? { name, what: 'label' } : null
    case 'label':
    case 'title':
    case 'tag':
      return { name, text }
  }
}

/** Also in the plural. */
const kindNamed = (text: string): SearchKind | null =>
  searchKinds.find((kind) => kind === text || `${kind}s` === text) ?? null
