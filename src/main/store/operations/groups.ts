import { allDone } from '../disk/durable-write'

/** So many files, of so many bytes together, at most: whoever comes next waits for them. */
const MOST = 64
const MOST_BYTES = 4 * 1024 * 1024
/** A larger one goes by itself. */
export const SMALL = 256 * 1024

interface Waiting<Item, Result> {
  readonly item: Item
  resolve(result: Result): void
  reject(error: unknown): void
}

/** Writes of many files that come while one is under way. */
export interface Groups<Item, Result> {
  add(item: Item): Promise<Result>
}

interface GroupsOptions<Item, Result> {
  readonly sizeOf: (item: Item) => number
  readonly alone: (item: Item) => Promise<Result>
  /** Rejects when one of them failed: then nothing of any has happened. */
  readonly together: (items: readonly Item[]) => Promise<readonly Result[]>
}

/**
 * Writes of many files at about the same time, as imports, syncs and restores make them: what comes while
 * others are written goes together, and the disk is waited for once. One by itself goes by itself, at once.
 * When a group fails, each of it is tried by itself.
 */
export function openGroups<Item, Result>({
  sizeOf,
  alone,
  together
}: GroupsOptions<Item, Result>): Groups<Item, Result> {
  let waiting: Waiting<Item, Result>[] = []
  let isRunning = false

  const byItself = ({ item, resolve, reject }: Waiting<Item, Result>) => alone(item).then(resolve, reject)

  async function run(): Promise<void> {
    isRunning = true
    while (waiting.length > 0) {
      const count = firstGroup(waiting, ({ item }) => sizeOf(item), MOST)
      const group = waiting.slice(0, count)
      waiting = waiting.slice(count)
      const [first] = group
      if (first && group.length === 1) {
        await byItself(first)
        continue
      }
      const results = await together(group.map(({ item }) => item)).catch(() => null)
      // whichever was to blame: each says for itself
      if (!results) await allDone(group.map(byItself))
      else
        for (const [at, one] of group.entries()) {
          const result = results[at]
          if (result === undefined) one.reject(new Error('a file of a group was left out'))
          else one.resolve(result)
        }
    }
    isRunning = false
  }

  return {
    add: (item) =>
      new Promise((resolve, reject) => {
        waiting.push({ item, resolve, reject })
        if (!isRunning) void run()
      })
  }
}

/**
 * So many of one change: more are fewer waits, since files of a folder share the one for their names, and
 * nobody waits for one of them. Each takes a descriptor, and systems have as few as a thousand.
 */
const MOST_OF_ONE = 256

/** All files of one change, in groups that are written together. */
export function* inGroups<Item>(
  items: readonly Item[],
  sizeOf: (item: Item) => number
): Generator<readonly Item[]> {
  for (let rest = items; rest.length > 0;) {
    const count = firstGroup(rest, sizeOf, MOST_OF_ONE)
    yield rest.slice(0, count)
    rest = rest.slice(count)
  }
}

function firstGroup<Item>(items: readonly Item[], sizeOf: (item: Item) => number, most: number): number {
  let bytes = 0
  let count = 0
  for (const item of items) {
    bytes += sizeOf(item)
    if (count > 0 && (count === most || bytes > MOST_BYTES)) break
    count += 1
  }
  return count
}
