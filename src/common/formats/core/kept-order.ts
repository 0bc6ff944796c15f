/**
 * A change of a list: indexes in the newer one where something came, in the older one where something went.
 */
export type ListChange =
  | { readonly kind: 'added'; readonly at: number }
  | { readonly kind: 'removed'; readonly at: number }
  | { readonly kind: 'moved'; readonly at: { readonly before: number; readonly after: number } }

/** Where the items that have kept their order are in the newer list; -1 for those that went or moved. */
export function keptOrder(length: number, changes: Iterable<ListChange>): Int32Array {
  const left = new Uint8Array(length)
  const come = new Set<number>()
  for (const change of changes) {
    if (change.kind === 'added') come.add(change.at)
    else if (change.kind === 'removed') left[change.at] = 1
    else {
      left[change.at.before] = 1
      come.add(change.at.after)
    }
  }
  let next = 0
  return Int32Array.from(left, (gone) => {
    if (gone) return -1
    while (come.has(next)) next += 1
    return next++
  })
}

/** The index right behind the nearest item before this one that has kept its order; 0 when there is none. */
export function placeBehind(index: number, order: Int32Array): number {
  for (let at = index - 1; at >= 0; at -= 1) {
    const now = order[at] ?? -1
    if (now >= 0) return now + 1
  }
  return 0
}
