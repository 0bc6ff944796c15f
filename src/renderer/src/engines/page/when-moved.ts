/**
 * Calls `again` when what is drawn in a page may stand elsewhere in the window: the page was scrolled, or it or
 * what it holds has another size. @returns how to end it
 */
export function whenMoved(scroller: Element, again: () => void): () => void {
  const watch = typeof ResizeObserver === 'undefined' ? null : new ResizeObserver(again)
  for (const one of [scroller, scroller.firstElementChild]) if (one) watch?.observe(one)
  scroller.addEventListener('scroll', again)
  window.addEventListener('resize', again)
  return () => {
    watch?.disconnect()
    scroller.removeEventListener('scroll', again)
    window.removeEventListener('resize', again)
  }
}
