import { parseJson } from '../../../../common/json'
import { decodeText } from '../../documents'

/** Above these an editor that compares line by line would stall. */
const MAX_BYTES = 2_000_000
export const MAX_LINES = 50_000

/** What two states are to each other. */
export type Comparison =
  | { readonly kind: 'identical' }
  | { readonly kind: 'text'; readonly before: string; readonly after: string; readonly sameText: boolean }
  /** Too large to compare line by line. */
  | {
      readonly kind: 'large'
      readonly before: Facts
      readonly after: Facts
      readonly texts: { readonly before: string; readonly after: string }
    }
  | { readonly kind: 'binary' }

export interface Facts {
  readonly bytes: number
  readonly lines: number
}

export function compareBytes(before: Uint8Array, after: Uint8Array): Comparison {
  if (sameBytes(before, after)) return { kind: 'identical' }
  const old = decodeText(before)
  const now = decodeText(after)
  if (old.kind === 'bytes' || now.kind === 'bytes') return { kind: 'binary' }
  const facts = { before: factsOf(before, old.text), after: factsOf(after, now.text) }
  if (tooLarge(facts.before) || tooLarge(facts.after))
    return { kind: 'large', ...facts, texts: { before: old.text, after: now.text } }
  return { kind: 'text', before: old.text, after: now.text, sameText: old.text === now.text }
}

/**
 * JSON with one member a line, its keys in their own order.
 * @returns null when it is no JSON, or beyond the bounds of it
 */
export function formatJson(text: string): string | null {
  try {
    return JSON.stringify(parseJson(text), null, 2)
  } catch {
    return null
  }
}

function sameBytes(a: Uint8Array, b: Uint8Array): boolean {
  return a.length === b.length && a.every((byte, index) => byte === b[index])
}

function factsOf(bytes: Uint8Array, text: string): Facts {
  let lines = 1
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) lines++
  return { bytes: bytes.length, lines }
}

const tooLarge = (facts: Facts) => facts.bytes > MAX_BYTES || facts.lines > MAX_LINES
