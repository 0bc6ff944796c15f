import type { Archive, ArchiveRecord } from '../seam/archive'
import { remembered } from './file-log'
import { nameOfRecord } from './named'

/**
 * The first thing that two archives do not tell alike, for people; null when they are equal in everything that
 * can be observed. What a folder's store forgets of a file by itself counts for nothing.
 */
export async function firstDifference(one: Archive, other: Archive): Promise<string | null> {
  if (one.id !== other.id) return 'the id of the workspace'
  const [a, b] = [one.records(), other.records()]
  try {
    for (;;) {
      const [left, right] = await Promise.all([a.next(), b.next()])
      if (left.done === true && right.done === true) return null
      const [first, second] = [left.value, right.value]
      if (!first || !second || lineOf(first) !== lineOf(second)) return nameOfRecord(pick(first, second))
    }
  } finally {
    await Promise.all([a.return(), b.return()])
  }
}

/** Of two that differ the one that stands first: it is what lacks on the other side. */
function pick(first: ArchiveRecord | void, second: ArchiveRecord | void): ArchiveRecord {
  if (first) return first
  if (second) return second
  throw new Error('two ends are no difference')
}

function lineOf(record: ArchiveRecord): string {
  if (record.kind === 'room') return inOrder({ ...record, at: 0 })
  return inOrder(record.kind === 'file' ? remembered(record) : record)
}

/** The members of an object have no order, and one that is not defined is none. */
const inOrder = (value: unknown): string =>
  JSON.stringify(value, (_key, member: unknown) =>
    typeof member === 'object' && member !== null && !Array.isArray(member)
      ? Object.fromEntries(Object.entries(member).sort(([a], [b]) => (a < b ? -1 : 1)))
      : member
  )
