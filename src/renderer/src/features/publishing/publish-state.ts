import type { PublishStatus, Publication } from '../../../../common/publishing/answers'
import type { Environment } from '../../../../common/publishing/environments'

/** How what readers get compares with the source. */
type Freshness = 'never' | 'up-to-date' | 'changed' | 'source-gone'

interface EnvironmentState {
  readonly freshness: Freshness
  /** Unix milliseconds; null when it is not there. */
  readonly at: number | null
  readonly by: string | null
}

/**
 * @param sourceEtag of the source as it is now, null when it is gone; newer than `status` when an event told
 * of it
 */
export function environmentState(publication: Publication, sourceEtag: string | null): EnvironmentState {
  if (publication.status !== 200) return { freshness: 'never', at: null, by: null }
  const at = Date.parse(publication.lastModified ?? '')
  return {
    freshness:
      sourceEtag === null ? 'source-gone' : publication.sourceEtag === sourceEtag ? 'up-to-date' : 'changed',
    at: Number.isNaN(at) ? null : at,
    by: publication.lastModifiedBy ?? null
  }
}

/** The few words in the toolbar. */
export function shortWords(preview: EnvironmentState, live: EnvironmentState): string {
  if (live.freshness === 'up-to-date') return 'Live'
  if (live.freshness === 'changed') return 'Live, changed since'
  if (live.freshness === 'source-gone') return 'Live'
  if (preview.freshness === 'changed') return 'Preview, changed since'
  return preview.freshness === 'never' ? 'Not published' : 'Preview only'
}

/** The sentence for one environment. */
export function sentenceFor(environment: Environment, { freshness }: EnvironmentState): string {
  if (freshness === 'never')
    return environment === 'live' ? 'Readers see nothing of it.' : 'There is no preview.'
  if (freshness === 'up-to-date')
    return environment === 'live' ? 'Readers see it as it is here.' : 'As it is here.'
  if (freshness === 'changed')
    return environment === 'live'
      ? 'It was changed since; readers see the older state.'
      : 'It was changed since.'
  return 'The source is gone; this is what was published.'
}

export const isThere = (status: PublishStatus, environment: Environment): boolean =>
  status[environment].status === 200
