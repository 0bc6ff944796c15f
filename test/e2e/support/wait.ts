const POLL_MS = 50

/** How long one step may take on a machine that does many other things. Milliseconds. */
export const PATIENCE_MS = 30_000

/** The same promise, refused when it takes longer than one step may: a test that hangs says where. */
export async function within<T>(what: string, promise: Promise<T>, timeoutMs = PATIENCE_MS): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error(`Waited ${timeoutMs} ms in vain for ${what}.`)), timeoutMs)
  })
  try {
    return await Promise.race([promise, late])
  } finally {
    clearTimeout(timer)
  }
}

/** What is begun now and awaited later: where a test fails before, this is no second failure outside of it. */
export function awaitedLater<T>(begun: Promise<T>): Promise<T> {
  begun.catch(() => undefined)
  return begun
}

/** Waits until `probe` gives something other than null, false or undefined; what it throws counts as not yet. */
export async function waitFor<T>(
  what: string,
  probe: () => Promise<T | null | false | undefined>,
  timeoutMs = PATIENCE_MS
): Promise<T> {
  const end = Date.now() + timeoutMs
  let last: unknown
  while (Date.now() < end) {
    try {
      // a question that is never answered is no reason to wait for ever
      const value = await within(what, probe(), Math.max(1, end - Date.now()))
      if (value !== null && value !== undefined && value !== false) return value
    } catch (error) {
      last = error
    }
    await new Promise((resolve) => setTimeout(resolve, POLL_MS))
  }
  throw new Error(`Waited ${timeoutMs} ms in vain for ${what}.`, { cause: last })
}
