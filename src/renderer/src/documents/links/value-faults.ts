import type { ContentPath } from '../../../../common/content/paths'
import type { DocumentLinks } from '../../../../common/links/answers'
import { isAddressText } from '../../../../common/links/inside'
import { isRedirectSheet } from '../../../../common/links/places'
import { useKnownLinks, type LinksRead } from './document-links'
import { faultOf } from './words'

/** What is wrong with an address that is all that a field or a cell says. */
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

/**
 * What is wrong with a value of a document, while its links are watched (LK10); null for nothing.
 * @param path null: of no document
 */
export const useValueFault = (path: ContentPath | null, value: unknown): ValueFault | null =>
  useKnownLinks((all) => {
    const address = path === null ? null : addressIn(value)
    return address === null || path === null ? null : (valueFaults(path, all.get(path)).get(address) ?? null)
  })
