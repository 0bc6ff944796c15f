import type { BlamePlace, Pick } from '../../../../../common/compare'

/** What became of something. */
export type ItemKind = 'added' | 'removed' | 'changed' | 'moved'

/** One change that can be gone to, taken back and asked about. */
export interface ChangeItem {
  /** Unique in its comparison. */
  readonly key: string
  readonly kind: ItemKind
  /** What changed: “Crew › Ada › Role”, “Row 12 · price”. */
  readonly title: string
  /** How: “12 → 15”. */
  readonly words: string
  readonly restore: readonly RestoreChoice[]
  readonly blame: BlameAsk | null
}

export interface RestoreChoice {
  readonly label: string
  readonly pick: Pick
}

/** In which of the two states the thing is to be looked for: in the older one when it is gone. */
export interface BlameAsk {
  readonly in: 'before' | 'after'
  readonly place: BlamePlace
}

/** Signs that say the same as the colours. */
export const signOf: Readonly<Record<ItemKind, string>> = {
  added: '+',
  removed: '−',
  changed: '≠',
  moved: '↕'
}

export const nameOfKind: Readonly<Record<ItemKind, string>> = {
  added: 'Added',
  removed: 'Removed',
  changed: 'Changed',
  moved: 'Moved'
}

/** “3 changed, 1 moved”, in the order of the legend. */
export function countsOf(items: readonly ChangeItem[]): readonly { kind: ItemKind; count: number }[] {
  return (['added', 'removed', 'changed', 'moved'] as const)
    .map((kind) => ({ kind, count: items.filter((item) => item.kind === kind).length }))
    .filter(({ count }) => count > 0)
}
