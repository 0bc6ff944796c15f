import { useEffect, useState } from 'react'
import { whenMoved } from '../../../engines/page/when-moved'
import type { PageSurface } from '../../../engines/page/surface'

/**
 * Where a place of the page is drawn in the window, as long as it is in sight of its page; asked again when
 * it may stand elsewhere.
 */
export function usePlace(surface: PageSurface, pos: number) {
  const [, setTurn] = useState(0)
  useEffect(() => whenMoved(surface.element, () => setTurn((turn) => turn + 1)), [surface])
  const place = surface.placeInWindow(pos)
  if (!place) return null
  const page = surface.element.getBoundingClientRect()
  return place.bottom < page.top || place.top > page.bottom ? null : place
}
