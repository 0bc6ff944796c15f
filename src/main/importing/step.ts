import type { ContentPath } from '../../common/content/paths'
import type { ImportItem } from '../../common/importing/shapes'
import type { Person } from '../../common/person'
import type { Store } from '../store/types'
import type { ImportJob } from './job'
import type { ImportLimits } from './limits'
import type { ImportSource } from './source'

/** What a step of an import works with. */
export interface Step {
  readonly job: ImportJob
  readonly items: ImportItem[]
  readonly source: ImportSource
  readonly store: Store
  readonly limits: ImportLimits
  readonly by: Person
  readonly mayWrite: (path: ContentPath) => Promise<boolean>
  /** The service folder's name (N4). */
  readonly serviceFolder: () => Promise<string>
  readonly signal: AbortSignal
  /** Before something is written. @throws GalleyError in-use when another process has taken the import on */
  requireHeld(): Promise<void>
  /** How many there are in this step, and how many were done before. */
  begin(total: number, done: number): void
  /** An item changed; `counts`: it was one of those that the step counts. */
  set(item: ImportItem, counts?: boolean): void
}
