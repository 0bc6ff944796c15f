import type { Choice, Conflict } from '../../formats/core/conflict'
import type { ThreeTexts } from '../../formats/core/validity'
import { mergeTexts } from '../../formats/merge'

/**
 * Three texts as one, with nothing left to ask: what somebody changed is not deleted, and of two values the
 * later one, `remote`, counts. Null where it would be one whole text or the other.
 */
export function mergedLater(ext: string, texts: ThreeTexts): string | null {
  let merged = mergeTexts(ext, texts)
  const choices = new Map<string, Choice>()
  // what is chosen may show what was hidden by it
  for (let left = ROUNDS; left > 0 && merged.open > 0; left -= 1) {
    for (const conflict of merged.conflicts) choices.set(conflict.id, choiceOf(conflict))
    merged = mergeTexts(ext, texts, { choices })
  }
  return merged.kind === 'whole' ? null : merged.text
}

const ROUNDS = 5

const choiceOf = ({ local, remote, kind, choices }: Conflict): Choice => {
  if (choices.includes('both')) return 'both'
  return remote === undefined && local !== undefined && kind !== 'file' ? 'local' : 'remote'
}
