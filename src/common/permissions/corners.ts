import { MAX_PATH_BYTES } from '../content/paths'
import { atOnce, inTurns, type Steps } from '../steps'
import { dotFolderOf } from './dot-folder'
import type { Action, PermissionRules } from './rules'

/**
 * What the rules give to the callers below a target, judged at one target for each region in which they
 * cannot differ.
 */
export interface Corners {
  /** Whether some corner below a target allows the action. */
  some(target: string, action: Action): boolean
  /** Whether every corner below a target does. */
  every(target: string, action: Action): boolean
}

/** A name that no rule can mean: no path holds a control character. */
export const ANY = '\u0001'

/** The rules, who asks, and what they may at a target. */
interface Asked {
  readonly rules: PermissionRules
  /** The identifiers of each caller. */
  readonly callers: readonly (readonly string[])[]
  readonly actionsAt: (target: string) => readonly Action[]
}

/** The corners of the callers, made once for the rules and for them. */
export function cornersOf(asked: Asked): Corners {
  const { known, key } = placeOf(asked)
  const found = known.get(key)
  if (found) return found
  const made = atOnce(judging(asked))
  remember(known, key, made)
  return made
}

/** Makes them in turns, for many rules; afterwards `cornersOf` has them at hand. */
export async function prepareCorners(asked: Asked, turn: () => Promise<void>): Promise<void> {
  const { known, key } = placeOf(asked)
  if (!known.has(key)) remember(known, key, await inTurns(judging(asked), turn))
}

/** They go with the rules. */
const corners = new WeakMap<PermissionRules, Map<string, Corners>>()
const MOST_CALLERS = 50

function placeOf({ rules, callers }: Asked): { known: Map<string, Corners>; key: string } {
  const known = corners.get(rules) ?? new Map<string, Corners>()
  corners.set(rules, known)
  return { known, key: JSON.stringify(namedIn(rules, callers)) }
}

/** Who is named by no rule of its own has the same as everybody of its groups. */
function namedIn({ byIdentifier }: PermissionRules, callers: Asked['callers']): string[][] {
  return callers.map((names) => names.filter((name) => byIdentifier.has(name)))
}

function remember(known: Map<string, Corners>, key: string, made: Corners): void {
  if (known.size >= MOST_CALLERS) known.clear()
  known.set(key, made)
}

/** Judges each corner, and tells the verdict to all above it. */
function* judging({ rules, callers, actionsAt }: Asked): Steps<Corners> {
  const below = { read: newBelow(), write: newBelow() }
  const judged = new Set<string>()
  for (const target of targetsOf(rules, callers)) {
    if (judged.has(target)) continue
    if (judged.size % CORNERS_A_STEP === 0) yield
    judged.add(target)
    const actions = actionsAt(target)
    noteAbove(target, actions.includes('read') ? below.read.allowed : below.read.refused)
    noteAbove(target, actions.includes('write') ? below.write.allowed : below.write.refused)
  }
  return {
    some: (target, action) => below[action].allowed.has(target),
    every: (target, action) => !below[action].refused.has(target)
  }
}

const CORNERS_A_STEP = 500

/** The targets that have an allowed corner below them, and those that have a refused one. */
const newBelow = () => ({ allowed: new Set<string>(), refused: new Set<string>() })

/** Stops at one that knows: then all above it do. */
function noteAbove(target: string, told: Set<string>): void {
  for (let end = target.lastIndexOf('/'); end >= 0; end = target.lastIndexOf('/', end - 1)) {
    const above = target.slice(0, end)
    if (told.has(above)) return
    told.add(above)
    if (end === 0) return
  }
}

function* targetsOf(rules: PermissionRules, callers: Asked['callers']): Generator<string> {
  for (const identifier of new Set(namedIn(rules, callers).flat())) {
    for (const { prefix, reach } of rules.byIdentifier.get(identifier) ?? []) {
      // a longer prefix is about no path
      if (reach === 'keyword' || prefix.length > MAX_PATH_BYTES) continue
      yield prefix
      yield `${prefix}.html`
      yield `${prefix}/${ANY}`
      const dot = dotFolderOf(prefix)
      if (dot === null) continue
      yield dot
      yield `${dot}/${ANY}`
    }
  }
}
