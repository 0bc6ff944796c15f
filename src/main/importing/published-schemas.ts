import type { ContentPath } from '../../common/content/paths'
import { contentPath, segmentsOf } from '../../common/content/paths'
import { withinBounds } from '../../common/bounds'
import { parseDocument, schemaAddress } from '../../common/structured'
import type { PublishedState } from '../store/published-types'
import type { Store } from '../store/types'

/**
 * The schemas that structured documents were published with, by where they belong: they are not published by themselves, and are kept beside
 * each document. The latest publication decides. One document of each schema content is read.
 */
export async function publishedSchemas(
  store: Store,
  states: readonly PublishedState[],
  service: string
): Promise<ReadonlyMap<ContentPath, string>> {
  const latest = new Map<string, PublishedState>()
  for (const state of states) {
    if (state.companion === undefined) continue
    const before = latest.get(state.companion)
    if (!before || before.at < state.at) latest.set(state.companion, state)
  }
  const found = new Map<ContentPath, string>()
  for (const [companion, state] of [...latest].sort(([, a], [, b]) => a.at - b.at)) {
    const path = await schemaOf(store, state, service)
    if (path) found.set(path, companion)
  }
  return found
}

async function schemaOf(store: Store, state: PublishedState, service: string): Promise<ContentPath | null> {
  const html = new TextDecoder().decode(await store.published.read(state.hash, state.path))
  const reading = withinBounds(() => parseDocument(html))
  if (!reading || !('document' in reading)) return null
  const [org = '', site = ''] = segmentsOf(state.path)
  try {
    return contentPath(schemaAddress({ org, site, service, id: reading.document.metadata.schemaName }))
  } catch {
    return null
  }
}
