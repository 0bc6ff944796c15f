import { matchItems } from '../../formats/json/diff/items'
import type { JsonValue } from '../../json/value'

/** Which item each was before; -1: it came. */
export function partnersOf(before: readonly JsonValue[], after: readonly JsonValue[]): number[] {
  const partners = after.map(() => -1)
  const most = Math.min(before.length, after.length)
  let head = 0
  while (head < most && before[head] === after[head]) head += 1
  let tail = 0
  while (tail < most - head && before.at(-1 - tail) === after.at(-1 - tail)) tail += 1
  for (let at = 0; at < head; at += 1) partners[at] = at
  for (let at = 1; at <= tail; at += 1) partners[after.length - at] = before.length - at
  const places = new Map<JsonValue, number[]>()
  for (let at = head; at < before.length - tail; at += 1) {
    const one = before[at]
    if (one !== undefined) places.set(one, [...(places.get(one) ?? []), at])
  }
  const open: number[] = []
  for (let at = head; at < after.length - tail; at += 1) {
    const one = after[at]
    const found = one === undefined ? undefined : places.get(one)?.shift()
    if (found === undefined) open.push(at)
    else partners[at] = found
  }
  const left = [...places.values()].flat().sort((a, b) => a - b)
  const [only] = left
  if (left.length === 1 && open.length === 1 && only !== undefined) partners[open[0] ?? 0] = only
  else if (left.length > 0 && open.length > 0) {
    const valuesAt = (list: readonly JsonValue[], places: readonly number[]) =>
      places.map((at) => list[at] ?? null)
    matchItems(valuesAt(before, left), valuesAt(after, open), () => {}).forEach((to, from) => {
      const at = open[to]
      if (at !== undefined) partners[at] = left[from] ?? -1
    })
  }
  return partners
}
