/** The address that a text is, when it is one of the web, `http` or `https`; null for everything else. */
export function webAddressOf(text: string): URL | null {
  if (!/^https?:\/\//i.test(text)) return null
  try {
    return new URL(text)
  } catch {
    return null
  }
}
