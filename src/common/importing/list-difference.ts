/**
 * Words that only one of the two has. Their order is that of the sections, which are taken over as a whole.
 */
export function firstDifference(source: readonly string[], target: readonly string[]): string | null {
  const missing = surplus(source, target)
  const added = surplus(target, source)
  if (missing.length === 0 && added.length === 0) return null
  return [
    missing.length > 0 ? `Missing here: ${quoted(missing)}.` : '',
    added.length > 0 ? `Only here: ${quoted(added)}.` : ''
  ]
    .filter((part) => part !== '')
    .join(' ')
}

/** What the first list holds more often than the second. */
export function surplus(list: readonly string[], other: readonly string[]): string[] {
  const counts = new Map<string, number>()
  for (const item of other) counts.set(item, (counts.get(item) ?? 0) + 1)
  return list.filter((item) => {
    const left = counts.get(item) ?? 0
    counts.set(item, left - 1)
    return left <= 0
  })
}

const SHOWN = 5

export function quoted(items: readonly string[]): string {
  const shown = items
    .slice(0, SHOWN)
    .map((item) => `“${item.length > 120 ? `${item.slice(0, 117)}…` : item}”`)
  const more = items.length - shown.length
  return shown.join(', ') + (more > 0 ? ` and ${more} more` : '')
}
