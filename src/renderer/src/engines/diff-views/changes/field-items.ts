import type { ChangeWords, FieldGroup, JsonChange } from '../../../../../common/compare'
import type { BlameAsk, ChangeItem } from './items'

/** A changed field as it is shown. */
export interface FieldItem extends ChangeItem {
  readonly change: JsonChange
  readonly path: readonly string[]
  readonly label: string
  readonly of: FieldGroup['of']
}

/** The changed fields of both parts of a document, in its order. */
export function fieldItems(groups: readonly FieldGroup[]): FieldItem[] {
  return groups.flatMap(({ of, words }) => words.map((one, index) => itemOf(of, one, index)))
}

function itemOf(of: FieldGroup['of'], { change, path, label, text }: ChangeWords, index: number): FieldItem {
  const isItem = /^(#|\d)/.test(label) || change.kind === 'moved'
  return {
    key: `${of}:${index}`,
    kind: change.kind === 'replaced' ? 'changed' : change.kind,
    title: [...path, label].join(' › '),
    words: text,
    restore: [
      { label: isItem ? 'Restore this item' : 'Restore this field', pick: { kind: 'field', of, change } }
    ],
    blame: of === 'data' ? blameOf(change) : null,
    change,
    path,
    label,
    of
  }
}

function blameOf(change: JsonChange): BlameAsk {
  if (change.kind === 'removed') return { in: 'before', place: { kind: 'field', pointer: change.at } }
  const pointer = change.kind === 'added' ? change.at : change.at.after
  return { in: 'after', place: { kind: 'field', pointer } }
}
