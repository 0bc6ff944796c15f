/**
 * Which of the numbers belong to a longest strictly increasing run, in n log n. Numbers below 0 are passed
 * over.
 * @returns for each place 1 when it belongs to the run, else 0
 */
export function longestRising(numbers: ArrayLike<number>): Uint8Array {
  const before = new Int32Array(numbers.length)
  const ends: number[] = []
  for (let at = 0; at < numbers.length; at += 1) {
    const number = numbers[at] ?? -1
    if (number < 0) continue
    let low = 0
    let high = ends.length
    const last = ends[high - 1]
    if (last !== undefined && (numbers[last] ?? 0) < number) low = high
    while (low < high) {
      const middle = (low + high) >> 1
      if ((numbers[ends[middle] ?? 0] ?? 0) < number) low = middle + 1
      else high = middle
    }
    before[at] = low > 0 ? (ends[low - 1] ?? -1) : -1
    ends[low] = at
  }
  const chosen = new Uint8Array(numbers.length)
  for (let at = ends.at(-1) ?? -1; at >= 0; at = before[at] ?? -1) chosen[at] = 1
  return chosen
}
