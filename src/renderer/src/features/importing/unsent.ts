import type { ContentPath } from '../../../../common/content/paths'
import type { SourceRequest } from '../../../../common/importing/shapes'
import type { Environment } from '../../../../common/publishing/environments'

/** What a person has filled in at the first step. */
export interface Form {
  readonly kind: SourceRequest['kind']
  readonly ownSite: string
  readonly admin: string
  readonly org: string
  readonly name: string
  readonly ref: string
  readonly token: string
  readonly siteToken: string
  readonly address: string
  readonly paths: string
  readonly list: string
  readonly folder: string
  readonly environment: Environment
  readonly withMedia: boolean
}

/**
 * Kept while other tabs are in front, and when the service did not take it: nobody pastes a thousand
 * addresses twice.
 */
const kept = new Map<ContentPath, Form>()

export const unsentForm = (site: ContentPath): Form | null => kept.get(site) ?? null

export function keepForm(site: ContentPath, form: Form): void {
  kept.set(site, form)
}

/** Once they are where tokens belong, the window does not hold them any more (IM9). */
export function forgetTokens(site: ContentPath): void {
  const form = kept.get(site)
  if (form) kept.set(site, { ...form, token: '', siteToken: '' })
}
