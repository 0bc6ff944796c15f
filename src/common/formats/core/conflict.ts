import type { JsonValue } from '../../schema'

/**
 * What a person may take where two have changed the same: one side, what stood there before, both, or the
 * merge as it is.
 */
export type Choice = 'local' | 'remote' | 'base' | 'both' | 'merged'

/** Choices by the id of their conflict. */
export type Choices = ReadonlyMap<string, Choice>

/**
 * `field`: a value of JSON or of a form · `item`: an item of a list · `list`: a whole list · `cell`, `row`,
 * `sheet`: of sheets · `order`: both have put the same things into another order · `block`: an element of a
 * page · `text`: lines of a text · `validity`: each side for itself was valid, both together are not ·
 * `file`: the whole file.
 */
export type ConflictKind =
  'field' | 'item' | 'list' | 'cell' | 'row' | 'sheet' | 'order' | 'block' | 'text' | 'validity' | 'file'

/** Where a conflict is: for programs a pointer or path, for people its names from outside in. */
export interface ConflictPlace {
  /**
   * JSON Pointer, `sheet ▸ row ▸ column` or the path of an element, in terms of the base where there is one.
   */
  readonly at: string
  /** What a person would call it, from outside in: `['data', 'Row 3', 'price']`. */
  readonly names: readonly string[]
}

export interface Conflict {
  /** The same for the same three states, whichever side is the local one. */
  readonly id: string
  readonly kind: ConflictKind
  readonly place: ConflictPlace
  /** Source text for pages and texts, else the value; `undefined`: it is not there. */
  readonly base: JsonValue | undefined
  readonly local: JsonValue | undefined
  readonly remote: JsonValue | undefined
  readonly choices: readonly Choice[]
  /** What was chosen; null while it is open. */
  readonly choice: Choice | null
}

/** Collects the conflicts of one merge, and tells what was chosen. */
export interface Decisions {
  /**
   * The choice that counts here: the person's, else `local`, which keeps an unresolved file as it is (MG6).
   */
  decide(conflict: Omit<Conflict, 'choice'>): Choice
  readonly conflicts: readonly Conflict[]
}

export function createDecisions(choices: Choices = new Map()): Decisions {
  const conflicts: Conflict[] = []
  return {
    conflicts,
    decide(conflict) {
      const request = choices.get(conflict.id)
      const choice = request !== undefined && conflict.choices.includes(request) ? request : null
      conflicts.push({ ...conflict, choice })
      return choice ?? 'local'
    }
  }
}

export const openConflicts = (conflicts: readonly Conflict[]): number =>
  conflicts.filter(({ choice }) => choice === null).length
