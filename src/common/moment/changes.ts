import type { Person } from '../person'
import { isWithin, type ContentPath } from '../content/paths'
import type { FileHistory } from './file-history'
import { stateAt, stateNow, type StateThen } from './state'

/** What became of one file between two moments. */
export interface FileChange {
  readonly history: FileHistory
  readonly kind: 'added' | 'deleted' | 'moved' | 'changed'
  /** Null where the file was not there. */
  readonly before: StateThen | null
  readonly after: StateThen | null
  /** Who did it, the last one first. */
  readonly by: readonly Person[]
  /** When it was last touched in between. */
  readonly at: number
}

/**
 * Every file below the scope that is not as it was, sorted by path. Something that was moved out of the scope
 * or into it counts as moved.
 * @param to Unix milliseconds; null: now
 */
export function changesBetween(
  histories: readonly FileHistory[],
  scope: ContentPath,
  from: number,
  to: number | null
): FileChange[] {
  return inOrder(
    histories.flatMap((history): FileChange[] => {
      const after = to === null ? stateNow(history) : stateAt(history, to)
      const change = changeBetween(history, stateAt(history, from), after, from, to ?? Infinity)
      return change && isAbout(change, scope) ? [change] : []
    })
  )
}

/** What became of one file; null where it is as it was. */
export function changeBetween(
  history: FileHistory,
  before: StateThen | null,
  after: StateThen | null,
  from: number,
  to: number
): FileChange | null {
  const kind = kindOf(before, after)
  return kind && { history, kind, before, after, ...touched(history, from, to) }
}

/** Whether a file is or was below the scope. */
export const isAbout = ({ before, after }: FileChange, scope: ContentPath): boolean =>
  [before, after].some((state) => state !== null && isWithin(state.path, scope))

/** By path. */
export const inOrder = (changes: readonly FileChange[]): FileChange[] =>
  [...changes].sort((a, b) => order(pathOf(a), pathOf(b)) || order(a.history.id, b.history.id))

/** Where a changed file is, or was when it was deleted. */
export function pathOf({ before, after, history }: FileChange): ContentPath {
  const place = after ?? history.trashed ?? before
  if (!place) throw new Error('what changed was somewhere')
  return place.path
}

function kindOf(before: StateThen | null, after: StateThen | null): FileChange['kind'] | null {
  if (!before) return after ? 'added' : null
  if (!after) return 'deleted'
  if (before.path !== after.path) return 'moved'
  return before.hash === after.hash ? null : 'changed'
}

function touched(history: FileHistory, from: number, to: number): Pick<FileChange, 'by' | 'at'> {
  const between = touchesOf(history)
    .filter(({ at }) => at > from && at <= to)
    .reverse()
  const people = new Map<string, Person>()
  for (const { by } of between) if (by && !people.has(keyOf(by))) people.set(keyOf(by), by)
  return { by: [...people.values()], at: between[0]?.at ?? from }
}

const keyOf = ({ email, via }: Person) => (via ? JSON.stringify([email, via.token, via.program]) : email)

/** Everything that changed it, as far as that is known, oldest first. */
export function touchesOf({ created, places, written, trashed, current }: FileHistory): Touch[] {
  const live = current?.content ?? trashed?.content
  const touches: Touch[] = [...(created ? [created] : []), ...places, ...written]
  if (live) touches.push(live)
  if (trashed) touches.push(trashed)
  return touches.sort((a, b) => a.at - b.at)
}

interface Touch {
  readonly at: number
  readonly by?: Person | undefined
}

const order = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)
