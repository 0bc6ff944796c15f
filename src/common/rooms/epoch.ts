import { digest } from 'lib0/hash/sha256'
import { encodeUtf8 } from 'lib0/string'
import { isBlock } from './numbers'

/** What a document was filled from: nothing is joined with what was filled from something else. */
export interface Epoch {
  /** The hash of the bytes. */
  readonly hash: string
  /** How often the document was made anew of the same bytes. */
  readonly compactions: number
}

/**
 * What a room shares: a page as one text with markers, what is set over the seed of sheets (`data`) or of a
 * structured document (`form`), or the source of anything else that is text. The version is raised with any change of how it is read, or of what is shared.
 */
export const roomKinds = { page: 2, data: 1, form: 2, text: 2 } as const

export type RoomKind = keyof typeof roomKinds

/** The version of each kind that a window reads. */
type Models = Readonly<Record<RoomKind, number>>

/** Of windows that do not say what they read: they know nothing of letters in a form. */
const EARLIER: Models = { page: 2, data: 1, form: 1, text: 2 }

/** Whether a window reads what is shared here now. @param models undefined where it does not say */
export const reads = (models: Models | undefined, kind: RoomKind): boolean =>
  (models ?? EARLIER)[kind] === roomKinds[kind]

const kinds = ['page', 'data', 'form', 'text'] as const

/** An epoch in one word: documents of which the word differs are never joined. */
export const nameOf = (kind: RoomKind, { hash, compactions }: Epoch): string =>
  `${kind}-${roomKinds[kind]}.${compactions}.${hash}`

/**
 * The name that a document has at a service which has taken it over from another one, as long as the two are kept
 * alike: whoever wrote in what was there before by a number of the same service is nobody in it.
 * @param block the numbers that those write by who write here
 */
export const adoptedName = (name: string, block: number): string => `${name}~${block.toString(36)}`

/** Of a name that this version gives; null for those of others. `block`: of what was taken over, its numbers here. */
export function epochNamed(
  name: string
): (Epoch & { readonly kind: RoomKind; readonly block: number | null }) | null {
  const found = /^(page|data|form|text)-(\d+)\.(\d+)\.([0-9a-f]+)(?:~([0-9a-z]{1,11}))?$/.exec(name)
  const kind = kinds.find((one) => one === found?.[1])
  if (!found || !kind || Number(found[2]) !== roomKinds[kind]) return null
  const block = found[5] === undefined ? null : parseInt(found[5], 36)
  if (block !== null && !isBlock(block)) return null
  return { kind, compactions: Number(found[3]), hash: found[4] ?? '', block }
}

/**
 * Who fills a document: the same for the same epoch everywhere, so that all who fill it have the same
 * document without having met. Between 1 and 2³² − 1.
 */
export function fillerOf(name: string): number {
  const [a = 0, b = 0, c = 0, d = 0] = digest(encodeUtf8(name))
  return ((a << 24) | (b << 16) | (c << 8) | d) >>> 0 || 1
}
