import { useRef, useState } from 'react'
import type { SignInOffer } from '../../../../../common/sync'
import { sync } from '../../../api/sync'

interface OfferNow {
  /** What the server says; undefined while it was not asked, or did not answer. */
  readonly offer: SignInOffer | undefined
  /** Asks it, unless that was done. Rejects when it does not answer. */
  ask(base: string): Promise<SignInOffer>
}

/** Asks a server where its people sign in: once for each address. */
export function useOffer(): OfferNow {
  const [offer, setOffer] = useState<SignInOffer | undefined>(undefined)
  const asked = useRef<{ readonly base: string; readonly answer: Promise<SignInOffer> } | null>(null)
  return {
    offer,
    async ask(base) {
      if (asked.current?.base !== base) {
        setOffer(undefined)
        asked.current = { base, answer: sync.signInOffer(base) }
      }
      const mine = asked.current
      try {
        const answer = await mine.answer
        // another address may have been typed meanwhile
        if (asked.current === mine) setOffer(answer)
        return answer
      } catch (error) {
        if (asked.current === mine) asked.current = null
        throw error
      }
    }
  }
}
