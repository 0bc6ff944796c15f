import {
  filterOf,
  isFilterName,
  searchPasts,
  searchPlaces,
  type Filter,
  type FurtherAsk,
  type SearchPast,
  type SearchPlace
} from './filters'
import { noteOf, type Note } from './notes'
import { readPattern, type Pattern } from './pattern'
import { termsIn, type Written } from './terms'
import { spellingsOf, type Spelling } from './spellings'

/** What is asked for, read from what was typed. */
export interface Question {
  /** All of them must hold. */
  readonly clauses: readonly Clause[]
  /** What files are looked through for: one of each must hold. */
  readonly patterns: readonly (readonly Pattern[])[]
  /** What is asked of links and labels: one of each must hold. */
  readonly linked: readonly (readonly FurtherPart[])[]
  readonly notes: readonly Note[]
  /** Where is looked, when the question says so. */
  readonly place: SearchPlace | null
  /** What is looked in; null: what is there now. */
  readonly past: SearchPast | null
  /** Whether anything is asked for. */
  readonly isEmpty: boolean
}

/** One of these must hold. */
export type Clause = readonly Part[]

export interface Part {
  /** Where it stands in what was typed. */
  readonly start: number
  readonly end: number
  readonly not: boolean
  readonly atom: Atom
}

/** A filter that asks for links, or labels. */
interface FurtherPart {
  readonly start: number
  readonly end: number
  readonly not: boolean
  readonly ask: FurtherAsk
}

type Atom = WordsAtom | { readonly kind: 'filter'; readonly filter: Filter }

export interface WordsAtom {
  readonly kind: 'words'
  /** As it was typed. */
  readonly text: string
  /** Each a way of writing it; one of them must be there, its words side by side. */
  readonly spellings: readonly Spelling[]
  /** It may go on: the last that was typed. */
  readonly isBeginning: boolean
}

/** Signs and terms of one question. */
const questionBounds = { signs: 1000, terms: 32 } as const

/**
 * Reads what was typed (FI3). Nothing typed is an error: what cannot be meant is taken as words, and a note
 * says so and where.
 * @param now Unix milliseconds, for what is counted back from it
 */
export function readQuestion(typed: string, now: number): Question {
  const text = withinBounds(typed)
  const notes: Note[] = text === typed ? [] : [noteOf('cut', text.length, typed.length)]
  const written = termsIn(text, notes)
  const kept = written.slice(0, questionBounds.terms)
  const over = written[questionBounds.terms]
  if (over) notes.push(noteOf('cut', over.start, text.length))
  let place: SearchPlace | null = null
  let past: SearchPast | null = null
  const groups: Term[][] = []
  for (const term of kept) {
    // what is not taken counts for nothing; what may hold in its place goes with the terms before it
    if (!term.isOr || groups.length === 0) groups.push([])
    if (term.filter?.name === 'in') {
      const value = term.filter.value.toLowerCase()
      const [wide, gone] = [named(searchPlaces, value), named(searchPasts, value)]
      place = wide ?? place
      past = gone ?? past
      if (!wide && !gone) notes.push(noteOf('bad-value', term.start, term.end))
      continue
    }
    const part = partOf(term, term === written.at(-1) && term.end === text.length, now, notes)
    if (part) groups.at(-1)?.push(part)
  }
  const { clauses, patterns, linked } = parted(past === null ? groups : ofPast(groups, past, notes), notes)
  const all = [...clauses, ...patterns, ...linked]
  const isEmpty = all.length === 0
  if (
    isEmpty &&
    text.trim() !== '' &&
    place === null &&
    past === null &&
    notes.every(({ kind }) => kind !== 'bad-pattern')
  )
    notes.push(noteOf('no-words', 0, text.length))
  if (!isEmpty && all.every(isOnlyNot)) notes.push(noteOf('only-not', 0, text.length))
  return { clauses, patterns, linked, notes, place, past, isEmpty }
}

type Term = Part | Pattern | FurtherPart

const named = <Name extends string>(names: readonly Name[], value: string) =>
  names.find((name) => name === value)

/** What was has no sources to look through, and is published nowhere: what asks for that counts for nothing. */
function ofPast(groups: readonly (readonly Term[])[], past: SearchPast, notes: Note[]): Term[][] {
  return groups.map((group) =>
    group.flatMap((one): Term[] => {
      const kept = termOfPast(one, past)
      if (!kept) notes.push(noteOf('not-past', one.start, one.end))
      return kept ? [kept] : []
    })
  )
}

/** A label is that of the version; nothing in the trash has one. */
function termOfPast(one: Term, past: SearchPast): Term | null {
  if ('atom' in one) return one.atom.kind === 'filter' && one.atom.filter.name === 'is' ? null : one
  if (!('ask' in one) || one.ask.what !== 'label' || past !== 'history') return null
  const { start, end, not, ask } = one
  return { start, end, not, atom: { kind: 'filter', filter: { name: 'label', text: ask.text } } }
}

/** Whether something else has to say what is to be found. */
export const isOnlyNot = (clause: readonly { readonly not: boolean }[]): boolean =>
  clause.some(({ not }) => not)

/** Words are asked of the index, patterns of the files, links of their graph: one clause is one of them. */
function parted(groups: readonly (readonly Term[])[], notes: Note[]) {
  const clauses: Clause[] = []
  const patterns: Pattern[][] = []
  const linked: FurtherPart[][] = []
  for (const group of groups) {
    const words = group.flatMap((one) => ('atom' in one ? [one] : []))
    const links = group.flatMap((one) => ('ask' in one ? [one] : []))
    const own = group.flatMap((one) => ('atom' in one || 'ask' in one ? [] : [one]))
    if (words.length > 0) clauses.push(words)
    else if (own.length > 0) patterns.push(own)
    else if (links.length > 0) linked.push(links)
    if (words.length > 0) for (const { start, end } of own) notes.push(noteOf('pattern', start, end))
    if (words.length > 0 || own.length > 0)
      for (const { start, end } of links) notes.push(noteOf('linked', start, end))
  }
  return { clauses, patterns, linked }
}

function partOf(term: Written, isLast: boolean, now: number, notes: Note[]): Term | null {
  const { not, start, end } = term
  if (term.flags !== null) {
    const read = readPattern(term.text, term.flags)
    if (!('why' in read)) return { ...read, source: term.text, not, start, end }
    const at = end - term.flags.length - 1 - term.text.length + Math.min(read.at, term.text.length - 1)
    notes.push({ ...noteOf('bad-pattern', at, end), why: read.why })
    return null
  }
  if (term.filter && isFilterName(term.filter.name) && term.filter.name !== 'in') {
    const filter = filterOf(term.filter.name, term.filter.value, now)
    // while it is typed it says nothing yet
    if (!filter && !(isLast && term.filter.value === ''))
      notes.push(noteOf('bad-value', term.start, term.end))
    if (filter && 'what' in filter) return { start, end, not, ask: filter }
    return filter && { start, end, not, atom: { kind: 'filter', filter } }
  }
  const isBeginning = isLast && !term.isPhrase
  const spellings = spellingsOf(term.text, isBeginning)
  return spellings.length === 0
    ? null
    : { start, end, not, atom: { kind: 'words', text: term.text, spellings, isBeginning } }
}

/** Cut between whole signs. */
function withinBounds(typed: string): string {
  if (typed.length <= questionBounds.signs) return typed
  const cut = typed.slice(0, questionBounds.signs)
  return /[\ud800-\udbff]$/.test(cut) ? cut.slice(0, -1) : cut
}
