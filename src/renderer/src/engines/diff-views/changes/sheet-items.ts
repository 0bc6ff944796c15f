import type {
  CellChange,
  ColumnChange,
  RowChange,
  SheetValues,
  SheetChange,
  SheetDiff,
  BookComparison
} from '../../../../../common/compare'
import type { JsonObject, JsonValue } from '../../../../../common/schema'
import type { RestoreChoice } from './items'
import { documentItem, ownItems, settingsWords, sheetItem } from './own-items'
import type { ChangedSheet, SheetItem, ShownColumn, ShownRow, ShownSheet } from './shown-sheets'
import { textOfValue } from './value-text'

/** Sheets that changed, with their rows in order, and every change that can be gone to. */
export function sheetItems({ before, after, diff }: BookComparison): {
  readonly sheets: readonly ShownSheet[]
  readonly items: readonly SheetItem[]
} {
  const sheets: ShownSheet[] = []
  const items: SheetItem[] = []
  for (const change of diff.sheets) {
    const at = sheets.length
    const older = change.kind === 'added' ? undefined : before.sheets[placeIn(change, 'before')]
    const newer = change.kind === 'removed' ? undefined : after.sheets[placeIn(change, 'after')]
    if (change.kind !== 'changed') {
      const sheet = change.sheet
      sheets.push(wholeSheet(sheet, change.kind))
      items.push(sheetItem(at, change, sheet.name, change.kind, `${sheet.rows.length} rows`))
      continue
    }
    if (!older || !newer) continue
    const shown = changedSheet(change, older, newer)
    sheets.push(shown)
    items.push(...ownItems(at, change))
    items.push(...columnItems(at, change), ...rowItems(at, change, shown))
  }
  const document = documentItem(diff, sheets)
  return { sheets, items: document ? [document, ...items] : items }
}

function placeIn(change: SheetChange, side: 'before' | 'after'): number {
  return change.kind === 'changed' ? change.at[side] : change.at
}

function wholeSheet(sheet: SheetValues, kind: 'added' | 'removed'): ShownSheet {
  return {
    name: sheet.name,
    kind,
    notes: [],
    columns: sheet.columns.map((name) => ({ name, kind: null, note: null })),
    rows: sheet.rows.map((row, at) => ({
      kind,
      key: `${kind}:${at}`,
      number: at + 1,
      note: null,
      row,
      cells: none
    }))
  }
}

function changedSheet(change: ChangedSheet, older: SheetValues, newer: SheetValues): ShownSheet {
  const { name, moved, diff } = change
  const notes = [
    ...(name.before === name.after ? [] : [`renamed from ${name.before || 'no name'}`]),
    ...(moved ? ['moved'] : []),
    ...(diff.members.length > 0 ? [settingsWords(diff)] : [])
  ].filter((note) => note !== '')
  return {
    name: name.after,
    kind: 'changed',
    notes,
    columns: shownColumns(diff, older, newer),
    rows: shownRows(diff, older, newer)
  }
}

function shownColumns(diff: SheetDiff, older: SheetValues, newer: SheetValues): ShownColumn[] {
  const shown: ShownColumn[] = newer.columns.map((name) => {
    const change = diff.columns.find(
      (one) => (one.kind === 'added' ? one.name : one.kind === 'removed' ? null : one.name.after) === name
    )
    if (!change || change.kind === 'removed') return { name, kind: null, note: null }
    if (change.kind === 'added') return { name, kind: 'added', note: 'new' }
    return change.kind === 'renamed'
      ? { name, kind: 'changed', note: `was ${change.name.before}` }
      : { name, kind: 'moved', note: 'moved' }
  })
  for (const change of diff.columns) {
    if (change.kind !== 'removed') continue
    const before = older.columns[change.at - 1]
    const at = shown.findIndex(({ name }) => name === before)
    shown.splice(before === undefined ? 0 : at + 1, 0, {
      name: change.name,
      kind: 'removed',
      note: 'removed'
    })
  }
  return shown
}

const none: ReadonlyMap<string, CellChange> = new Map()

/** Rows that changed, in order; the others are counted between them. */
function shownRows({ rows, cells, columns }: SheetDiff, older: SheetValues, newer: SheetValues): ShownRow[] {
  const whole = wholeColumns(columns)
  const edits = new Map<number, Map<string, CellChange>>()
  for (const cell of cells) {
    const edit = edits.get(cell.row.after) ?? new Map<string, CellChange>()
    edits.set(cell.row.after, edit.set(cell.column.after, cell))
  }
  const gone = new Map<number, RowChange>()
  const come = new Map<number, RowChange>()
  for (const row of rows) {
    if (row.kind === 'removed') gone.set(row.at, row)
    else if (row.kind === 'added') come.set(row.at, row)
    else {
      gone.set(row.at.before, row)
      come.set(row.at.after, row)
    }
  }
  const shown: ShownRow[] = []
  let skipped = 0
  const add = (row: Exclude<ShownRow, { kind: 'gap' }>) => {
    if (skipped > 0) shown.push({ kind: 'gap', key: `gap:${shown.length}`, count: skipped })
    skipped = 0
    shown.push(row)
  }
  for (let i = 0, j = 0; i < older.rows.length || j < newer.rows.length;) {
    const [old, now] = [older.rows[i], newer.rows[j]]
    const [went, came] = [gone.get(i), come.get(j)]
    if (went && old) {
      if (went.kind === 'removed')
        add({ kind: 'removed', key: `removed:${i}`, number: i + 1, note: null, row: old, cells: none })
      i += 1
    } else if (came && now) {
      const note = came.kind === 'moved' ? `from row ${came.at.before + 1}` : null
      const kind = came.kind === 'moved' ? 'moved' : 'added'
      add({ kind, key: `row:${j}`, number: j + 1, note, row: now, cells: edits.get(j) ?? none })
      j += 1
    } else {
      const changed = edits.get(j)
      if (changed && now) {
        const kind = [...changed.keys()].every((column) => whole.has(column)) ? 'same' : 'changed'
        add({ kind, key: `row:${j}`, number: j + 1, note: null, row: now, cells: changed })
      } else skipped += 1
      i += 1
      j += 1
    }
  }
  if (skipped > 0) shown.push({ kind: 'gap', key: `gap:${shown.length}`, count: skipped })
  return shown
}

function columnItems(sheet: number, change: ChangedSheet): SheetItem[] {
  return change.diff.columns.map((column): SheetItem => {
    const name = typeof column.name === 'string' ? column.name : column.name.after
    return {
      key: `column:${sheet}:${column.kind}:${name}`,
      kind: column.kind === 'renamed' ? 'changed' : column.kind,
      title: `Column ${name || 'without a name'}`,
      words:
        column.kind === 'renamed'
          ? `was called ${column.name.before}`
          : column.kind === 'moved'
            ? `moved from place ${column.at.before + 1} to ${column.at.after + 1}`
            : column.kind,
      restore: [columnRestore(change, column)],
      blame: null,
      sheet,
      at: null
    }
  })
}

function columnRestore(sheet: ChangedSheet, column: ColumnChange): RestoreChoice {
  switch (column.kind) {
    case 'renamed':
      return {
        label: 'Restore the name',
        pick: { kind: 'sheet', restore: { kind: 'column-name', sheet, column } }
      }
    case 'moved':
      return {
        label: 'Restore the place',
        pick: { kind: 'sheet', restore: { kind: 'column-place', sheet, column } }
      }
    default:
      return {
        label: 'Restore this column',
        pick: { kind: 'sheet', restore: { kind: 'column', sheet, name: column.name } }
      }
  }
}

function rowItems(sheet: number, change: ChangedSheet, shown: ShownSheet): SheetItem[] {
  const { diff, name } = change
  const inColumns = wholeColumns(diff.columns)
  const changes = new Map<string, RowChange>()
  for (const row of diff.rows)
    changes.set(
      row.kind === 'removed' ? `removed:${row.at}` : `row:${row.kind === 'moved' ? row.at.after : row.at}`,
      row
    )
  const called = shown.name === '' ? '' : `${shown.name} › `
  return shown.rows.flatMap((row): SheetItem[] => {
    if (row.kind === 'gap') return []
    const own = changes.get(row.key)
    const cells = [...row.cells.values()].filter(({ column }) => !inColumns.has(column.after))
    const title = `${called}Row ${row.number}`
    const items: SheetItem[] = []
    if (own)
      items.push({
        key: `${sheet}:${row.key}`,
        kind: own.kind,
        title,
        words:
          own.kind === 'moved'
            ? `moved from row ${own.at.before + 1} to ${own.at.after + 1}`
            : firstCells(row.row),
        restore: [
          {
            label: 'Restore this row',
            pick: { kind: 'sheet', restore: { kind: 'row', sheet: change, row: own } }
          }
        ],
        blame: {
          in: own.kind === 'removed' ? 'before' : 'after',
          place: {
            kind: 'cell',
            sheet: own.kind === 'removed' ? name.before : name.after,
            row: row.number - 1,
            column: null
          }
        },
        sheet,
        at: { row: row.key, column: null }
      })
    return [
      ...items,
      ...cells.map((cell) =>
        cellItem(sheet, change, row.key, `${title} · ${cell.column.after}`, cell, cells.length)
      )
    ]
  })
}

function cellItem(
  sheet: number,
  change: ChangedSheet,
  row: string,
  title: string,
  cell: CellChange,
  inRow: number
): SheetItem {
  const restore: RestoreChoice[] = [
    { label: 'Restore this cell', pick: { kind: 'sheet', restore: { kind: 'cell', sheet: change, cell } } }
  ]
  if (inRow > 1)
    restore.push({
      label: 'Restore the row',
      pick: { kind: 'sheet', restore: { kind: 'cells', sheet: change, row: cell.row.after } }
    })
  return {
    key: `${sheet}:${row}:${cell.column.after}`,
    kind: 'changed',
    title,
    words: `${textOfValue(cell.before)} → ${textOfValue(cell.after)}`,
    restore,
    blame: {
      in: 'after',
      place: { kind: 'cell', sheet: change.name.after, row: cell.row.after, column: cell.column.after }
    },
    sheet,
    at: { row, column: cell.column.after }
  }
}

/** Columns that came or went: their cells are no changes of their own. */
const wholeColumns = (columns: SheetDiff['columns']): ReadonlySet<string> =>
  new Set(columns.flatMap((one) => (one.kind === 'added' || one.kind === 'removed' ? [one.name] : [])))

const firstCells = (row: JsonObject): string =>
  Object.values(row)
    .slice(0, 3)
    .map((value: JsonValue) => textOfValue(value))
    .join(' · ')
