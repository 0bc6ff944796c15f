/** Inclusive byte positions. */
export interface ByteRange {
  readonly start: number
  readonly end: number
}

/**
 * The one range that a Range header asks of `size` bytes. Null: answer with the whole (no header, another unit, several
 * ranges, or malformed, which RFC 9110 14.2 allows to ignore). `unsatisfiable`: 416.
 */
export function parseRange(value: string | null, size: number): ByteRange | 'unsatisfiable' | null {
  const match = value === null ? null : /^bytes=[ \t]*(\d*)-(\d*)[ \t]*$/i.exec(value.trim())
  if (!match) return null
  const [, first = '', last = ''] = match
  if (first === '' && last === '') return null
  if (first === '') {
    const length = Number(last)
    return length === 0 || size === 0 ? 'unsatisfiable' : { start: Math.max(0, size - length), end: size - 1 }
  }
  const start = Number(first)
  const end = last === '' ? Infinity : Number(last)
  if (end < start) return null
  return start >= size ? 'unsatisfiable' : { start, end: Math.min(end, size - 1) }
}
