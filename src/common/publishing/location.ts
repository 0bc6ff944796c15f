/**
 * The value of a `Location` header for an address that people typed: what an address cannot hold is
 * percent-encoded, escapes that are there stay, and a host of other letters becomes its ASCII form. The
 * answer is printable ASCII whatever came in, so that nothing of a sheet's cell reaches the header as raw
 * bytes or as a line of its own.
 */
export function locationOf(address: string): string {
  const whole = /^(https?:)?\/\//i.test(address) ? asUrl(address) : null
  return (whole ?? address)
    .replace(loneSurrogate, '\ufffd')
    .replace(/%(?![0-9a-f]{2})/gi, '%25')
    .replace(/[^\x21-\x7e]+|["<>\\^`{|}]/g, encodeURIComponent)
}

/** Without a scheme it keeps the reader's own. */
function asUrl(address: string): string | null {
  try {
    return address.startsWith('//')
      ? new URL(`https:${address}`).href.slice('https:'.length)
      : new URL(address).href
  } catch {
    return null
  }
}

const loneSurrogate = /[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g
