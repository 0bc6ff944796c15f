import type { ContentPath } from '../content/paths'
import { placesAmong, type Places, type Wanted } from './places'
import { readForSearch, type Reading } from './reading'

/** A state of a file that is not what is there any more. */
interface State {
  /** What says how it is read. */
  readonly path: ContentPath
  readonly text: string
  /** The state that came after it; null: the file went with this one. */
  readonly next: string | null
}

/**
 * Of a state what the next one does not say any more, piece by piece (FI7): what still stands is no news.
 * @param places whether the units are to say in which line they stood
 */
export function readGone({ path, text, next }: State, places: boolean): Reading {
  const reading = readForSearch(path, text, places)
  if (next === null) return reading
  const still = textsIn(path, next)
  return { ...reading, units: reading.units.filter((unit) => !still.has(unit.text)) }
}

/** Where what went holds what is asked for, and whether what is there now says all of that again. */
export function gonePlaces(
  state: State,
  now: string | null,
  wanted: Wanted
): Places & { readonly stands: boolean } {
  const { units } = readGone(state, true)
  const found = placesAmong(units, wanted)
  if (now === null || found.places.length === 0) return { ...found, stands: false }
  const still = textsIn(state.path, now)
  const left = units.filter(({ text }) => !still.has(text))
  return { ...found, stands: placesAmong(left, wanted).places.length === 0 }
}

const textsIn = (path: ContentPath, text: string): ReadonlySet<string> =>
  new Set(readForSearch(path, text, false).units.map((unit) => unit.text))
