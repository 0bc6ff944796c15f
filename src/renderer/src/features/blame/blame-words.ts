import { assertNever } from '../../../../common/errors'
import { makerNames } from '../../documents/versions/makers'
import { dayAndClock, numberText } from '../../components/formats'
import type { BlameResult, Looked } from './find-blame'

/** “Changed by mara, 21 Nov 2026, 14:02”. @param me e-mail of the person at the window */
export function blameWords(result: BlameResult, me: string | undefined, now: number): string {
  switch (result.kind) {
    case 'changed': {
      const when = dayAndClock(result.at, now)
      return `Changed by ${makerNames(result.by, me)}, ${result.when === 'then' ? when : `${when} at the latest`}`
    }
    case 'unsaved':
      return 'Changed here; it is not saved yet'
    case 'since-the-start': {
      const known = `${dayAndClock(result.at, now)} by ${makerNames(result.by, me)}`
      return result.alone
        ? `There are no older versions; it was written ${known}`
        : `As it is since the oldest version, ${known}. What was before is not kept`
    }
    default:
      return assertNever(result)
  }
}

/** How far a search has come that was stopped, or goes on. */
export function lookedWords({ looked, of }: Looked): string {
  return `Not changed in the newest ${numberText(looked)} of ${numberText(of)} states`
}
