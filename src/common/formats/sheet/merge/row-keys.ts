import { cellText } from '../diff/cell-text'
import { usualKeyColumns } from '../diff/key-column'
import type { Names } from '../diff/changes'
import { cellOf, matchRows } from '../diff/rows'
import type { SheetValues } from '../values'
import type { Stop } from '../../core/stop'
import type { JsonObject } from '../../../schema'
import type { Keyed } from '../../core/keyed'

interface ThreeSheets {
  readonly base: SheetValues
  readonly local: SheetValues
  readonly remote: SheetValues
}

interface KeyedRows {
  /** The column that tells rows apart; null when they were found again by what is in them. */
  readonly column: string | null
  readonly base: Keyed<JsonObject>
  readonly local: Keyed<JsonObject>
  readonly remote: Keyed<JsonObject>
}

/**
 * Gives the rows of three sheets keys by which they are found again: of a key column, else of content and
 * likeness (MG4).
 */
export function keyRows(sheets: ThreeSheets, stop: Stop): KeyedRows {
  const column = keyColumn(sheets)
  if (column === null) return byContent(sheets, stop)
  const { base } = sheets
  const keyOf = (row: JsonObject | undefined) => cellText(cellOf(row, column))
  const keyed = (sheet: SheetValues) => {
    const keys = sheet.rows.map(keyOf)
    // a row whose key was corrected is still that row
    const two = { a: base, b: sheet, shared: sharedColumns(base, sheet) }
    if (sheet !== base)
      matchRows(two, { before: column, after: column }, stop).forEach((other, at) => {
        if (other >= 0) keys[other] = keyOf(base.rows[at])
      })
    return new Map(sheet.rows.map((row, at) => [keys[at] ?? '', row]))
  }
  return { column, base: keyed(base), local: keyed(sheets.local), remote: keyed(sheets.remote) }
}

/** A column that is filled and different in every row of all three, one of a usual name first. */
function keyColumn({ base, local, remote }: ThreeSheets): string | null {
  const all = [base, local, remote]
  if (all.some(({ rows }) => rows.length === 0)) return null
  const rank = (name: string) => usualKeyColumns.indexOf(name.toLowerCase()) + 1 || usualKeyColumns.length + 1
  const candidates = base.columns
    .filter((name) => all.every((sheet) => isDistinct(sheet, name)))
    .sort((one, two) => rank(one) - rank(two))
  return candidates.find((name) => !isRenamedByBoth({ base, local, remote }, name)) ?? null
}

function isDistinct({ rows }: SheetValues, column: string): boolean {
  const found = new Set<string>()
  for (const row of rows) {
    const value = cellOf(row, column)
    const text = typeof value === 'object' ? '' : cellText(value)
    if (text === '' || found.has(text)) return false
    found.add(text)
  }
  return true
}

/** The same key went on both sides and others came on both: somebody may have corrected it twice. */
function isRenamedByBoth({ base, local, remote }: ThreeSheets, column: string): boolean {
  const [b, l, r] = [base, local, remote].map(
    ({ rows }) => new Set(rows.map((row) => cellText(cellOf(row, column))))
  )
  if (!b || !l || !r) return false
  const came = (keys: ReadonlySet<string>, others: ReadonlySet<string>) =>
    [...keys].some((key) => !b.has(key) && !others.has(key))
  return [...b].some((key) => !l.has(key) && !r.has(key)) && came(l, r) && came(r, l)
}

const sharedColumns = (base: SheetValues, sheet: SheetValues): Names[] =>
  base.columns.filter((name) => sheet.columns.includes(name)).map((name) => ({ before: name, after: name }))

function byContent({ base, local, remote }: ThreeSheets, stop: Stop): KeyedRows {
  const keysFor = (sheet: SheetValues): (string | null)[] => {
    const partners = matchRows({ a: base, b: sheet, shared: sharedColumns(base, sheet) }, null, stop)
    const keys: (string | null)[] = sheet.rows.map(() => null)
    partners.forEach((other, at) => {
      if (other >= 0) keys[other] = `row ${at}`
    })
    return keys
  }
  const [keysL, keysR] = [keysFor(local), keysFor(remote)]
  nameAdded(local.rows, keysL, 'local', remote.rows, keysR)
  nameAdded(remote.rows, keysR, 'remote', [], [])
  const keyed = (rows: readonly JsonObject[], keys: readonly (string | null)[]) =>
    new Map(rows.map((row, at) => [keys[at] ?? `row ${at}`, row]))
  return {
    column: null,
    base: keyed(
      base.rows,
      base.rows.map((_, at) => `row ${at}`)
    ),
    local: keyed(local.rows, keysL),
    remote: keyed(remote.rows, keysR)
  }
}

/** Rows that came have keys of their own; equal rows that came on both sides are one. */
function nameAdded(
  rows: readonly JsonObject[],
  keys: (string | null)[],
  side: string,
  others: readonly JsonObject[],
  otherKeys: (string | null)[]
): void {
  const waiting = new Map<string, number[]>()
  others.forEach((row, at) => {
    if (otherKeys[at] !== null) return
    const text = rowText(row)
    waiting.set(text, [...(waiting.get(text) ?? []), at])
  })
  rows.forEach((row, at) => {
    if (keys[at] !== null) return
    const twin = waiting.get(rowText(row))?.shift()
    keys[at] = twin === undefined ? `${side} ${at}` : `both ${at}`
    if (twin !== undefined) otherKeys[twin] = `both ${at}`
  })
}

export const rowText = (row: JsonObject): string =>
  JSON.stringify(
    Object.keys(row)
      .sort()
      .map((key) => [key, row[key]])
  )
