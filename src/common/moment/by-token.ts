import type { Person } from '../person'
import type { ContentPath } from '../content/paths'
import { changeBetween, inOrder, isAbout, touchesOf, type FileChange } from './changes'
import type { FileHistory } from './file-history'
import { stateAt, stateNow } from './state'

/** What a token did, and of which of these files somebody else has changed something since. */
export interface TokenChanges {
  /** As they were right before the token first touched them, and as they are now. */
  readonly changes: readonly FileChange[]
  /** Ids of files that others touched after the token did: those are told, and left alone (MC8). */
  readonly others: ReadonlySet<string>
}

/**
 * Every file below the scope that a token touched between two moments and that is not as it was before.
 * @param from Unix milliseconds
 * @param until what is touched from then on counts as nobody's: a run that was begun then is at it
 */
export function changesByToken(
  histories: readonly FileHistory[],
  scope: ContentPath,
  token: string,
  from: number,
  until = Infinity
): TokenChanges {
  const others = new Set<string>()
  const changes = histories.flatMap((history): FileChange[] => {
    const touches = touchesOf(history).filter(({ at }) => at > from && at < until)
    const first = touches.findIndex(({ by }) => isBy(by, token))
    if (first < 0) return []
    const moment = Math.max(from, touches[first - 1]?.at ?? from)
    const before = stateAt(history, moment)
    const change = changeBetween(history, before, stateNow(history), moment, until)
    if (!change || !isAbout(change, scope)) return []
    if (touches.slice(first).some(({ by }) => !isBy(by, token))) others.add(history.id)
    return [change]
  })
  return { changes: inOrder(changes), others }
}

const isBy = (by: Person | undefined, token: string) => by?.via?.token === token
