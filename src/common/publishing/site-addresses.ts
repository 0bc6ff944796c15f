/**
 * An address as it works below `base`: one that begins at the site's root gets it in front, everything else stays.
 * `//host/…` is another host.
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

/** The candidates of a `srcset`: an address, and what follows it (` 2x`). Commas inside an address belong to it. */
export function candidatesOf(srcset: string): { readonly address: string; readonly rest: string }[] {
  const found: { address: string; rest: string }[] = []
  const pattern = /[\s,]*(\S*[^\s,])(\s+[^,]*)?(?:,|$)/gy
  for (let match = pattern.exec(srcset); match?.[1] !== undefined; match = pattern.exec(srcset)) {
    const rest = (match[2] ?? '').trim()
    found.push({ address: match[1], rest: rest === '' ? '' : ` ${rest}` })
    if (pattern.lastIndex >= srcset.length) break
  }
  return found
}
