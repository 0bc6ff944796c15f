import type { Person } from '../../../common/person'
import type { ServiceEventBody } from '../../../common/api/events'
import type { Backing } from './backing'
import type { DurableFs } from '../disk/durable-fs'
import type { FileLogs } from '../logs/file-log'
import type { FolderNames } from './folder-names'
import type { DurableIndex } from '../logs/index-log'
import type { ChangeIntent } from '../logs/journal'
import type { Freshness } from './freshness'
import type { PendingAdoption } from './pending-adoption'
import type { FolderTree } from '../layout/folder-tree'
import type { Layout } from '../layout/layout'
import type { LiveSessions } from './live-sessions'
import type { Leases } from '../seam/leases'
import type { PathLocks } from './path-locks'
import type { Problems } from '../damaged/problems'
import type { PublishedLogs } from '../published/published-logs'
import type { Requests } from './requests'
import type { RoomLogs } from '../seam/rooms'
import type { UnboundHistories } from './unbound'
import type { Verified } from './verified'
import type { TrashRecords } from '../trash/trash-records'

/** The parts of one open store that its operations work with. */
export interface Core {
  readonly fs: DurableFs
  readonly layout: Layout
  readonly index: DurableIndex
  readonly logs: FileLogs
  readonly backing: Backing
  readonly trash: TrashRecords
  readonly locks: PathLocks
  readonly names: FolderNames
  readonly problems: Problems
  readonly verified: Verified
  readonly sessions: LiveSessions
  readonly fresh: Freshness
  readonly requests: Requests
  readonly leases: Leases
  /** Changes of several files that failed, and that the disk did not let be taken back yet. */
  readonly unfinished: Set<ChangeIntent>
  readonly pendingAdoption: PendingAdoption
  readonly unbound: UnboundHistories
  readonly publishedLogs: PublishedLogs
  readonly rooms: RoomLogs
  readonly now: () => number
  /** Who stands for changes made by other programs. */
  readonly outsidePerson: () => Person
  /** Only after the change is durable. */
  readonly emit: (event: ServiceEventBody) => void
  /** Folders that subscribers know of, so that a folder made by another program is told once. */
  readonly knownFolders: FolderTree
}
