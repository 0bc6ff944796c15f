/**
 * How well typed words fit a text; 0 when they do not. Every word must be in it; the start of the name counts
 * most, then the start of a word, then anywhere; short texts come before long ones.
 */
export function fit(typed: string, name: string, context = ''): number {
  const words = typed.trim().toLowerCase().split(/\s+/).filter(Boolean)
  if (words.length === 0) return 1
  const lowName = name.toLowerCase()
  const lowContext = context.toLowerCase()
  let score = 0
  for (const word of words) {
    const at = lowName.indexOf(word)
    if (at === 0) score += 100
    else if (at > 0 && /[^\p{L}\p{N}]/u.test(lowName.charAt(at - 1))) score += 60
    else if (at > 0) score += 30
    else if (lowContext.includes(word)) score += 10
    else return 0
  }
  return score + 10 / (1 + name.length)
}

/** The best fitting items, best first. */
export function best<T>(items: readonly T[], score: (item: T) => number, limit: number): T[] {
  return items
    .map((item) => ({ item, score: score(item) }))
    .filter((scored) => scored.score > 0)
    .sort((a, b) => b.score - a.score)
    .slice(0, limit)
    .map((scored) => scored.item)
}
