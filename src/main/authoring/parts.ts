import type { Known } from '../http/asked'
import type { Links } from '../links'
import type { Pace } from '../permissions/pace'
import type { Route } from '../store/types'
import { planFor, type AssetNames } from './page-assets'
import { originOf } from '../http/origin-of'
import type { EventHub } from '../events/event-hub'
import type { LongWork } from '../events/long-work'
import type { OrgRules } from '../permissions/org-rules'
import type { ServiceFolder } from '../settings/service-folder'
import type { Store } from '../store/types'

/** What a request knows of asset folders and of the addresses that lead into them. */
export async function assetNames(
  { serviceFolderName, origin }: Pick<AuthoringParts, 'serviceFolderName' | 'origin'>,
  { request }: Known
): Promise<AssetNames> {
  return { serviceFolder: await serviceFolderName(), origins: [origin ?? originOf(request.url)] }
}

/** What goes along with a page that a request moves (VE10). */
export const alongWith =
  (parts: Pick<AuthoringParts, 'serviceFolderName' | 'origin'>) =>
  async (asked: Known, route: Route): Promise<Pick<Awaited<ReturnType<typeof planFor>>, 'along' | 'edits'>> =>
    planFor(asked.content, route, await assetNames(parts, asked))

export interface AuthoringParts {
  readonly links: Links
  readonly pace: Pace
  readonly store: Store
  readonly events: EventHub
  readonly longWork: LongWork
  readonly rulesOf: OrgRules
  readonly serviceFolder: ServiceFolder
  /** Its name, without its dot. */
  readonly serviceFolderName: () => Promise<string>
  /** For the addresses in answers; default: that of the request. */
  readonly origin: string | undefined
}
