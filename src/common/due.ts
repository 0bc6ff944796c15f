/** Says at most every so many milliseconds that something is due, as telling how far a work is. */
export function dueEvery(ms: number): () => boolean {
  let last = -Infinity
  return () => {
    const now = performance.now()
    if (now - last < ms) return false
    last = now
    return true
  }
}
