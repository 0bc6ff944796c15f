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
