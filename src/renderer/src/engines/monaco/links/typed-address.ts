/** An address that is being typed. */
interface TypedAddress {
  readonly value: string
  /** Column of its first sign, counted from 0. */
  readonly from: number
}

const attribute =
  /(?:^|[\s"'])(?:href|src|poster|action|formaction|cite|data|background|xlink:href|data-[\w-]+)\s*=\s*(["'])([^"']*)$/i
const jsonString = /"((?:[^"\\]|\\.)*)$/

/**
 * The address that stands before the caret in its line; null where none is being typed. In JSON a value is one
 * when it begins with a slash.
 */
export function typedAddress(before: string, language: string): TypedAddress | null {
  if (language === 'html') {
    const value = attribute.exec(before)?.[2]
    return value === undefined ? null : { value, from: before.length - value.length }
  }
  const value = language === 'json' ? jsonString.exec(before)?.[1] : undefined
  return value?.startsWith('/') ? { value, from: before.length - value.length } : null
}
