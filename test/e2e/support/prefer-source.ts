/** Pages open in their source, until the person chooses otherwise. Runs in the window before its own code. */
export function preferSource(): void {
  try {
    const KEY = 'galley.editors'
    localStorage.setItem(KEY, localStorage.getItem(KEY) ?? JSON.stringify({ pageView: 'source' }))
  } catch {
    // a frame of no origin has no such choice
  }
}
