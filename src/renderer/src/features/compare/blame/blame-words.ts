import { makerNames } from '../../history/makers'
import { dayAndClock } from '../../history/times'
import type { BlameResult } from './find-blame'

/** “by mara, 21 Nov 2026, 14:02”. @param me e-mail of the person at the window */
export function blameWords(result: BlameResult, me: string | undefined, now: number): string {
  switch (result.kind) {
    case 'changed': {
      const when = dayAndClock(result.at, now)
      return `Changed by ${makerNames(result.by, me)}, ${result.when === 'then' ? when : `${when} at the latest`}`
    }
    case 'since-the-start':
      return `As it is since the oldest version, ${dayAndClock(result.at, now)} by ${makerNames(result.by, me)}`
    case 'not-found':
      return `Not changed in the newest ${result.looked.toLocaleString()} versions; there are too many to look at them all`
  }
}
