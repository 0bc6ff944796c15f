/** The address of a link in a frame: this window's, with a fragment that says which frame and where to. */
export function followAddress(frame: string, address: string): string {
  return `${location.href.replace(/#.*$/s, '')}${fragment(frame)}${encodeURIComponent(address)}`
}

/**
 * Told when a link of the frame was followed; the window's address is put back before.
 * @returns a function that stops it
 */
export function followed(frame: string, notify: (address: string) => void): () => void {
  const hear = (event: HashChangeEvent) => {
    const { hash } = new URL(event.newURL)
    if (!hash.startsWith(fragment(frame))) return
    history.replaceState(null, '', event.oldURL)
    const address = decoded(hash.slice(fragment(frame).length))
    if (address !== null) notify(address)
  }
  window.addEventListener('hashchange', hear)
  return () => window.removeEventListener('hashchange', hear)
}

const fragment = (frame: string): string => `#/followed/${frame}/`

function decoded(text: string): string | null {
  try {
    return decodeURIComponent(text)
  } catch {
    return null
  }
}
