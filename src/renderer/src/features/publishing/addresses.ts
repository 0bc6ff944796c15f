import type { ContentPath } from '../../../../common/content/paths'
import { publishingRoutes } from '../../../../common/publishing/addresses'
import type { Environment } from '../../../../common/publishing/environments'

/**
 * The address at which others reach what is published: programs the JSON of a structured document, readers the page.
 * @param origin where the service listens; null while the app's Local API is off: then the path alone
 */
export function publicAddress(
  path: ContentPath,
  environment: Environment,
  structured: boolean,
  origin: string | null
): string {
  const route = structured ? publishingRoutes.delivery : publishingRoutes.site
  return `${origin ?? ''}${route(environment, path)}`
}
