import { bounds } from '../bounds'

/**
 * Whether a pattern of a metadata sheet covers a path: `*` stands for anything within a segment, `**` for
 * anything. What is longer than a path may be matches nothing. In time of pattern × path at most, of little
 * more than the path for all that people write.
 */
export function matchesPattern(pattern: string, path: string): boolean {
  if (!pattern.startsWith('/') || pattern.length > bounds.patterns.characters) return false
  const star = pattern.indexOf('*')
  if (star < 0) return pattern === path
  if (!path.startsWith(pattern.slice(0, star))) return false
  return matchesRest(pattern, star, path, star)
}

/**
 * Signs of the path that the parts so far can have taken: `reached[count]` between `low` and `high`, all
 * others 0.
 */
function matchesRest(pattern: string, start: number, path: string, taken: number): boolean {
  const reached = new Uint8Array(path.length + 1)
  let [low, high] = [taken, taken]
  reached[taken] = 1
  for (let at = start; at < pattern.length; at += 1) {
    if (pattern[at] !== '*') {
      // downwards, so that each is read before it is written
      let [next, last] = [-1, -1]
      for (let count = high; count >= low; count -= 1) {
        const goesOn = reached[count] === 1 && count < path.length && path[count] === pattern[at]
        reached[count] = 0
        if (!goesOn) continue
        reached[count + 1] = 1
        next = count + 1
        if (last < 0) last = count + 1
      }
      if (next < 0) return false
      ;[low, high] = [next, last]
      continue
    }
    let isAny = false
    for (; pattern[at + 1] === '*'; at += 1) isAny = true
    let open = false
    for (let count = low; count <= path.length; count += 1) {
      open = reached[count] === 1 || (open && (isAny || path[count - 1] !== '/'))
      if (!open && count > high) break
      reached[count] = open ? 1 : 0
      if (open) high = Math.max(high, count)
    }
  }
  return reached[path.length] === 1
}
