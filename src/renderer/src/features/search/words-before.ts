const wide =
  /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6\u{1f300}-\u{1faff}\u{20000}-\u{3fffd}]/u

const signs = new Intl.Segmenter(undefined, { granularity: 'grapheme' })
/** No sign that is written in earnest has more units. */
const LONGEST_SIGN = 16

/**
 * Where the words around a place begin so that it is seen in a narrow row: at a word as far before it as there is
 * room, without blanks half as far.
 * @param place where it begins, in UTF-16 units
 * @param room how many narrow signs have room before it; wide ones take that of two
 */
export function beginBefore(text: string, place: number, room: number): number {
  const before = [...signs.segment(text.slice(Math.max(0, place - room * LONGEST_SIGN), place))]
  let left = room
  let from = place
  let half = place
  let word: number | null = null
  for (const { segment } of before.reverse()) {
    left -= wide.test(segment) ? 2 : 1
    if (left < 0) return word ?? half
    if (segment === ' ') word = from
    from -= segment.length
    if (left * 2 >= room) half = from
  }
  return from
}
