import { isBeyondBounds } from '../../../../common/bounds'
import type { ContentPath } from '../../../../common/content/paths'
import type { DocumentLinks } from '../../../../common/links/answers'
import { withValues } from '../../../../common/links/edit'
import type { LinkPlace } from '../../../../common/links/place'
import { placesIn } from '../../../../common/links/places'
import { faultOf } from './words'

/** An address in a text that needs a look. Offsets are those of the text. */
export interface FaultyPlace {
  readonly start: number
  readonly end: number
  /** As a reader of the document gets it. */
  readonly address: string
  /** What is wrong with it; in the message the address stands before. */
  readonly why: string
  readonly message: string
  /** What kind of address it is, and how it stands: `link-broken`. */
  readonly code: string
  /** What it should say, and the whole text with it, where that is known. */
  readonly mend: { readonly after: string; readonly text: () => string } | null
}

/**
 * Addresses of a text that stand badly, by what is known of the stored document: one stands the same wherever in
 * it it is said. What was typed just now is not known yet, and counts as good.
 */
export function faultyPlaces(path: ContentPath, text: string, { out }: DocumentLinks): FaultyPlace[] {
  const bad = new Map(
    out.flatMap((link) => (faultOf(link.state) === null ? [] : [[keyOf(link.written, link.kind), link]]))
  )
  if (bad.size === 0) return []
  return placesOf(path, text).flatMap((place) => {
    const link = bad.get(keyOf(place.value, place.kind))
    const why = link && faultOf(link.state)
    const [start, end] = [place.at?.[0], place.at?.[place.value.length]]
    if (!link || !why || start === undefined || end === undefined) return []
    const after = link.fix?.after
    const mend =
      after === undefined ? null : { after, text: () => withValues(text, [{ place, value: after }]) }
    return [
      {
        start,
        end,
        address: place.value,
        why,
        message: `${place.value.slice(0, 200)}: ${why}`,
        code: `${link.kind}-${link.state}`,
        mend
      }
    ]
  })
}

/** The address that stands at an offset of a text; null where none does. */
export function addressAt(path: ContentPath, text: string, offset: number): LinkPlace | null {
  const isThere = ({ at, value }: LinkPlace) => {
    const [start, end] = [at?.[0], at?.[value.length]]
    return start !== undefined && end !== undefined && start <= offset && offset <= end
  }
  return placesOf(path, text).find(isThere) ?? null
}

/** What was read last: marks, commands and completion ask for the same text, one after the other. */
let last: {
  readonly path: ContentPath
  readonly text: string
  readonly places: readonly LinkPlace[]
} | null = null

/** The addresses of a text; none of what is too large to be read in the window. */
export function placesOf(path: ContentPath, text: string): readonly LinkPlace[] {
  if (last?.path !== path || last.text !== text) last = { path, text, places: readPlaces(path, text) }
  return last.places
}

function readPlaces(path: ContentPath, text: string): readonly LinkPlace[] {
  try {
    return placesIn(path, text)
  } catch (error) {
    if (isBeyondBounds(error)) return []
    throw error
  }
}

const keyOf = (written: string, kind: string): string => `${kind} ${written}`
