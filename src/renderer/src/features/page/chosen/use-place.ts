import { useEffect, useState } from 'react'
import type { PageSurface } from '../../../engines/page/surface'

/**
 * Where a place of the page is drawn in the window, as long as it is in sight of its page; asked again when
 * that scrolls or the window changes.
 */
export function usePlace(surface: PageSurface, pos: number) {
  const [, setTurn] = useState(0)
  useEffect(() => {
    const again = () => setTurn((turn) => turn + 1)
    surface.element.addEventListener('scroll', again)
    window.addEventListener('resize', again)
    return () => {
      surface.element.removeEventListener('scroll', again)
      window.removeEventListener('resize', again)
    }
  }, [surface])
  const place = surface.placeInWindow(pos)
  if (!place) return null
  const page = surface.element.getBoundingClientRect()
  return place.bottom < page.top || place.top > page.bottom ? null : place
}
