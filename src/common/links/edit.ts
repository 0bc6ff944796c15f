import { edited, type Edit } from '../publishing/html-edits'
import type { LinkPlace } from './place'

/** An address that gets another value. */
export interface NewValue {
  readonly place: LinkPlace
  readonly value: string
}

/**
 * The source with these addresses changed and no other sign: of each the smallest stretch that differs, written
 * as its place wants it. Who changes a source reads it again.
 * @param source in which the places were found
 */
export function withValues(source: string, changes: readonly NewValue[]): string {
  return edited(
    source,
    changes.flatMap(({ place, value }) => editFor(source, place, value) ?? [])
  )
}

function editFor(source: string, place: LinkPlace, value: string): Edit | null {
  const { at, value: before } = place
  if (at === null) return null
  let start = 0
  while (start < before.length && start < value.length && before[start] === value[start]) start += 1
  // never inside of what is written as one
  while (start > 0 && (at[start] === at[start - 1] || isLow(value, start) || isLow(before, start))) start -= 1
  let tail = 0
  const most = Math.min(before.length, value.length) - start
  while (tail < most && before.at(-1 - tail) === value.at(-1 - tail)) tail += 1
  while (tail > 0 && (isInside(at, before.length - tail) || isLow(before, before.length - tail))) tail -= 1
  const [from, to] = [at[start], at[before.length - tail]]
  if (from === undefined || to === undefined) return null
  const text = value.slice(start, value.length - tail)
  return { start: from, end: to, text: inContainer(text, place, source.slice(at[0], at[before.length])) }
}

const isInside = (at: readonly number[], unit: number) => unit > 0 && at[unit] === at[unit - 1]
const isLow = (text: string, unit: number) => /^[\udc00-\udfff]/.test(text.charAt(unit))

function inContainer(text: string, { container }: LinkPlace, written: string): string {
  if (container === 'raw') return text
  if (container === 'json') {
    const inner = JSON.stringify(text).slice(1, -1)
    return written.includes('\\/') ? inner.replaceAll('/', '\\/') : inner
  }
  return text.replace(/[&<>"'`=\s]/g, (sign) => names[sign] ?? `&#${sign.charCodeAt(0)};`)
}

const names: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
