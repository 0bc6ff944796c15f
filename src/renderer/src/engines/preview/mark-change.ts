const MARK = 'data-galley-here'

/** A page opens at a block; an element within a line has no place of its own to open at. */
const blocks =
  'p, li, dt, dd, h1, h2, h3, h4, h5, h6, td, th, tr, table, figure, blockquote, pre, div, section, main, body'

/**
 * Marks the element in `next` where it first differs from `shown`. The preview's style makes a new page open
 * there: a frame without scripts cannot be scrolled from outside, and must not jump to its top at every word.
 */
export function markChange(shown: Element, next: Element): void {
  const place = firstChange(shown, next)
  place?.closest(blocks)?.setAttribute(MARK, '')
}

/** The innermost element around the first difference; null when there is none. */
function firstChange(before: Element, after: Element): Element | null {
  const count = Math.max(before.childNodes.length, after.childNodes.length)
  for (let index = 0; index < count; index++) {
    const old = before.childNodes[index]
    const now = after.childNodes[index]
    if (old && now?.isEqualNode(old)) continue
    if (now instanceof Element && old instanceof Element && now.tagName === old.tagName) {
      return firstChange(old, now) ?? now
    }
    return now instanceof Element ? now : after
  }
  return null
}
