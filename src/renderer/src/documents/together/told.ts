/** Something that is told again and again; who waits for it waits for the next time. */
interface Told {
  /** @param ask done once it is waited for. Resolves when it is told, or after so many milliseconds */
  next(patience: number, ask?: () => void): Promise<void>
  tell(): void
}

export function createTold(): Told {
  const waiting = new Set<() => void>()
  return {
    next: (patience, ask) =>
      new Promise((resolve) => {
        const done = () => {
          clearTimeout(timer)
          waiting.delete(done)
          resolve()
        }
        const timer = setTimeout(done, patience)
        waiting.add(done)
        ask?.()
      }),
    tell() {
      for (const done of [...waiting]) done()
    }
  }
}
