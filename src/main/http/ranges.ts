/** Inclusive byte positions. */
export interface ByteRange {
  readonly start: number
  readonly end: number
}

/**
 * The one range that a Range header asks of `size` bytes. Null: answer with the whole (no header, another
 * unit, several ranges, or malformed, which RFC 9110 14.2 allows to ignore; or the first or last bytes of an
 * empty file, which are all that there is). `unsatisfiable`: 416.
 */
export function parseRange(value: string | null, size: number): ByteRange | 'unsatisfiable' | null {
  const match = value === null ? null : /^bytes=[ \t]*(\d*)-(\d*)[ \t]*$/i.exec(value.trim())
  if (!match) return null
  const [, first = '', last = ''] = match
  if (first === '' && last === '') return null
  if (first === '') {
    const length = Number(last)
    if (length === 0) return 'unsatisfiable'
    return size === 0 ? null : { start: Math.max(0, size - length), end: size - 1 }
  }
  const start = Number(first)
  const end = last === '' ? Infinity : Number(last)
  if (end < start || (start === 0 && size === 0)) return null
  return start >= size ? 'unsatisfiable' : { start, end: Math.min(end, size - 1) }
}
