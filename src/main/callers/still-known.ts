import pLimit from 'p-limit'

/**
 * Asks whether a caller is still who it was. Who waits for the same answer gets it together, and only some
 * are looked for at once: what a thousand streams ask for each event would otherwise stand before everybody's
 * files.
 * @param who the same for the same credentials
 */
type AskStillKnown = (who: string, look: () => Promise<boolean>) => Promise<boolean>

export function openStillKnown(): AskStillKnown {
  const limit = pLimit(AT_ONCE)
  const waiting = new Map<string, Promise<boolean>>()
  return (who, look) => {
    const found = waiting.get(who)
    if (found) return found
    const answer = limit(() => {
      // from here on it may be older than what is asked about
      waiting.delete(who)
      return look()
    })
    waiting.set(who, answer)
    return answer
  }
}

const AT_ONCE = 4
