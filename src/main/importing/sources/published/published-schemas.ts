import type { ContentPath } from '../../../../common/content/paths'
import { GalleyError } from '../../../../common/errors'
import { siteFolder } from '../../../../common/publishing/addresses'
import type { PublishedState } from '../../../store/types'
import type { Store } from '../../../store/types'
import type { Workers } from '../../../workers'

/** Where published contents lie, and who looks into them. */
export interface PublishedContents {
  readonly store: Store
  readonly workers: Workers
}

/**
 * The schemas that structured documents were published with, by where they belong: they are not published by
 * themselves, and are kept beside each document. The latest publication decides. One document of each schema
 * content is read.
 */
export async function publishedSchemas(
  kept: PublishedContents,
  states: readonly PublishedState[],
  serviceFolder: string
): Promise<ReadonlyMap<ContentPath, string>> {
  const latest = new Map<string, PublishedState>()
  for (const state of states) {
    if (state.companion === undefined) continue
    const before = latest.get(state.companion)
    if (!before || before.at < state.at) latest.set(state.companion, state)
  }
  const found = new Map<ContentPath, string>()
  for (const [companion, state] of [...latest].sort(([, a], [, b]) => a.at - b.at)) {
    const path = await schemaOf(kept, state, serviceFolder)
    if (path) found.set(path, companion)
  }
  return found
}

/** As when it was published, away from this thread. Null for what was damaged since. */
async function schemaOf(
  { store, workers }: PublishedContents,
  { path, hash, size }: PublishedState,
  serviceFolder: string
): Promise<ContentPath | null> {
  try {
    const { schema } = await workers.run('resource', { tenant: siteFolder(path), bytes: size }, async () => ({
      path,
      bytes: await store.published.read(hash, path),
      serviceFolder
    }))
    return schema
  } catch (cause) {
    if (cause instanceof GalleyError && refusals.has(cause.reason)) return null
    throw cause
  }
}

const refusals: ReadonlySet<string> = new Set(['bad-request', 'bad-path', 'too-large', 'too-complex'])
