import { hasVersions } from '../../common/formats/files'
import type { ContentPath } from '../../common/content/paths'
import { GalleyError } from '../../common/errors'
import { siteFolder, webPathOf } from '../../common/publishing/addresses'
import type { ContentCheck } from '../../common/publishing/check-answers'
import type { Environment } from '../../common/publishing/environments'
import { metadataFor } from '../../common/publishing/page-metadata'
import type { PublishingParts } from './parts'
import type { SiteSheets } from './site-sheets'
import { extensionOf } from '../http/request-path'
import { lookInto } from './publication'
import { requirePublishable } from './delivered'

/** What a check works with: also what sites say of all their pages. */
export interface CheckParts extends PublishingParts {
  readonly sheets: SiteSheets
}

/** Published contents that are larger are not read to be compared. */
const COMPARED_BYTES = 2 * 1024 * 1024

/**
 * What publishing a file as it is now would change for readers, and what is wrong with it (U7); nothing is
 * published.
 * @throws GalleyError as publishing it would: forbidden, not-found, is-folder, bad-request, too-large,
 * too-complex
 */
export async function checkPublication(
  context: CheckParts,
  environment: Environment,
  path: ContentPath,
  signal?: AbortSignal
): Promise<ContentCheck> {
  const { store, workers } = context
  const { serviceFolder } = await context.settings.read()
  requirePublishable(path, serviceFolder)
  const entry = await store.stat(path)
  if (entry?.kind !== 'file') {
    const isFolder = entry?.kind === 'folder'
    throw new GalleyError(
      isFolder ? 'is-folder' : 'not-found',
      isFolder
        ? 'A folder cannot be published as one; use …/* with its paths.'
        : 'There is no such file to publish.',
      { where: path }
    )
  }
  const state = await store.published.get(environment, path)
  const change = state === null ? 'new' : state.hash === entry.hash ? 'same' : 'changed'
  const { kind, schema } = await lookInto(context, entry, serviceFolder, () => contentOf(context, path))
  if (!hasVersions(extensionOf(path)) || kind === 'media') return { ...nothing, change }
  const how = { tenant: siteFolder(path), bytes: entry.size, urgent: true, signal }
  const { pages } = await context.sheets.of(environment, siteFolder(path))
  const check = await workers.run('check', how, async () => ({
    path,
    metadata: metadataFor(pages.metadata, webPathOf(path)),
    bytes: await contentOf(context, path),
    schemaPage: schema === null ? null : await schemaPageOf(context, schema),
    published:
      state === null || state.size > COMPARED_BYTES ? null : await store.published.read(state.hash, path)
  }))
  return { ...check, change }
}

const nothing: Omit<ContentCheck, 'change'> = { summary: '', errors: 0, warnings: 0, unseen: 0, problems: [] }

async function contentOf({ store }: PublishingParts, path: ContentPath): Promise<Uint8Array> {
  const found = await store.read(path)
  if (found) return found.bytes
  throw new GalleyError('not-found', 'There is no such file to publish.', { where: path })
}

/** Null where there is no such schema. */
const schemaPageOf = async ({ store }: PublishingParts, path: ContentPath): Promise<Uint8Array | null> =>
  (await store.read(path))?.bytes ?? null
