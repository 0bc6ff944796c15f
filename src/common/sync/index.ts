export type { Clash, Operation, Plan } from './operations'
export { planSync, type PlanInput } from './plan'
export {
  isBelowAny,
  syncKey,
  type BaseFile,
  type LocalFile,
  type OpenConflict,
  type RemoteFile,
  type SyncKey,
  type Trees
} from './trees'
export type {
  SyncConflict,
  SyncConflictDetail,
  SyncOverview,
  SyncPair,
  SyncRemote,
  SyncRun,
  SyncStatus,
  SyncTest
} from './shapes'
