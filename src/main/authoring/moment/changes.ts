import { LRUCache } from 'lru-cache'
import type { ContentPath } from '../../../common/content/paths'
import { changesByToken, type TokenChanges } from '../../../common/moment/by-token'
import { changesBetween } from '../../../common/moment/changes'
import type { Known } from '../../http/asked'
import type { Store } from '../../store/types'
import { historiesBelow } from './bring-back'

/** What is asked about: the times are Unix milliseconds. */
interface Question {
  readonly scope: ContentPath
  /** What this token did alone. */
  readonly token: string | null
  readonly from: number
  /** Null: until now. */
  readonly to: number | null
}

/** Tells what changed, as far as the caller may know (M1, MC8). */
export type MomentChangesOf = (asked: Known, question: Question) => Promise<TokenChanges>

/** Files that changed, of all answers that are kept together. */
const MOST_KEPT = 50_000
const KEPT_MS = 60_000

/** Keeps the last answers until something happens: who pages through one asks for the same again and again. */
export function openMomentChanges(store: Store): MomentChangesOf {
  const kept = new LRUCache<string, TokenChanges>({
    maxSize: MOST_KEPT,
    sizeCalculation: ({ changes }) => changes.length + 1,
    ttl: KEPT_MS
  })
  let happened = 0
  store.subscribe(() => {
    happened += 1
    kept.clear()
  })
  return async ({ access, caller, content }, question) => {
    const key = JSON.stringify([question, access.unrestricted ? null : caller.people])
    const known = kept.get(key)
    if (known) return known
    const before = happened
    const { scope, token, from, to } = question
    const histories = await historiesBelow(content, scope, from)
    const found =
      token === null
        ? { changes: changesBetween(histories, scope, from, to), others: nobody }
        : changesByToken(histories, scope, token, from, to ?? undefined)
    if (happened === before) kept.set(key, found)
    return found
  }
}

const nobody: ReadonlySet<string> = new Set()
