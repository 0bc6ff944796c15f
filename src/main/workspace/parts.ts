import type { EventHub } from '../events/event-hub'
import type { Health } from '../health'
import type { Leader } from '../http/leader'
import type { OpenSettings } from '../settings'
import type { ServiceFolder } from '../settings/service-folder'
import type { Store } from '../store/types'
import type { WorkspaceTrust } from '../trust'

export interface WorkspaceParts {
  readonly store: Store
  readonly settings: OpenSettings
  readonly serviceFolder: ServiceFolder
  readonly events: EventHub
  readonly health: Health
  readonly trust: WorkspaceTrust
  readonly appVersion: string
  /** Where the sample site's files lie. */
  readonly sampleFolder: string | undefined
  /** Null: this process leads. */
  readonly leader: Leader | null
}
