import type { ContentPath } from '../../../../common/content/paths'
import type { DocumentLinks } from '../../../../common/links/answers'
import { inText, isAddressText, type Stretch } from '../../../../common/links/inside'
import { isRedirectSheet } from '../../../../common/links/places'
import { useKnownLinks, type LinksRead } from './document-links'
import { faultOf } from './words'

/** What is wrong with an address of a field or a cell. */
interface ValueFault {
  readonly message: string
  /** What it should say, where that is known. */
  readonly fix: string | null
}

/** The address that a value is; null for what says more, or something else. */
export function addressIn(value: unknown): string | null {
  if (typeof value !== 'string') return null
  const text = value.trim()
  return text === '/' || isAddressText(text) ? text : null
}

/** The first address that a value says, whatever else it says (LK10); null for none. */
export function firstAddressIn(value: string): string | null {
  const [first] = inText(value)
  return first ? value.slice(first.from, first.to) : null
}

const known = new WeakMap<DocumentLinks, ReadonlyMap<string, ValueFault>>()

/** Of a document the addresses that stand badly among its values, as far as they are known: the same for all who ask. */
export function valueFaults(path: ContentPath, read: LinksRead | undefined): ReadonlyMap<string, ValueFault> {
  if (read?.status !== 'ready') return none
  const before = known.get(read.links)
  if (before) return before
  const wanted = isRedirectSheet(path) ? 'redirect' : 'text'
  const found = new Map(
    read.links.out.flatMap(({ kind, written, state, fix }): [string, ValueFault][] => {
      const message = kind === wanted ? faultOf(state) : null
      return message === null ? [] : [[written, { message, fix: fix?.after ?? null }]]
    })
  )
  known.set(read.links, found)
  return found
}

const none: ReadonlyMap<string, ValueFault> = new Map()

/** Where in a value one of its addresses stands badly. */
export interface FaultyStretch extends ValueFault, Stretch {
  readonly address: string
}

/** What is wrong with the addresses of a value, by what is known of its document (LK10). */
export function faultsIn(value: unknown, faults: ReadonlyMap<string, ValueFault>): readonly FaultyStretch[] {
  if (typeof value !== 'string' || faults.size === 0) return []
  return inText(value).flatMap(({ from, to }) => {
    const address = value.slice(from, to)
    const fault = faults.get(address)
    return fault ? [{ ...fault, from, to, address }] : []
  })
}

/** The address at an offset of a text; null where none stands. */
export function addressInText(text: string, offset: number): string | null {
  const found = inText(text).find(({ from, to }) => from <= offset && offset <= to)
  return found ? text.slice(found.from, found.to) : null
}

/**
 * What is known to be wrong among the values of a document, while its links are watched.
 * @param path null: of no document
 */
export const useValueFaults = (path: ContentPath | null): ReadonlyMap<string, ValueFault> =>
  useKnownLinks((all) => (path === null ? none : valueFaults(path, all.get(path))))
