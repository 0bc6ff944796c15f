/** The items of a value that is a list with commas. */
export const itemsOf = (value: string): string[] =>
  value.split(',').flatMap((item) => (item.trim() === '' ? [] : [item.trim()]))

/**
 * A list after some of its items came or went: what stays keeps its letters, and what comes stands at its
 * end.
 * @param wanted without commas in an item
 */
export function withItems(value: string, wanted: readonly string[]): string {
  const items = itemsOf(value)
  const left = [...wanted]
  const isKept = items.map((item) => {
    const at = left.indexOf(item)
    if (at >= 0) left.splice(at, 1)
    return at >= 0
  })
  const kept = isKept.every(Boolean) ? value : onlyKept(value, isKept)
  const added = left.flatMap(itemsOf)
  if (added.length === 0) return kept
  const before = kept.replace(/[\s,]+$/, '')
  return before === '' ? added.join(', ') : `${before}, ${added.join(', ')}`
}

/** Without the items that go, each with the comma before it; the first one with that behind it. */
function onlyKept(value: string, isKept: readonly boolean[]): string {
  let at = -1
  const parts = value.split(',').filter((part) => {
    if (part.trim() === '') return true
    at += 1
    return isKept[at]
  })
  return isKept[0] === false ? parts.join(',').replace(/^\s+/, '') : parts.join(',')
}
