import { isWithin, parentOf, segmentsOf, type ContentPath } from '../content/paths'
import { pathOf, type FileChange } from './changes'
import type { FileHistory } from './file-history'

/** What it takes to bring files back to how they were, in this order. Each step leaves everything whole. */
export interface ReturnPlan {
  /** Into the trash: files made since, folders of them as a whole. */
  readonly trash: readonly Step[]
  readonly move: readonly MoveStep[]
  /** Items of the trash, with the files that are wanted of each. */
  readonly bringBack: readonly BringBack[]
  /** The content of then, at the place of then: also checks what the steps before were to do. */
  readonly rewrite: readonly FileChange[]
  /** Every file that is touched. */
  readonly files: readonly string[]
}

interface Step {
  readonly path: ContentPath
  readonly files: readonly FileChange[]
}

export interface MoveStep extends Step {
  readonly to: ContentPath
}

interface BringBack extends Step {
  readonly item: string
}

/**
 * @param histories everything that lies where something is moved or deleted
 * @param scope where `histories` is complete
 * @param chosen ids of files; null: all
 * @param trashAdded whether files made since go to the trash
 */
export function planReturn(
  changes: readonly FileChange[],
  histories: readonly FileHistory[],
  scope: ContentPath,
  chosen: ReadonlySet<string> | null,
  trashAdded: boolean
): ReturnPlan {
  const wanted = changes.filter(
    ({ history, kind }) => (chosen?.has(history.id) ?? true) && (kind !== 'added' || trashAdded)
  )
  const current = histories.flatMap((history) => (history.current ? [history.current.path] : []))
  return {
    trash: wholeFolders(
      wanted.filter(({ kind }) => kind === 'added'),
      changes,
      current,
      scope
    ),
    move: movesOf(
      wanted.filter(({ kind }) => kind === 'moved'),
      current,
      scope
    ),
    bringBack: itemsOf(wanted.filter(({ history }) => history.trashed)),
    rewrite: wanted.filter(({ before }) => before),
    files: wanted.map(({ history }) => history.id)
  }
}

/** The folder instead of its files, where all that is in it was made since and nothing was in it then. */
function wholeFolders(
  added: readonly FileChange[],
  changes: readonly FileChange[],
  current: readonly ContentPath[],
  scope: ContentPath
): Step[] {
  const there = countIn(current)
  const doomed = countIn(added.map(pathOf))
  const then = countIn(changes.flatMap(({ before }) => (before ? [before.path] : [])))
  const steps = new Map<ContentPath, FileChange[]>()
  for (const change of added) {
    let top = pathOf(change)
    for (let up = parentOf(top); segmentsOf(up).length > 2 && isWithin(up, scope); up = parentOf(up)) {
      if (there.get(up) !== doomed.get(up) || then.has(up)) break
      top = up
    }
    steps.set(top, [...(steps.get(top) ?? []), change])
  }
  return [...steps].map(([path, files]) => ({ path, files }))
}

/** One move for a folder that was renamed, where all that is in it goes the same way. */
function movesOf(
  moved: readonly FileChange[],
  current: readonly ContentPath[],
  scope: ContentPath
): MoveStep[] {
  const there = countIn(current)
  const groups = new Map<string, { path: ContentPath; to: ContentPath; files: FileChange[] }>()
  for (const change of moved) {
    if (!change.before || !change.after) continue
    const [path, to] = withoutCommonEnd(change.after.path, change.before.path)
    const key = `${path}\n${to}`
    const group = groups.get(key) ?? { path, to, files: [] }
    group.files.push(change)
    groups.set(key, group)
  }
  return [...groups.values()].flatMap(({ path, to, files }): MoveStep[] => {
    const whole = there.get(path) === files.length && !current.some((other) => isWithin(other, to))
    const safe =
      isWithin(path, scope) && segmentsOf(path).length > 1 && !isWithin(to, path) && !isWithin(path, to)
    if (files.length > 1 && whole && safe) return [{ path, to, files }]
    return files.flatMap((change) =>
      change.before && change.after
        ? [{ path: change.after.path, to: change.before.path, files: [change] }]
        : []
    )
  })
}

function itemsOf(deleted: readonly FileChange[]): BringBack[] {
  const items = new Map<string, BringBack & { files: FileChange[] }>()
  for (const change of deleted) {
    const { trashed } = change.history
    if (!trashed) continue
    const item = items.get(trashed.id) ?? { item: trashed.id, path: trashed.item, files: [] }
    item.files.push(change)
    items.set(trashed.id, item)
  }
  return [...items.values()]
}

/** `/o/s/new/a/b.html` from `/o/s/old/a/b.html`: `/o/s/new` from `/o/s/old`. */
function withoutCommonEnd(a: ContentPath, b: ContentPath): [ContentPath, ContentPath] {
  let [left, right] = [a, b]
  while (left !== right && last(left) === last(right)) [left, right] = [parentOf(left), parentOf(right)]
  return [left, right]
}

const last = (path: ContentPath) => segmentsOf(path).at(-1)

/** How many of the paths lie in each folder, at any depth. */
function countIn(paths: readonly ContentPath[]): ReadonlyMap<ContentPath, number> {
  const counts = new Map<ContentPath, number>()
  for (const path of paths) {
    for (let up = parentOf(path); segmentsOf(up).length > 0; up = parentOf(up))
      counts.set(up, (counts.get(up) ?? 0) + 1)
  }
  return counts
}
