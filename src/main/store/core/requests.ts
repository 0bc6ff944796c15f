/** What somebody waits for goes before what the store does on its own. */
export interface Requests {
  began(): void
  ended(): void
  /** Resolves when nobody has asked for anything for `quietMs`, after `mostMs` at the latest. */
  pause(quietMs: number, mostMs: number): Promise<void>
  /** As `pause`, but first waits until something was asked for. */
  firstPause(quietMs: number, mostMs: number): Promise<void>
  /** Resolves with the sign, after `mostMs` at the latest. */
  after(sign: Promise<void>, mostMs: number): Promise<void>
  /** Ends every pause. */
  close(): void
}

export function createRequests(): Requests {
  let running = 0
  let total = 0
  let lastEnd = 0
  let closed = false
  const waiting = new Set<() => void>()

  const wait = (milliseconds: number) =>
    new Promise<void>((resolve) => {
      const done = () => {
        clearTimeout(timer)
        waiting.delete(done)
        resolve()
      }
      const timer = setTimeout(done, milliseconds).unref()
      waiting.add(done)
    })

  async function pauseUntil(quiet: () => number, mostMs: number): Promise<void> {
    const end = Date.now() + mostMs
    for (;;) {
      const left = Math.min(quiet(), end - Date.now())
      if (closed || left <= 0) return
      await wait(left)
    }
  }
  const sinceLast = (quietMs: number) => (running > 0 ? quietMs : lastEnd + quietMs - Date.now())

  return {
    began: () => {
      running++
      total++
    },
    ended: () => {
      running--
      lastEnd = Date.now()
    },
    pause: (quietMs, mostMs) => pauseUntil(() => sinceLast(quietMs), mostMs),
    firstPause: (quietMs, mostMs) => pauseUntil(() => (total === 0 ? quietMs : sinceLast(quietMs)), mostMs),
    after: (sign, mostMs) => Promise.race([sign, wait(mostMs)]),
    close: () => {
      closed = true
      for (const done of [...waiting]) done()
    }
  }
}
