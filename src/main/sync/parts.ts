import type { ContentPath } from '../../common/content/paths'
import type { Person } from '../../common/person'
import type { SyncFiles } from '../../common/sync'
import type { SecretKeeper } from '../secrets'
import type { Store } from '../store/types'
import type { WorkspaceTrust } from '../trust'
import type { Workers } from '../workers'
import type { HoldsFile } from './relayed'
import type { Pace } from './schedule'

/** What syncing needs of the service. */
export interface SyncingParts {
  readonly store: Store
  /** Where files are merged. */
  readonly workers: Workers
  /** Who stands for what a sync changes here. */
  readonly by: () => Person
  /** The service folder's name here, without its dot. */
  readonly serviceFolder: () => Promise<string>
  /** Has what people are writing in below a path be in its files, before it is looked at (RT6). */
  readonly saveFirst?: ((folder: ContentPath) => Promise<void>) | undefined
  /** Told when a state changes. */
  readonly onChange?: () => void
  readonly report: (error: unknown) => void
  /** Whether pairs run by themselves: when something changes, and now and then. */
  readonly byItself: boolean
  /** Asked of files that are kept alike in another way (RT13); absent: nobody in this process does so. */
  readonly holds?: HoldsFile | undefined
  /** The documents that are one with those of servers just now (RT13). */
  readonly alike?: () => readonly ContentPath[]
  /** Those that people are in here and that are not, and why; absent: nobody in this process keeps files alike. */
  readonly apart?: (() => NonNullable<SyncFiles['apart']>) | undefined
  /** Asked before anything is asked of a server (T1). */
  readonly trust: Pick<WorkspaceTrust, 'requireOutgoing'>
  readonly secrets?: SecretKeeper
  /** A token for this run only, whatever the keychain has. */
  readonly token?: string
  /** Opens an address in the person's browser; absent where there is none. */
  readonly openAddress?: ((address: string) => Promise<void>) | undefined
  /** For tests. */
  readonly pace?: Partial<Pace> | undefined
}
