import {
  diffBooks,
  isEmptyBookDiff,
  readValues,
  type JsonChange,
  type JsonDiff,
  type SheetDiff,
  type BookDiff
} from '../../../../common/compare'
import { parseJson } from '../../../../common/json'
import type { JsonValue } from '../../../../common/schema'
import { assertNever } from '../../../../common/errors'

/** One change of a config in words. */
export interface ConfigChange {
  readonly kind: 'added' | 'removed' | 'changed' | 'moved'
  readonly text: string
}

interface SheetChanges {
  /** Empty for what belongs to no sheet. */
  readonly sheet: string
  readonly changes: readonly ConfigChange[]
}

/**
 * What saving changes, sheet by sheet; null when one of the two texts holds no sheets, so that only the text
 * can be compared.
 */
export function changesOf(before: string, after: string): SheetChanges[] | null {
  const [old, now] = [valuesIn(before), valuesIn(after)]
  if (!now || !old) return null
  const diff = diffBooks(old, now)
  return isEmptyBookDiff(diff) ? [] : listed(diff)
}

function valuesIn(text: string) {
  if (text.trim() === '') return valuesIn('{":type":"multi-sheet",":names":[]}')
  try {
    return readValues({ text, value: parseJson(text) })
  } catch {
    return null
  }
}

function listed({ format, sheets, members }: BookDiff): SheetChanges[] {
  const whole: ConfigChange[] = []
  if (format) {
    const text =
      format.after === 'sheet' ? 'now in the format of a single sheet' : 'now in the format of several sheets'
    whole.push({ kind: 'changed', text })
  }
  whole.push(...settingsIn(members))
  const own = sheets.map((change): SheetChanges => {
    if (change.kind !== 'changed') {
      const { name, rows } = change.sheet
      const text = `the sheet with ${rows.length === 1 ? '1 row' : `${rows.length} rows`}`
      return { sheet: name, changes: [{ kind: change.kind, text }] }
    }
    const { name, moved, diff } = change
    const first: ConfigChange[] = []
    if (name.before !== name.after)
      first.push({ kind: 'changed', text: `the sheet’s name, was ${name.before}` })
    if (moved) first.push({ kind: 'moved', text: 'the sheet among the others' })
    return { sheet: name.after, changes: [...first, ...inSheet(diff)] }
  })
  return [{ sheet: '', changes: whole }, ...own].filter(({ changes }) => changes.length > 0)
}

function inSheet({ columns, rows, cells, members }: SheetDiff): ConfigChange[] {
  const ofColumns = new Set(
    columns.flatMap((one) => (one.kind === 'added' || one.kind === 'removed' ? [one.name] : []))
  )
  return [
    ...columns.map((column): ConfigChange => {
      switch (column.kind) {
        case 'added':
        case 'removed':
          return { kind: column.kind, text: `the column ${column.name}` }
        case 'renamed':
          return { kind: 'changed', text: `the column ${column.name.before} is now ${column.name.after}` }
        case 'moved':
          return { kind: 'moved', text: `the column ${column.name.after}` }
        default:
          return assertNever(column)
      }
    }),
    ...rows.map((row): ConfigChange => {
      if (row.kind === 'moved')
        return { kind: 'moved', text: `row ${row.at.before + 1} to ${row.at.after + 1}` }
      const cellsOf = Object.entries(row.row).map(([column, value]) => `${column}: ${shown(value)}`)
      return { kind: row.kind, text: `row ${row.at + 1} (${cellsOf.join(', ')})` }
    }),
    ...cells
      .filter(({ column }) => !ofColumns.has(column.after))
      .map(({ row, column, before, after }): ConfigChange => ({
        kind: 'changed',
        text: `row ${row.after + 1}, ${column.after}: ${shown(before)} → ${shown(after)}`
      })),
    ...settingsIn(members)
  ]
}

/**
 * Members that are no sheets and rows, by name. What the format, the rows and the order of the sheets bring
 * with them is not told again.
 */
function settingsIn(members: JsonDiff): ConfigChange[] {
  const names = members
    .map((change) => placeOf(change).split('/')[1] ?? '')
    .filter((name) => !follows.has(name))
  return names.length === 0 ? [] : [{ kind: 'changed', text: `settings: ${[...new Set(names)].join(', ')}` }]
}

const follows: ReadonlySet<string> = new Set([
  'total',
  'limit',
  'offset',
  ':type',
  ':names',
  ':sheetname',
  ':version'
])

const placeOf = (change: JsonChange): string => (typeof change.at === 'string' ? change.at : change.at.after)

const isEmptyList = (value: JsonValue) =>
  typeof value === 'object' && value !== null && Object.keys(value).length === 0

function shown(value: JsonValue | undefined): string {
  if (value === undefined || value === '' || isEmptyList(value)) return 'empty'
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  return text.length > 200 ? `${text.slice(0, 199)}…` : text
}
