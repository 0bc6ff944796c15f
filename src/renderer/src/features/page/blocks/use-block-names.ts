import { useEffect } from 'react'
import type { ContentPath } from '../../../../../common/content/paths'
import { siteFolder } from '../../../../../common/publishing/addresses'
import type { PageSurface } from '../../../engines/page/surface'
import { libraryNow, readLibrary } from '../../library'
import { readSitePages, siteFacts } from '../links/site-pages'
import { words } from '../slash/words'
import { nameOffers } from './name-offers'
import { usedBlocks, withSamples } from './used-blocks'

/**
 * While a block gets its name, those that the site uses are offered, and those of its library; both are read
 * when somebody first asks.
 */
export function useBlockNames(surface: PageSurface, path: ContentPath): void {
  useEffect(() => {
    surface.offerNames((typed) => {
      void readSitePages(path)
      void readLibrary(siteFolder(path))
      return nameOffers(typed, withSamples(usedBlocks(siteFacts()), libraryNow().samples), words.inPages)
    })
    return () => surface.offerNames(() => [])
  }, [surface, path])
}
