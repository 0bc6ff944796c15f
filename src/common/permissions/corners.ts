import { dotFolderOf } from './match'
import type { Action, PermissionRules } from './rules'

/** One target for each region in which the rules cannot give different answers: between them lies nothing new. */
export interface Corners {
  /** Whether some corner below a target allows the action. */
  some(target: string, action: Action): boolean
  /** Whether every corner below a target does. */
  every(target: string, action: Action): boolean
}

/** A name that no rule can mean: no path holds a control character. */
export const ANY = '\u0001'

/**
 * The corners of the callers, made once for the rules and for them; each is judged once.
 * @param callers the identifiers of each
 */
export function cornersOf(
  rules: PermissionRules,
  callers: readonly (readonly string[])[],
  allows: (action: Action, target: string) => boolean
): Corners {
  const known = corners.get(rules) ?? new Map<string, Corners>()
  corners.set(rules, known)
  // who is named by no rule of its own has the same as everybody of its groups
  const named = callers.map((names) => names.filter((name) => rules.byIdentifier.has(name)))
  const key = JSON.stringify(named)
  const found = known.get(key)
  if (found) return found
  const made = makeCorners(targetsOf(rules, named), allows)
  if (known.size >= MOST_CALLERS) known.clear()
  known.set(key, made)
  return made
}

/** They go with the rules. */
const corners = new WeakMap<PermissionRules, Map<string, Corners>>()
const MOST_CALLERS = 50

function makeCorners(
  targets: readonly string[],
  allows: (action: Action, target: string) => boolean
): Corners {
  const judged = { read: new Int8Array(targets.length), write: new Int8Array(targets.length) }
  const allowed = (action: Action, at: number): boolean => {
    const verdicts = judged[action]
    if (verdicts[at] === UNKNOWN) verdicts[at] = allows(action, targets[at] ?? '') ? YES : NO
    return verdicts[at] === YES
  }
  const any = (target: string, action: Action, wanted: boolean): boolean => {
    // those that begin with the target and a slash lie together
    const [start, end] = [firstAt(targets, `${target}/`), firstAt(targets, `${target}0`)]
    for (let at = start; at < end; at++) if (allowed(action, at) === wanted) return true
    return false
  }
  return {
    some: (target, action) => any(target, action, true),
    every: (target, action) => !any(target, action, false)
  }
}

const [UNKNOWN, NO, YES] = [0, 1, 2]

function targetsOf({ byIdentifier }: PermissionRules, callers: readonly (readonly string[])[]): string[] {
  const found = new Set<string>()
  for (const identifier of new Set(callers.flat())) {
    for (const { prefix, reach } of byIdentifier.get(identifier) ?? []) {
      if (reach === 'keyword') continue
      found.add(prefix).add(`${prefix}.html`).add(`${prefix}/${ANY}`)
      const dot = dotFolderOf(prefix)
      if (dot !== null) found.add(dot).add(`${dot}/${ANY}`)
    }
  }
  return [...found].sort()
}

/** The first place whose text is not before the one given. */
function firstAt(sorted: readonly string[], text: string): number {
  let [low, high] = [0, sorted.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((sorted[middle] ?? '') < text) low = middle + 1
    else high = middle
  }
  return low
}
