/** The address as it may be given to the system: `https` and `mailto` only, parsed. Null for everything else. */
export function externalAddress(text: string): string | null {
  let url: URL
  try {
    url = new URL(text)
  } catch {
    return null
  }
  return url.protocol === 'https:' || url.protocol === 'mailto:' ? url.href : null
}
