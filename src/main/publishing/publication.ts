import type { Person } from '../../common/person'
import { tooLarge } from '../../common/bounds'
import { hasVersions } from '../../common/formats/files'
import type { ContentPath } from '../../common/content/paths'
import { GalleyError } from '../../common/errors'
import { siteFolder } from '../../common/publishing/addresses'
import { publishedLabels } from '../../common/content/version-labels'
import type { Environment } from '../../common/publishing/environments'
import type { PublishedState } from '../store/types'
import type { FileEntry } from '../store/types'
import type { PublishingParts } from './parts'
import { MAX_TEXT_BYTES } from '../http/bodies'
import { extensionOf } from '../http/request-path'
import { requirePublishable } from './delivered'
import { resourceIn, type Resource } from '../workers'
import type { Publisher } from './rights'
import { requireSiteSheet } from './site-sheets'

/** What a publication did. */
interface Publication {
  readonly path: ContentPath
  /** The media that went with the page. */
  readonly media: readonly ContentPath[]
}

/**
 * Publishes a file as it is now (U1): to preview, or to preview and then live. The contents are durable
 * before anything names them, and all states go in with one append, so a reader gets the old or the new,
 * whatever happens. Then a version of the published content is labelled `Previewed` or `Published`.
 * @throws GalleyError forbidden, not-found, bad-request
 */
export async function publish(
  context: PublishingParts,
  publisher: Publisher,
  environment: Environment,
  path: ContentPath
): Promise<Publication> {
  const { store, events } = context
  const { serviceFolder } = await context.settings.read()
  requirePublishable(path, serviceFolder)
  const entry = await keep(context, path)
  const { kind, schema, media, unlisted } = await lookInto(context, entry, serviceFolder, () =>
    store.published.read(entry.hash, path)
  )
  const companion = schema ? await store.published.keep(schema) : null
  const at = Date.now()
  const { by } = publisher
  const shown = await mediaToo(context, publisher, media)
  const states = [
    stateOf(entry, {
      kind,
      at,
      by,
      ...(companion ? { companion: companion.hash } : {}),
      ...(unlisted ? { unlisted } : {})
    }),
    ...shown.map((file) => stateOf(file, { kind: 'media', at, by }))
  ]
  const targets: readonly Environment[] = environment === 'live' ? ['preview', 'live'] : ['preview']
  await store.published.put(
    targets.flatMap((target) => states.map((state) => ({ ...state, environment: target })))
  )
  await label(context, by, entry, environment)
  await Promise.all(
    targets.flatMap((environment) =>
      states.map(({ path }) => events.tell({ type: 'published', change: 'published', environment, path, by }))
    )
  )
  return { path, media: shown.map((file) => file.path) }
}

/**
 * What a file asks for when it is published; away from this thread unless it is small.
 * @throws GalleyError too-large, too-complex, bad-request
 */
export async function lookInto(
  { workers }: PublishingParts,
  { path, size }: FileEntry,
  serviceFolder: string,
  content: () => Promise<Uint8Array>
): Promise<Resource> {
  if (!hasVersions(extensionOf(path))) return resourceIn({ path, bytes: new Uint8Array(), serviceFolder })
  if (size > MAX_TEXT_BYTES)
    throw tooLarge({ what: 'This file', of: 'bytes', bound: MAX_TEXT_BYTES, found: size, where: path })
  requireSiteSheet(path, size)
  return workers.run('resource', { tenant: siteFolder(path), bytes: size, urgent: true }, async () => ({
    path,
    bytes: await content(),
    serviceFolder
  }))
}

/** Takes a path out of an environment; the source stays. @throws GalleyError not-found */
export async function unpublish(
  { store, events }: PublishingParts,
  { by }: Publisher,
  environment: Environment,
  path: ContentPath
): Promise<void> {
  if (!(await store.published.remove(environment, path))) throw notPublished(environment, path)
  await events.tell({ type: 'published', change: 'unpublished', environment, path, by })
}

export function notPublished(environment: Environment, path: ContentPath): GalleyError {
  return new GalleyError(
    'not-found',
    environment === 'live' ? 'This is not published.' : 'This has no preview.',
    { where: path }
  )
}

async function keep({ store }: PublishingParts, path: ContentPath): Promise<FileEntry> {
  const found = await store.stat(path)
  if (found?.kind === 'folder') {
    throw new GalleyError('is-folder', 'A folder cannot be published as one; use …/* with its paths.', {
      where: path
    })
  }
  const entry = found && (await store.published.keep(path))
  if (entry) return entry
  throw new GalleyError('not-found', 'There is no such file to publish.', { where: path })
}

/** The media of a page as far as it is there and the publisher may read it. */
async function mediaToo(
  { store }: PublishingParts,
  publisher: Publisher,
  media: readonly ContentPath[]
): Promise<FileEntry[]> {
  const found: FileEntry[] = []
  for (const path of media) {
    if (!(await publisher.may('read', path)) || (await store.stat(path))?.kind !== 'file') continue
    const entry = await store.published.keep(path)
    if (entry) found.push(entry)
  }
  return found
}

function stateOf(
  { path, hash, size, lastModified: sourceAt }: FileEntry,
  facts: { kind: string; at: number; by: Person; companion?: string; unlisted?: true }
): Omit<PublishedState, 'environment'> {
  return { path, hash, size, sourceAt, ...facts }
}

/** Only if the source is still what was published: a label tells of that content and no other. */
async function label(
  { store }: PublishingParts,
  by: Person,
  { path, hash, size }: FileEntry,
  environment: Environment
): Promise<void> {
  if (!hasVersions(extensionOf(path)) || size === 0) return
  try {
    await store.createVersion(path, {
      by,
      label: publishedLabels[environment],
      once: true,
      condition: (current) => {
        if (current?.hash !== hash)
          throw new GalleyError('precondition-failed', 'The file changed meanwhile.')
      }
    })
  } catch (error) {
    if (error instanceof GalleyError && tolerable.has(error.reason)) return
    throw error
  }
}

const tolerable: ReadonlySet<string> = new Set(['precondition-failed', 'not-found'])
