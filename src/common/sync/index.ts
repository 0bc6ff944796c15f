export type { Clash, Operation, Plan } from './operations'
export { planSync, type PlanInput } from './plan'
export {
  isBelowAny,
  syncKey,
  type BaseFile,
  type LocalFile,
  type RemoteFile,
  type SyncKey,
  type Trees
} from './trees'
export { wholeAddress } from './address'
export { isOwnAudience } from './audience'
export type { KeptWhere, SignInAgreement, SignInOffer, SignInSetting, SignInState } from './shapes'
export type {
  RemoteFolder,
  RemoteVersion,
  RemoteVersions,
  SyncActivity,
  SyncConflict,
  SyncConflictDetail,
  SyncDecision,
  SyncFile,
  SyncFiles,
  WhyApart,
  SyncFileState,
  SyncOverview,
  SyncPair,
  SyncRemote,
  SyncRun,
  SyncStatus,
  SyncSurvey,
  SyncTest,
  Theirs
} from './shapes'
