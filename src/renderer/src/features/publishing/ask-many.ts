import type { ContentPath } from '../../../../common/content/paths'
import type { Environment } from '../../../../common/publishing/environments'
import type { Chosen } from './publish-many'

/** Asks about publishing what is chosen, and does it. What asks is loaded only now. */
export async function publishMany(chosen: readonly Chosen[]): Promise<void> {
  const { askPublishMany } = await import('./PublishMany')
  askPublishMany(chosen)
}

/** The same to take it from readers. */
export async function unpublishMany(chosen: readonly Chosen[]): Promise<void> {
  const { askUnpublishMany } = await import('./PublishMany')
  askUnpublishMany(chosen)
}

/**
 * Publishes paths of a site that were asked about already. Resolves to whether all of them went; what became
 * of them was told.
 */
export async function publishAll(
  site: ContentPath,
  paths: readonly string[],
  environment: Environment
): Promise<boolean> {
  const { publishAndTell } = await import('./PublishMany')
  return publishAndTell(site, paths, environment)
}
