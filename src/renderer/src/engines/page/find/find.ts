import { CellSelection } from '../cells/cell-selection'
import type { Command, EditorState } from 'prosemirror-state'
import { findingOf, lookingAt, withFound, within, withoutFound, type Found, type Range } from './finding'
import { searchPattern } from './pattern-search'
import { searchedPlaces, type SearchedPlace } from './places'
import { expressionOf, matchesIn, type Match, type Wanted } from './search'

/** The page that is looked through. */
export interface SearchedPage {
  readonly state: EditorState | null
  look(command: Command): boolean
  bringIntoView(pos: number): void
}

/** What is looked for, and how far. */
export interface Search extends Wanted {
  /** Also in addresses of links, in descriptions of pictures and in the whole source of islands. */
  readonly isDeep: boolean
}

/**
 * How a search ended: `broken` is a pattern that is none, `slow` one that takes too long, `old` one that
 * another came before.
 */
type Outcome = 'found' | 'broken' | 'slow' | 'old'

const newest = new WeakMap<SearchedPage, object>()

/**
 * Looks through the page as it is now; what was found is marked in it (`findingOf`). The find that was looked
 * at stays so if it is still one.
 */
export async function findIn(page: SearchedPage, search: Search): Promise<Outcome> {
  const { state } = page
  const asked = {}
  newest.set(page, asked)
  if (!state) return 'old'
  const places = search.words === '' ? [] : searchedPlaces(state.doc, search.isDeep)
  const matches = await matchesOf(
    search,
    places.map(({ text }) => text)
  )
  if (newest.get(page) !== asked || page.state?.doc !== state.doc) return 'old'
  const found = typeof matches === 'string' ? [] : inPage(places, matches, findingOf(page.state).scope)
  page.look((now, dispatch) => {
    dispatch?.(withFound(now.tr, found, stillAt(now, found)))
    return true
  })
  return typeof matches === 'string' ? matches : 'found'
}

async function matchesOf(
  wanted: Wanted,
  texts: readonly string[]
): Promise<readonly Match[] | 'broken' | 'slow'> {
  if (wanted.isPattern && texts.length > 0) return searchPattern({ wanted, texts })
  const expression = expressionOf(wanted)
  return expression ? matchesIn(expression, texts) : 'broken'
}

/** In the order of the page. */
function inPage(
  places: readonly SearchedPlace[],
  matches: readonly Match[],
  scope: readonly Range[] | null
): Found[] {
  const found = matches.flatMap(({ text, start, end, groups }): Found[] => {
    const place = places[text]
    if (!place) return []
    const { kind, from, to } = place
    return [
      kind === 'text'
        ? { kind, from: from + start, to: from + end, start, end, groups }
        : { kind, from, to, start, end, groups }
    ]
  })
  const here = ({ from, to }: Found) => scope?.some((range) => range.from <= from && range.to >= to) ?? true
  return found.filter(here).sort((one, other) => one.from - other.from)
}

/** The find that was looked at, or is chosen. */
function stillAt(state: EditorState, found: readonly Found[]): number {
  const { from, to } = state.selection
  const before = findingOf(state)
  const chosen = found.findIndex((one) => one.from === from && one.to === to)
  // of several in the same picture the one that it was
  const same = found[before.at]
  return same?.from === from && same.to === to ? before.at : chosen
}

/**
 * Looks at the next find, or the one before; from the caret on while none is looked at.
 * @returns whether there is one
 */
export function goOn(page: SearchedPage, by: 1 | -1): boolean {
  const { state } = page
  const { found, at, of } = findingOf(state)
  if (!state || found.length === 0 || of !== state.doc) return false
  return lookAt(page, at < 0 ? nearest(found, state, by) : (at + by + found.length) % found.length)
}

/** Looks at the first find from the caret on. */
export function goToFirst(page: SearchedPage): boolean {
  const { state } = page
  const { found, of } = findingOf(state)
  if (!state || found.length === 0 || of !== state.doc) return false
  return lookAt(page, nearest(found, state, 1))
}

function nearest(found: readonly Found[], { selection }: EditorState, by: 1 | -1): number {
  const next = found.findIndex(({ from }) => from >= selection.from)
  if (by === 1) return Math.max(0, next)
  return next > 0 ? next - 1 : found.length - 1
}

function lookAt(page: SearchedPage, at: number): boolean {
  const found = findingOf(page.state).found[at]
  if (!found) return false
  page.bringIntoView(found.from)
  return page.look((state, dispatch) => {
    dispatch?.(lookingAt(state.tr, at, found))
    return true
  })
}

/** Looks only in what is chosen now, or everywhere again. @returns whether it looks only there */
export function lookWithin(page: SearchedPage, isOn: boolean): boolean {
  const { state } = page
  if (!state) return false
  const ranges = isOn && !state.selection.empty ? chosen(state) : null
  page.look((now, dispatch) => {
    dispatch?.(within(now.tr, ranges))
    return true
  })
  return ranges !== null
}

const chosen = ({ selection }: EditorState): Range[] =>
  selection instanceof CellSelection
    ? selection.ranges.map(({ $from, $to }) => ({ from: $from.pos, to: $to.pos }))
    : [{ from: selection.from, to: selection.to }]

/** Nothing is marked any more; what was looked at stays chosen. */
export function endFinding(page: SearchedPage): void {
  newest.delete(page)
  page.look((state, dispatch) => {
    dispatch?.(withoutFound(state.tr))
    return true
  })
}
