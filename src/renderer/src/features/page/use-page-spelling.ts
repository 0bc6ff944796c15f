import { useEffect } from 'react'
import type { PageSurface } from '../../engines/page/surface'
import { useRead } from '../../state/signal'
import { isChecking, spellIn, useSpelling } from '../../workbench/spelling'

/** The words of a page are checked by the dictionary of its language, and by none where there is none (VE21). */
export function usePageSpelling(surface: PageSurface): void {
  const language = useRead(surface.changed, () => surface.language)
  const isSpelled = isChecking(useSpelling(), language)
  useEffect(() => surface.setSpelled(isSpelled), [surface, isSpelled])
  useEffect(() => {
    const say = () => spellIn(language)
    say()
    // another window may have said another one
    addEventListener('focus', say)
    return () => {
      removeEventListener('focus', say)
      spellIn(null)
    }
  }, [language])
}
