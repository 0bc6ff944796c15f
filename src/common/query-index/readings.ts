import type { Severity } from './issues'

/** Tells of something at a path of keys; `inside`: offsets of the part that it is about. */
export type Report = (
  severity: Severity,
  path: readonly string[],
  message: string,
  inside?: readonly [start: number, end: number] | null
) => void

/** A map with its keys as text; null for anything else, which is told. */
export function readMap(
  value: unknown,
  path: readonly string[],
  report: Report,
  means: string
): ReadonlyMap<string, unknown> | null {
  if (value instanceof Map) return new Map([...value].map(([key, one]) => [String(key), one as unknown]))
  report('error', path, means)
  return null
}

/**
 * A text that is not empty; null for anything else, which is told. Numbers and the like count by how they are
 * written.
 */
export function readText(
  members: ReadonlyMap<string, unknown>,
  path: readonly string[],
  key: string,
  report: Report
): string | null {
  const value = members.get(key)
  if (typeof value === 'string' && value.trim() !== '') return value.trim()
  if (typeof value === 'number' || typeof value === 'boolean') return String(value)
  if (members.has(key)) report('error', [...path, key], `“${key}” is a text.`)
  else report('error', path, `“${key}” is missing.`)
  return null
}

/** A list of texts; null when there is none. One text counts as a list of one. */
export function readTexts(
  members: ReadonlyMap<string, unknown>,
  path: readonly string[],
  key: string,
  report: Report
): readonly string[] | null {
  const value = members.get(key)
  if (value === undefined || value === null) return null
  const list: readonly unknown[] = Array.isArray(value) ? value : [value]
  return list.flatMap((one, at) => {
    if (typeof one === 'string' && one.trim() !== '') return [one.trim()]
    report(
      'error',
      [...path, key, ...(Array.isArray(value) ? [String(at)] : [])],
      'A pattern is a text like “/blog/**”.'
    )
    return []
  })
}
