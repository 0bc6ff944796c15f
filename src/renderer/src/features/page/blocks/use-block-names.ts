import { useEffect } from 'react'
import type { ContentPath } from '../../../../../common/content/paths'
import type { PageSurface } from '../../../engines/page/surface'
import { readSitePages, siteFacts } from '../links/site-pages'
import { words } from '../slash/words'
import { nameOffers } from './name-offers'
import { usedBlocks } from './used-blocks'

/** While a block gets its name, those that the site uses are offered; the site is read when somebody first asks. */
export function useBlockNames(surface: PageSurface, path: ContentPath): void {
  useEffect(() => {
    surface.offerNames((typed) => {
      void readSitePages(path)
      return nameOffers(typed, usedBlocks(siteFacts()), words.inPages)
    })
    return () => surface.offerNames(() => [])
  }, [surface, path])
}
