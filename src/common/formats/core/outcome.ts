import type { Schema } from '../../schema'
import { openConflicts, type Choices, type Conflict } from './conflict'
import type { StopOptions } from './stop'
import type { validityConflict } from './validity'

/** How a file was merged. */
export type MergeKind = 'same' | 'json' | 'sheets' | 'structured' | 'page' | 'text' | 'whole'

export interface MergeOptions extends StopOptions {
  readonly choices?: Choices
  /** A config: the merged one must keep the rules of C1 and P5. */
  readonly isConfig?: boolean
  /** The schema of a structured document, by its name. */
  readonly schemaOf?: (schemaName: string) => Schema | null
}

export interface TextsMerge {
  readonly kind: MergeKind
  /** What the file becomes; where conflicts are open it holds the local side (MG6). */
  readonly text: string
  readonly conflicts: readonly Conflict[]
  readonly open: number
  /** A sentence, where the file was not taken apart since it is beyond a bound (MG7). */
  readonly beyond?: string
}

/** With a rule broken by the merge only: that is a conflict of its own, once nothing else is open. */
export function checked(
  kind: MergeKind,
  text: string,
  conflicts: readonly Conflict[],
  broken: ReturnType<typeof validityConflict>
): TextsMerge {
  if (!broken || openConflicts(conflicts) > 0) return result(kind, text, conflicts)
  return result(kind, broken.text ?? text, [...conflicts, broken.conflict])
}

/** Of two texts that say the same, each in its own way. */
export const orForm = (line: string): string => (line === '' ? 'only the source’s form changed' : line)

/** A merge as it came out. */
export function result(kind: MergeKind, text: string, conflicts: readonly Conflict[]): TextsMerge {
  return { kind, text, conflicts, open: openConflicts(conflicts) }
}
