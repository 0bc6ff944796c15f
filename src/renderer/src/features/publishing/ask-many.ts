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
