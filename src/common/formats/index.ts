export type { Choice, Choices, Conflict, ConflictKind, ConflictPlace } from './core/conflict'
export {
  chooseWhole,
  mergeFiles,
  wholeMerge,
  type FileMerge,
  type MergeKind,
  type MergeOptions,
  type ThreeFiles
} from './merge'
