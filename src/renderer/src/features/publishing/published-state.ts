import { publishedLabels } from '../../../../common/content/version-labels'
import type { ContentPath } from '../../../../common/content/paths'
import { GalleyError } from '../../../../common/errors'
import { urlOf } from '../../../../common/api/url'
import { sitePlace } from '../../../../common/publishing/addresses'
import type { Environment } from '../../../../common/publishing/environments'
import { api, reasonOf, served } from '../../api'
import { publishing } from '../../api/publishing'

/** Versions without a label of publishing that are looked through. */
const MOST = 200

/**
 * The source's bytes as they are published. Publishing keeps each published content as a version; the one
 * whose content is the published one is found by its ETag. Media come from the site itself.
 * @throws GalleyError not-found when it is not published, or its content is no longer kept
 */
export async function readPublished(path: ContentPath, environment: Environment): Promise<Uint8Array> {
  const state = (await publishing.status(path))[environment]
  if (state.status !== 200) {
    throw new GalleyError(
      'not-found',
      environment === 'live' ? 'This is not published.' : 'There is no preview of this.'
    )
  }
  if (state.kind === 'media') {
    const answer = await fetch(served(urlOf('readSite', { environment, ...sitePlace(path) })))
    if (!answer.ok) throw new GalleyError('not-found', 'The published file could not be read.')
    return new Uint8Array(await answer.arrayBuffer())
  }
  const wanted = plain(state.sourceEtag ?? '')
  return (await current(path, wanted)) ?? (await version(path, wanted))
}

const plain = (etag: string) => etag.replace(/^W\//, '').replaceAll('"', '')

async function current(path: ContentPath, wanted: string): Promise<Uint8Array | null> {
  try {
    const { etag, bytes } = await api.read(path)
    return plain(etag) === wanted ? bytes : null
  } catch (problem) {
    if (reasonOf(problem) === 'not-found') return null
    throw problem
  }
}

async function version(path: ContentPath, wanted: string): Promise<Uint8Array> {
  const versions = await api.versions(path)
  const isPublished = ({ label }: { label?: string }) =>
    label === publishedLabels.live || label === publishedLabels.preview
  const likely = [
    ...versions.filter(isPublished),
    ...versions.filter((one) => !isPublished(one)).slice(0, MOST)
  ]
  for (const { url } of likely) {
    const { etag, bytes } = await api.readVersion(url)
    if (plain(etag) === wanted) return bytes
  }
  throw new GalleyError('not-found', 'What was published then is not among the versions any more.')
}
