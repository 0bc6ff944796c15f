import type { WriteAnswer } from '../../common/api/types'
import { routes } from '../../common/api/routes'
import type { ContentPath } from '../../common/content/paths'
import { pathToUrl } from '../../common/content/paths'

/** The body of a successful write (S1): where the file is edited and where its content is. */
export function writeAnswer(requestUrl: string, origin: string | undefined, path: ContentPath): WriteAnswer {
  const base = origin ?? originOf(requestUrl)
  return {
    source: {
      editUrl: `${base}/#/edit${pathToUrl(path)}`,
      contentUrl: base + routes.source(path)
    }
  }
}

/** `URL.origin` is opaque for the app's own scheme. */
function originOf(requestUrl: string): string {
  const { protocol, host } = new URL(requestUrl)
  return `${protocol}//${host}`
}
