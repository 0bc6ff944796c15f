/**
 * What a sheet has to hold, worked out from who did what knowing of what: nothing is known here of how it is
 * shared.
 */

/** Something that somebody did to a row; `saw`: all that they knew of when they did it. */
export interface Deed {
  readonly id: number
  readonly kind: 'set' | 'delete' | 'add' | 'drop-column'
  readonly row: string
  readonly column: string
  readonly value: string
  readonly saw: ReadonlySet<number>
}

/** What may stand in a cell: what was written there last, by anybody who did not know of another one. */
export function lastIn(deeds: readonly Deed[], row: string, column: string): readonly string[] {
  const writes = deeds.filter((one) => one.kind === 'set' && one.row === row && one.column === column)
  return writes.filter((one) => !writes.some((other) => other.saw.has(one.id))).map(({ value }) => value)
}

/** Whether a row has to be there, must not, or may be either, where two who deleted it knew different things. */
export function isThere(deeds: readonly Deed[], row: string): boolean | null {
  const own = deeds.filter((one) => one.row === row)
  const changes = own.filter(({ kind }) => kind === 'set')
  const deletions = own.filter(({ kind }) => kind === 'delete')
  return kept(changes, deletions, deeds)
}

/** The same of a column: what is written in its cells keeps it. */
export function isColumnThere(deeds: readonly Deed[], column: string): boolean | null {
  const changes = deeds.filter((one) => one.kind === 'set' && one.column === column)
  const deletions = deeds.filter((one) => one.kind === 'drop-column' && one.column === column)
  return kept(changes, deletions, deeds)
}

function kept(changes: readonly Deed[], deletions: readonly Deed[], deeds: readonly Deed[]): boolean | null {
  if (deletions.length === 0) return true
  // what was written over by somebody is no change any more
  const alive = changes.filter((one) => lastIn(deeds, one.row, one.column).includes(one.value))
  const unseen = (deletion: Deed) => alive.some((one) => !deletion.saw.has(one.id))
  if (deletions.every((deletion) => !unseen(deletion))) return false
  const isUnseenByAll = alive.some((one) => !deletions.some((deletion) => deletion.saw.has(one.id)))
  // of two who write at one place at once only one counts
  const isSure =
    isUnseenByAll && alive.length === new Set(alive.map(({ row, column }) => `${row} ${column}`)).size
  return isSure ? true : null
}
