import type { Schema, JsonValue } from '../schema'
import type { Choices, Conflict } from './core/conflict'
import { openConflicts } from './core/conflict'
import type { StopOptions } from './core/stop'
import type { ThreeTexts, validityConflict } from './core/validity'
import type { JsonComparison } from './json/diff/restore'
import type { ChangeWords } from './json/diff/words'
import type { diffHtml } from './page/diff/diff'
import type { WorkbookComparison } from './sheet/diff/restore'

/** What the app can do with the texts of one format. A new format is a folder with one of these, a line in `files.ts` and one in `table.ts`. */
export interface Format {
  /** Merges three texts (MG1 … MG6); null for what cannot be read as what it is, or would not read back (MG7). @throws GalleyError cancelled · too-large · too-complex */
  readonly merge: (texts: ThreeTexts, options: MergeOptions) => TextsMerge | null
  /** Compares two states by structure (D12). @throws GalleyError cancelled · too-large · too-complex */
  readonly compare: (before: string, after: string, options: StructureOptions) => Structure
  /** One line about two different texts; null where only their lines tell. @throws GalleyError cancelled · too-large · too-complex */
  readonly summary: (before: string, after: string, options: StructureOptions) => string | null
  /** The text with this value in the place of its fields (D5); null when it has none. */
  readonly written: (
    now: string,
    of: FieldGroup['of'],
    value: JsonValue,
    options: StructureOptions
  ) => string | null
}

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

export interface StructureOptions extends StopOptions {
  /** Types and titles of a structured document. */
  readonly schema?: Schema | null
  /** Compares two pages, where somebody may know it already. */
  readonly comparePages?: typeof diffHtml
}

/** Fields that were compared, and what changed of them in words. */
export interface FieldGroup {
  /** `properties`: what a structured document says about itself, its title for one. */
  readonly of: 'data' | 'properties'
  readonly comparison: JsonComparison
  readonly words: readonly ChangeWords[]
}

/** Two states compared by their structure (D12). */
export type Structure =
  | { readonly kind: 'fields'; readonly groups: readonly FieldGroup[] }
  | { readonly kind: 'sheets'; readonly comparison: WorkbookComparison }
  /** No structure can be read from one of them. */
  | { readonly kind: 'unreadable'; readonly side: 'before' | 'after' }

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
