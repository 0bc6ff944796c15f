/**
 * Text that fits a header field: printable ASCII stays as it is, everything else (and `%`) is
 * percent-escaped, since a header carries no other characters. Half characters become U+FFFD. The inverse of
 * `fromHeaderText`.
 */
export function toHeaderText(text: string): string {
  return text.replace(loneSurrogate, '\ufffd').replace(/[^\x20-\x24\x26-\x7e]+/g, encodeURIComponent)
}

/** The text that `toHeaderText` wrote; a value with broken escapes comes back as it is. */
export function fromHeaderText(value: string): string {
  try {
    return decodeURIComponent(value)
  } catch {
    return value
  }
}

const loneSurrogate = /[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g
