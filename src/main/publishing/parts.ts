import type { EventHub } from '../events/event-hub'
import type { Leader } from '../http/leader'
import type { OrgRules } from '../permissions/org-rules'
import type { OpenSettings } from '../settings'
import type { Store } from '../store/types'
import type { Workers } from '../workers'

/** What publishing works with. */
export interface PublishingParts {
  readonly store: Store
  readonly workers: Workers
  readonly events: EventHub
  readonly settings: OpenSettings
  readonly rulesOf: OrgRules
  readonly report: (error: unknown) => void
  /** For the addresses in answers; default: that of the request. */
  readonly origin: string | undefined
  /** Who makes the query indices; null: this process does. */
  readonly leader: Leader | null
}
