import type { JsonObject } from '../../../schema'
import { longestRising } from '../../core/rising'
import type { Stop } from '../../core/stop'
import type { ColumnChange, Names } from './changes'
import { cellText } from './cell-text'
import type { SheetValues } from '../values'

/** The columns of two sheets side by side. */
interface Columns {
  /** Those that both have, under their names in each. */
  readonly shared: readonly Names[]
  readonly changes: readonly ColumnChange[]
}

/** A renamed column holds this share of the values that it held. */
const ALIKE = 0.6
const MAX_CANDIDATES = 40
const MAX_ROWS = 2000

/** Which columns both sheets have, by name or, renamed, by what is in them. */
export function compareColumns(a: SheetValues, b: SheetValues, stop: Stop): Columns {
  const inB = new Map(b.columns.map((name, at) => [name, at]))
  const partners = Int32Array.from(a.columns, (name) => inB.get(name) ?? -1)
  pairRenamed(a, b, partners, stop)
  const inOrder = longestRising(partners)
  const taken = new Set(partners)
  const shared: Names[] = []
  const changes: ColumnChange[] = []
  a.columns.forEach((before, at) => {
    const other = partners[at] ?? -1
    const after = b.columns[other]
    if (after === undefined) {
      changes.push({ kind: 'removed', name: before, at })
      return
    }
    const change = { name: { before, after }, at: { before: at, after: other } }
    shared.push(change.name)
    if (before !== after) changes.push({ kind: 'renamed', ...change })
    if (!inOrder[at]) changes.push({ kind: 'moved', ...change })
  })
  b.columns.forEach((name, at) => {
    if (!taken.has(at)) changes.push({ kind: 'added', name, at })
  })
  return { shared, changes }
}

function pairRenamed(a: SheetValues, b: SheetValues, partners: Int32Array, stop: Stop): void {
  const gone = a.columns.map((_, at) => at).filter((at) => (partners[at] ?? -1) < 0)
  const taken = new Set(partners)
  const come = b.columns.map((_, at) => at).filter((at) => !taken.has(at))
  if (gone.length === 0 || come.length === 0 || gone.length > MAX_CANDIDATES || come.length > MAX_CANDIDATES)
    return
  const inB = come.map((at) => valuesOf(b.rows, b.columns[at] ?? '', stop))
  const pairs: { at: number; other: number; share: number }[] = []
  for (const at of gone) {
    const values = valuesOf(a.rows, a.columns[at] ?? '', stop)
    come.forEach((other, index) => {
      const share = alike(values, inB[index] ?? new Map<string, number>())
      if (share >= ALIKE) pairs.push({ at, other, share: at === other ? share + 0.01 : share })
    })
  }
  pairs.sort((one, two) => two.share - one.share)
  for (const { at, other } of pairs) {
    if ((partners[at] ?? -1) >= 0 || taken.has(other)) continue
    partners[at] = other
    taken.add(other)
  }
}

/** How often each value is in a column. */
function valuesOf(rows: readonly JsonObject[], column: string, stop: Stop): Map<string, number> {
  const counts = new Map<string, number>()
  for (const row of rows.slice(0, MAX_ROWS)) {
    const text = Object.hasOwn(row, column) ? cellText(row[column]) : ''
    stop()
    if (text !== '') counts.set(text, (counts.get(text) ?? 0) + 1)
  }
  return counts
}

function alike(a: ReadonlyMap<string, number>, b: ReadonlyMap<string, number>): number {
  let [shared, inA, inB] = [0, 0, 0]
  for (const [text, count] of a) {
    inA += count
    shared += Math.min(count, b.get(text) ?? 0)
  }
  for (const count of b.values()) inB += count
  return shared / Math.max(1, inA, inB)
}

/** The columns of the newer sheet, made from those of the older one. */
export function columnsAfter(
  columns: readonly string[],
  changes: readonly ColumnChange[]
): readonly string[] {
  const gone = new Set<number>()
  const names = [...columns]
  const placed = new Map<number, string>()
  const come: { at: number; name: string }[] = []
  for (const change of changes) {
    if (change.kind === 'removed') gone.add(change.at)
    else if (change.kind === 'added') come.push(change)
    else if (change.kind === 'renamed') names[change.at.before] = change.name.after
    else {
      gone.add(change.at.before)
      come.push({ at: change.at.after, name: change.name.after })
    }
  }
  for (const { at, name } of come) placed.set(at, name)
  const staying = names.filter((_, at) => !gone.has(at))
  const result: string[] = []
  for (let next = 0; next < staying.length || placed.has(result.length);) {
    const name = placed.get(result.length) ?? staying[next++]
    if (name !== undefined) result.push(name)
  }
  return result
}
