/** Lets whoever asks go before what is only read for later questions, which waits for them a while. */
export interface QuestionsFirst {
  during<T>(question: () => Promise<T>): Promise<T>
  /** Resolves when nobody asks; after a while in any case, so that reading comes to an end. */
  over(): Promise<void>
  /** Whether somebody asks, or asked just now: another key may come. */
  isAsked(): boolean
}

/** Reading waits no longer for those who ask. */
const LONGEST_MS = 250
/** Between two keys. */
const TYPING_MS = 400

export function questionsFirst(): QuestionsFirst {
  let asking = 0
  let askedAt = -Infinity
  const waiting = new Set<() => void>()
  return {
    async during(question) {
      asking += 1
      try {
        return await question()
      } finally {
        asking -= 1
        askedAt = performance.now()
        if (asking === 0) for (const go of [...waiting]) go()
      }
    },
    over() {
      if (asking === 0) return Promise.resolve()
      return new Promise((resolve) => {
        const go = () => {
          clearTimeout(timer)
          waiting.delete(go)
          resolve()
        }
        const timer = setTimeout(go, LONGEST_MS)
        waiting.add(go)
      })
    },
    isAsked: () => asking > 0 || performance.now() - askedAt < TYPING_MS
  }
}
