import { createDecisions, type Choice, type Conflict } from '../../formats/core/conflict'
import { mergeValue } from '../../formats/json/merge/merge'
import { ROOT_AT } from '../../formats/json/merge/places'
import type { JsonValue } from '../../json/value'
import { laterOf } from './merged'

/** What a merge asks may show what was hidden by it: so often it is done again at most. */
const ROUNDS = 5

/** Three states of the data of a form as one, with nothing left to ask: of two values the later one, `remote`. */
export function mergedData(three: Readonly<Record<'base' | 'local' | 'remote', JsonValue>>): JsonValue {
  const choices = new Map<string, Choice>()
  for (let left = ROUNDS; ; left -= 1) {
    const decisions = createDecisions(choices)
    const value = mergeValue(three, ROOT_AT, { decisions, stop: () => {} })
    const open = decisions.conflicts.filter(({ choice }: Conflict) => choice === null)
    if (open.length === 0 || left === 0) return value ?? three.local
    for (const conflict of open) choices.set(conflict.id, laterOf(conflict))
  }
}
