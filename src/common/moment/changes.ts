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
  const inScope = (state: StateThen | null) => state !== null && isWithin(state.path, scope)
  return histories
    .flatMap((history): FileChange[] => {
      const before = stateAt(history, from)
      const after = to === null ? stateNow(history) : stateAt(history, to)
      const kind = kindOf(before, after)
      if (kind === null || !(inScope(before) || inScope(after))) return []
      return [{ history, kind, before, after, ...touched(history, from, to ?? Infinity) }]
    })
    .sort((a, b) => order(pathOf(a), pathOf(b)) || order(a.history.id, b.history.id))
}

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
  const { created, places, written, trashed, current } = history
  const live = current?.content ?? trashed?.content
  const touches = [...(created ? [created] : []), ...places, ...written]
  if (live) touches.push(live)
  if (trashed) touches.push(trashed)
  const between = touches.filter(({ at }) => at > from && at <= to).sort((a, b) => b.at - a.at)
  const people = new Map<string, Person>()
  for (const { by } of between) if (by && !people.has(by.email)) people.set(by.email, by)
  return { by: [...people.values()], at: between[0]?.at ?? from }
}

const order = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)
