const POLL_MS = 50

/** Waits until `probe` gives something other than null, false or undefined; what it throws counts as not yet. */
export async function waitFor<T>(
  what: string,
  probe: () => Promise<T | null | false | undefined>,
  timeoutMs = 20_000
): Promise<T> {
  const end = Date.now() + timeoutMs
  let last: unknown
  while (Date.now() < end) {
    try {
      const value = await probe()
      if (value !== null && value !== undefined && value !== false) return value
    } catch (error) {
      last = error
    }
    await new Promise((resolve) => setTimeout(resolve, POLL_MS))
  }
  throw new Error(`Waited ${timeoutMs} ms in vain for ${what}.`, { cause: last })
}
