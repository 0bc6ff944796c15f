import type { WriteAnswer } from '../../common/api/types'
import { urlOf } from '../../common/api/url'
import type { ContentPath } from '../../common/content/paths'
import { pathToUrl } from '../../common/content/paths'
import { originOf } from '../http/origin-of'
import { sitePlace } from '../../common/publishing/addresses'

/**
 * The body of a successful write (S1): where the file is edited, where its content is, and where readers find
 * it once it is published.
 */
export function writeAnswer(requestUrl: string, origin: string | undefined, path: ContentPath): WriteAnswer {
  const base = origin ?? originOf(requestUrl)
  return {
    source: {
      editUrl: `${base}/#/edit${pathToUrl(path)}`,
      contentUrl: base + urlOf('readFile', { at: path })
    },
    aem: {
      previewUrl: base + urlOf('readSite', { environment: 'preview', ...sitePlace(path) }),
      liveUrl: base + urlOf('readSite', { environment: 'live', ...sitePlace(path) })
    }
  }
}
