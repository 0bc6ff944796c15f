import type { ContentPath } from '../../../../common/content/paths'
import { urlOf } from '../../../../common/api/url'
import { resourcePlace, sitePlace } from '../../../../common/publishing/addresses'
import type { Environment } from '../../../../common/publishing/environments'

/**
 * The address at which others reach what is published: programs the JSON of a structured document, readers
 * the page.
 * @param origin where the service listens; null while the app's Local API is off: then the path alone
 */
export function publicAddress(
  path: ContentPath,
  environment: Environment,
  structured: boolean,
  origin: string | null
): string {
  const address = structured
    ? urlOf('deliver', { environment, ...resourcePlace(path) })
    : urlOf('readSite', { environment, ...sitePlace(path) })
  return (origin ?? '') + address
}
