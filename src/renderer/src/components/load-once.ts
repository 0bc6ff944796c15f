const failures = new Set<() => void>()

/**
 * What is loaded when it is first needed, and then kept. A failure is kept too, so that what is drawn again
 * meanwhile does not ask without end, until it has been shown: see `forgetFailures`.
 */
export function loadOnce<T>(load: () => Promise<T>): () => Promise<T> {
  let loading: Promise<T> | null = null
  return () => {
    if (loading) return loading
    const attempt = load()
    loading = attempt
    attempt.catch(() => {
      failures.add(() => {
        if (loading === attempt) loading = null
      })
    })
    return attempt
  }
}

/** Whatever could not be loaded is tried again when it is next needed. */
export function forgetFailures(): void {
  for (const forget of failures) forget()
  failures.clear()
}
