/** Which row became which, by what is in them. */
export interface Alignment {
  /** For each row of the older list its place in the newer one; -1: it is gone. */
  readonly to: readonly number[]
  /** Rows of the newer list that are new, below the older row that they stand behind (-1: at the start). */
  readonly added: ReadonlyMap<number, readonly number[]>
}

/** Aligns two lists of rows, given as texts: equal ones at both ends, equal ones that occur once, and by place between them. */
export function alignRows(older: readonly string[], newer: readonly string[]): Alignment {
  const to = Array<number>(older.length).fill(-1)
  const pair = (from: number, end: number, start: number, stop: number) => {
    if (end - from !== stop - start) return
    for (let step = 0; step < end - from; step++) to[from + step] = start + step
  }
  let head = 0
  while (head < older.length && head < newer.length && older[head] === newer[head]) to[head] = head++
  let tail = 0
  const room = Math.min(older.length, newer.length) - head
  while (tail < room && older.at(-1 - tail) === newer.at(-1 - tail)) {
    tail++
    to[older.length - tail] = newer.length - tail
  }
  let [a, b] = [head, head]
  for (const [x, y] of uniquePairs(older, newer, head, tail)) {
    pair(a, x, b, y)
    to[x] = y
    ;[a, b] = [x + 1, y + 1]
  }
  pair(a, older.length - tail, b, newer.length - tail)
  return { to, added: addedIn(to, newer.length) }
}

/** Rows that occur once in each list and are equal, in an order that rises in both. */
function uniquePairs(
  older: readonly string[],
  newer: readonly string[],
  head: number,
  tail: number
): [number, number][] {
  const once = (rows: readonly string[]) => {
    const places = new Map<string, number>()
    for (let at = head; at < rows.length - tail; at++) {
      const row = rows[at] ?? ''
      places.set(row, places.has(row) ? -1 : at)
    }
    return places
  }
  const places = once(newer)
  const pairs: [number, number][] = []
  for (const [row, at] of once(older)) {
    const other = places.get(row) ?? -1
    if (at >= 0 && other >= 0) pairs.push([at, other])
  }
  return risingPairs(pairs)
}

/** The longest run of pairs whose second number rises. */
function risingPairs(pairs: readonly [number, number][]): [number, number][] {
  const ends: number[] = []
  const before: number[] = []
  pairs.forEach(([, value], index) => {
    let [low, high] = [0, ends.length]
    while (low < high) {
      const middle = (low + high) >> 1
      if ((pairs[ends[middle] ?? 0]?.[1] ?? 0) < value) low = middle + 1
      else high = middle
    }
    before[index] = low > 0 ? (ends[low - 1] ?? -1) : -1
    ends[low] = index
  })
  const run: [number, number][] = []
  for (let at = ends.at(-1) ?? -1; at >= 0; at = before[at] ?? -1) {
    const pair = pairs[at]
    if (pair) run.unshift(pair)
  }
  return run
}

function addedIn(to: readonly number[], count: number): Map<number, number[]> {
  const from = new Map(to.map((place, index) => [place, index]))
  const added = new Map<number, number[]>()
  let behind = -1
  for (let place = 0; place < count; place++) {
    const known = from.get(place)
    if (known !== undefined) behind = known
    else added.set(behind, [...(added.get(behind) ?? []), place])
  }
  return added
}
