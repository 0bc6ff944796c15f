import type { EventHub } from '../events/event-hub'
import type { LongWork } from '../events/long-work'
import type { OrgRules } from '../permissions/org-rules'
import type { ServiceFolder } from '../settings/service-folder'
import type { Store } from '../store/types'

export interface AuthoringParts {
  readonly store: Store
  readonly events: EventHub
  readonly longWork: LongWork
  readonly rulesOf: OrgRules
  readonly serviceFolder: ServiceFolder
  /** For the addresses in answers; default: that of the request. */
  readonly origin: string | undefined
}
