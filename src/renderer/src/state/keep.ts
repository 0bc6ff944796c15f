/** What could not be kept: it holds in this window alone. */
const unkept = new Map<string, string>()

/**
 * Keeps a small text on this computer, for later starts. Where nothing can be kept (storage that is full, or that a
 * browser forbids) it holds in this window, and nothing else fails for that.
 */
export function keep(key: string, text: string): void {
  try {
    localStorage.setItem(key, text)
    unkept.delete(key)
  } catch {
    unkept.set(key, text)
  }
}

/** What was kept under that name; null when nothing was, or nothing can be read. */
export function keptText(key: string): string | null {
  try {
    return unkept.get(key) ?? localStorage.getItem(key)
  } catch {
    return null
  }
}

export function forget(key: string): void {
  unkept.delete(key)
  try {
    localStorage.removeItem(key)
  } catch {
    // nothing could be kept there
  }
}
