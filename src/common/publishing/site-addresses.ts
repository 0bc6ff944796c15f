/**
 * An address as it works below `base`: one that begins at the site's root gets it in front, everything else
 * stays. `//host/…` is another host.
 */
export function prefixedAddress(address: string, base: string): string {
  const trimmed = address.trim()
  if (!trimmed.startsWith('/') || trimmed.startsWith('//') || trimmed.startsWith('/\\')) return address
  return base + trimmed
}

/** The same for each candidate of a `srcset`. */
export function prefixedSrcset(srcset: string, base: string): string {
  return candidatesOf(srcset)
    .map(({ address, rest }) => `${prefixedAddress(address, base)}${rest}`)
    .join(', ')
}

/**
 * The candidates of a `srcset`: an address, and what follows it (` 2x`). Commas inside an address belong to
 * it.
 */
export function candidatesOf(srcset: string): { readonly address: string; readonly rest: string }[] {
  const found: { address: string; rest: string }[] = []
  let at = 0
  const skip = (test: RegExp) => {
    const from = at
    while (at < srcset.length && test.test(srcset.charAt(at))) at++
    return srcset.slice(from, at)
  }
  for (;;) {
    skip(/[\s,]/)
    const word = skip(/\S/)
    if (word === '') return found
    let end = word.length
    while (word.charAt(end - 1) === ',') end--
    const rest = end < word.length ? '' : skip(/[^,]/).trim()
    found.push({ address: word.slice(0, end), rest: rest === '' ? '' : ` ${rest}` })
  }
}
