import { bounds } from '../../common/bounds'
import type { ContentPath } from '../../common/content/paths'
import { GalleyError } from '../../common/errors'
import { isPage } from '../../common/formats/files'
import { siteFolder } from '../../common/publishing/addresses'
import type { PageReference, PageReferences } from '../../common/publishing/reference-answers'
import { extensionOf } from '../http/request-path'
import { takingTurns } from '../system/turns'
import { isPublishable } from './delivered'
import { namesOf } from './job-work'
import { otherSpelling } from './other-spelling'
import type { PublishingParts } from './parts'
import { answer, existing, type PublishRequest } from './publish-routes'
import type { Publisher } from './rights'
import type { SiteSheets } from './site-sheets'

/**
 * `GET /publish/references/{org}/{site}/{ref}/{path}`: what a page links to and shows in its site, and how
 * that stands for readers (U13). Told is only what the caller may read; a link behind which there is no file
 * is left out.
 * @throws GalleyError forbidden, not-found, too-large, too-complex
 */
export async function referencesAnswer(
  context: PublishingParts,
  sheets: SiteSheets,
  asked: PublishRequest
): Promise<Response> {
  const { publisher, request } = asked
  const isFile = async (path: ContentPath) => (await context.store.stat(path))?.kind === 'file'
  const path = await existing(context.store, asked, 'read', isFile)
  const found = await referencesOf(context, sheets, path, request.signal)
  const [links, media] = [
    await known(context, publisher, found.links, request.signal),
    await known(
      context,
      publisher,
      found.media.map((file) => [file]),
      request.signal
    )
  ]
  const shown = new Set(media.map(({ resourcePath }) => resourcePath))
  const body: PageReferences = {
    ...namesOf(path),
    links: links.filter(({ resourcePath }) => !shown.has(resourcePath)),
    media,
    complete: found.complete
  }
  return answer(body, request)
}

async function referencesOf(
  { store, workers }: PublishingParts,
  sheets: SiteSheets,
  path: ContentPath,
  signal: AbortSignal
) {
  if (!isPage(extensionOf(path))) return { links: [], media: [], complete: true }
  const entry = await store.stat(path)
  if (entry?.kind !== 'file')
    throw new GalleyError('not-found', 'There is no such file to publish.', { where: path })
  const { host } = (await sheets.of('live', siteFolder(path))).pages
  const how = { tenant: siteFolder(path), bytes: entry.size, urgent: true, signal }
  return workers.run('references', how, async () => {
    const file = await store.read(path)
    if (!file) throw new GalleyError('not-found', 'There is no such file to publish.', { where: path })
    return { path, bytes: file.bytes, host, most: bounds.references }
  })
}

/** Of each the file that readers would get, as far as it is there and may be told of; each file once. */
async function known(
  { store, settings }: PublishingParts,
  publisher: Publisher,
  references: readonly (readonly ContentPath[])[],
  signal: AbortSignal
): Promise<PageReference[]> {
  const { serviceFolder } = await settings.read()
  const turn = takingTurns()
  const found = new Map<ContentPath, PageReference>()
  const counts = async (path: ContentPath) =>
    isPublishable(path, serviceFolder) &&
    (await publisher.may('read', path)) &&
    (await store.stat(path))?.kind === 'file'
  for (const files of references) {
    signal.throwIfAborted()
    await turn()
    const path = await fileOf(store, files, counts)
    if (path === null || found.has(path)) continue
    const [entry, state] = [await store.stat(path), await store.published.get('live', path)]
    if (entry?.kind !== 'file') continue
    found.set(path, {
      ...namesOf(path),
      change: state === null ? 'new' : state.hash === entry.hash ? 'same' : 'changed',
      permissions: (await publisher.may('write', path)) ? ['read', 'write'] : ['read']
    })
  }
  return [...found.values()]
}

async function fileOf(
  store: PublishingParts['store'],
  files: readonly ContentPath[],
  counts: (path: ContentPath) => Promise<boolean>
): Promise<ContentPath | null> {
  for (const file of files) if (await counts(file)) return file
  return otherSpelling(store, 'source', files, counts)
}
