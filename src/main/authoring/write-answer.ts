import type { WriteAnswer } from '../../common/api/types'
import { routes } from '../../common/api/routes'
import type { ContentPath } from '../../common/content/paths'
import { pathToUrl } from '../../common/content/paths'
import { publishingRoutes } from '../../common/publishing/addresses'

/** The body of a successful write (S1): where the file is edited, where its content is, and where readers find it once it is published. */
export function writeAnswer(requestUrl: string, origin: string | undefined, path: ContentPath): WriteAnswer {
  const base = origin ?? originOf(requestUrl)
  return {
    source: {
      editUrl: `${base}/#/edit${pathToUrl(path)}`,
      contentUrl: base + routes.source(path)
    },
    aem: {
      previewUrl: base + publishingRoutes.site('preview', path),
      liveUrl: base + publishingRoutes.site('live', path)
    }
  }
}

/** `URL.origin` is opaque for the app's own scheme. */
function originOf(requestUrl: string): string {
  const { protocol, host } = new URL(requestUrl)
  return `${protocol}//${host}`
}
