import type { JsonDiff, SheetChange, SheetDiff, BookDiff } from '../../../../../common/compare'
import type { ItemKind } from './items'
import type { ChangedSheet, SheetItem, ShownSheet } from './shown-sheets'
import { textOfValue } from './value-text'

/** The format, and what belongs to no sheet; shown with the first of the sheets. */
export function documentItem({ format, members }: BookDiff, sheets: ShownSheet[]): SheetItem | null {
  const words = [
    ...(format ? [`${nameOfFormat[format.before]} → ${nameOfFormat[format.after]}`] : []),
    ...membersTold(members, [':type', ':names', ':sheetname', ':version'])
  ]
  if (words.length === 0) return null
  if (sheets.length === 0)
    sheets.push({ name: 'Document', kind: 'changed', notes: words, columns: [], rows: [] })
  return {
    key: 'document',
    kind: 'changed',
    title: 'The document',
    words: words.join(', '),
    restore: [
      {
        label: format ? 'Restore the format' : 'Restore the settings',
        pick: { kind: 'sheet', restore: { kind: 'document' } }
      }
    ],
    blame: null,
    sheet: 0,
    at: null
  }
}

const nameOfFormat = { sheet: 'a single sheet', 'multi-sheet': 'several sheets' } as const

/** Members that changed, by name and values; those that follow from something else are no news. */
function membersTold(members: JsonDiff, follows: readonly string[]): string[] {
  return members.flatMap((one) => {
    const name = pointerOf(one.at).slice(1)
    if (follows.includes(name)) return []
    if (one.kind === 'replaced') return [`${name} ${textOfValue(one.before)} → ${textOfValue(one.after)}`]
    return [one.kind === 'moved' ? name : `${name} ${one.kind}`]
  })
}

/** A sheet that came or went. */
export function sheetItem(
  sheet: number,
  change: SheetChange,
  name: string,
  kind: ItemKind,
  words: string
): SheetItem {
  return {
    key: `sheet:${sheet}:${words}`,
    kind,
    title: `Sheet ${name}`,
    words,
    restore: [
      { label: 'Restore this sheet', pick: { kind: 'sheet', restore: { kind: 'sheet', sheet: change } } }
    ],
    blame: null,
    sheet,
    at: null
  }
}

/** What changed of a sheet beside its rows and columns, each with its way back. */
export function ownItems(sheet: number, change: ChangedSheet): SheetItem[] {
  const { name, at, moved, diff } = change
  const item = (
    kind: ItemKind,
    words: string,
    label: string,
    part: 'name' | 'place' | 'settings'
  ): SheetItem => ({
    key: `sheet:${sheet}:${part}`,
    kind,
    title: `Sheet ${name.after}`,
    words,
    restore: [{ label, pick: { kind: 'sheet', restore: { kind: part, sheet: change } } }],
    blame: null,
    sheet,
    at: null
  })
  const settings = settingsWords(diff)
  const renamed = name.before !== name.after
  return [
    ...(renamed
      ? [item('changed', `renamed from ${name.before || 'no name'}`, 'Restore the name', 'name')]
      : []),
    ...(moved
      ? [item('moved', `moved from place ${at.before + 1} to ${at.after + 1}`, 'Restore the place', 'place')]
      : []),
    ...(settings === '' ? [] : [item('changed', settings, 'Restore the settings', 'settings')])
  ]
}

/** `total` follows the rows; that it does is no news. */
export function settingsWords({ members }: SheetDiff): string {
  const told = membersTold(members, ['total', 'limit'])
  return told.length === 0 ? '' : `settings: ${told.join(', ')}`
}

const pointerOf = (at: string | { readonly after: string }) => (typeof at === 'string' ? at : at.after)
