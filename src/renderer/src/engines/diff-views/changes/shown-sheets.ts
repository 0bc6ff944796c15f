import type { CellChange, SheetChange } from '../../../../../common/compare'
import type { JsonObject } from '../../../../../common/schema'
import type { ChangeItem, ItemKind } from './items'

export interface SheetItem extends ChangeItem {
  /** Index of the sheet among the shown ones. */
  readonly sheet: number
  /** Where it is drawn: a row and a column of the shown sheet; null for what is about the sheet itself. */
  readonly at: { readonly row: string; readonly column: string | null } | null
}

/** One sheet with changes as it is shown. */
export interface ShownSheet {
  readonly name: string
  readonly kind: ItemKind
  /** What changed of the sheet itself. */
  readonly notes: readonly string[]
  readonly columns: readonly ShownColumn[]
  readonly rows: readonly ShownRow[]
}

export interface ShownColumn {
  readonly name: string
  readonly kind: ItemKind | null
  /** “was from”, “moved”. */
  readonly note: string | null
}

export type ShownRow =
  | { readonly kind: 'gap'; readonly key: string; readonly count: number }
  | {
      /** `same`: nothing changed in it but that a column came or went. */
      readonly kind: 'added' | 'removed' | 'changed' | 'moved' | 'same'
      readonly key: string
      /** From 1, in the state in which it is. */
      readonly number: number
      readonly note: string | null
      readonly row: JsonObject
      /** Cells that changed, by column. */
      readonly cells: ReadonlyMap<string, CellChange>
    }

/** A sheet that both states have. */
export type ChangedSheet = Extract<SheetChange, { kind: 'changed' }>
