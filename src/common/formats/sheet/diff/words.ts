import { counted, oneLine, shown } from '../../core/phrases'
import type { SheetChange, SheetDiff, BookDiff } from './changes'

/**
 * One line for the timeline: “2 rows changed in fares”, “column from renamed to origin”. Empty when nothing
 * changed.
 */
export function summariseBook({ format, sheets, members }: BookDiff): string {
  const parts = sheets.flatMap(partsOf)
  const moved = sheets.filter((change) => change.kind === 'changed' && change.moved).length
  if (moved > 0) parts.push(`${counted(moved, 'sheet')} moved`)
  if (format) parts.push(format.after === 'sheet' ? 'now a single sheet' : 'now several sheets')
  if (parts.length === 0 && members.length > 0) parts.push('settings changed')
  return oneLine(parts)
}

function partsOf(change: SheetChange): string[] {
  if (change.kind !== 'changed') return [`sheet ${named(change.sheet.name)} ${change.kind}`]
  const { name, diff } = change
  const parts =
    name.before === name.after ? [] : [`sheet ${named(name.before)} renamed to ${named(name.after)}`]
  const where = name.after === '' ? '' : ` in ${name.after}`
  const inside = [...rowParts(diff), ...columnParts(diff)].map((part) => `${part}${where}`)
  if (inside.length + parts.length === 0 && diff.members.length > 0) inside.push(`settings changed${where}`)
  return [...parts, ...inside]
}

const named = (name: string) => (name === '' ? 'without a name' : name)

function rowParts({ rows, cells, columns }: SheetDiff): string[] {
  const parts: string[] = []
  const ofColumns = new Set(
    columns.flatMap((column) => (column.kind === 'added' || column.kind === 'removed' ? [column.name] : []))
  )
  const edits = cells.filter(({ column }) => !ofColumns.has(column.after))
  const changed = new Set(edits.map(({ row }) => row.after)).size
  const [only] = edits
  const [before, after] = [shown(only?.before), shown(only?.after)]
  if (only && edits.length === 1 && before !== null && after !== null) {
    parts.push(`${only.column.after} ${before} → ${after}`)
  } else if (changed > 0) parts.push(`${counted(changed, 'row')} changed`)
  for (const kind of ['added', 'removed', 'moved'] as const) {
    const count = rows.filter((row) => row.kind === kind).length
    if (count > 0) parts.push(`${counted(count, 'row')} ${kind}`)
  }
  return parts
}

function columnParts({ columns }: SheetDiff): string[] {
  return columns.map((column) => {
    if (column.kind === 'renamed') return `column ${column.name.before} renamed to ${column.name.after}`
    const name = column.kind === 'moved' ? column.name.after : column.name
    return `column ${name === '' ? 'without a name' : name} ${column.kind}`
  })
}
