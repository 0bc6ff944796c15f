import { longestRising } from '../../formats/core/rising'

/**
 * Places in a list as words that are ordered as texts are: between any two there is room for another one. None
 * ends with the lowest sign, so that there is room before each as well.
 */

const DIGITS = '0123456789abcdefghijklmnopqrstuvwxyz'
const MIDDLE = 'i'
const WIDTH = 5
const LONGEST = 1_000

/** The place of an item that its list began with. */
export const seedKey = (index: number): string => index.toString(36).padStart(WIDTH, '0') + MIDDLE

export const isOrderKey = (value: unknown): value is string =>
  typeof value === 'string' && value.length <= LONGEST && /^[0-9a-z]*[1-9a-z]$/.test(value)

/**
 * So many places between two others, in their order.
 * @param low '' for the beginning @param high null for the end
 * @param salt signs of one's own: what two people put at one place at once is not mixed
 */
function keysBetween(low: string, high: string | null, count: number, salt: string): string[] {
  const begin = between(low, high) + salt
  const width = (count - 1).toString(36).length
  return Array.from({ length: count }, (_, at) => begin + at.toString(36).padStart(width, '0') + MIDDLE)
}

/** @param low lower than `high` */
function between(low: string, high: string | null): string {
  let key = ''
  let end = high
  for (let at = 0; ; at += 1) {
    const from = at < low.length ? DIGITS.indexOf(low.charAt(at)) : 0
    const to = end !== null && at < end.length ? DIGITS.indexOf(end.charAt(at)) : DIGITS.length
    const middle = (from + to) >> 1
    if (middle > from) return key + DIGITS.charAt(middle)
    key += DIGITS.charAt(from)
    if (to > from) end = null
  }
}

/** An item where it is now. */
interface Placed {
  readonly id: string
  readonly key: string
}

/**
 * The places that items need to stand in another order: of those that came, and of as few others as possible.
 * @param now the items as they are, in their order @param wanted ids
 */
export function placesFor(
  now: readonly Placed[],
  wanted: readonly string[],
  salt: string
): ReadonlyMap<string, string> {
  const places = new Map(now.map(({ id, key }, index) => [id, { key, index }]))
  const stays = longestRising(wanted.map((id) => places.get(id)?.index ?? -1))
  const given = new Map<string, string>()
  let [low, run] = ['', new Array<string>()]
  const close = (high: string | null) => {
    if (run.length === 0) return
    const keys = keysBetween(low, high, run.length, salt)
    run.forEach((id, at) => given.set(id, keys[at] ?? ''))
    low = keys.at(-1) ?? low
    run = []
  }
  wanted.forEach((id, at) => {
    const key = places.get(id)?.key
    // of two at one place there is no room between
    const isBehind = key !== undefined && (run.length > 0 ? key > low : key >= low)
    if (stays[at] === 0 || key === undefined || !isBehind) return void run.push(id)
    close(key)
    low = key
  })
  close(null)
  return given
}
