export {
  openConflicts,
  type Choice,
  type Choices,
  type Conflict,
  type ConflictKind,
  type ConflictPlace
} from './core/conflict'
export {
  chooseWhole,
  mergeFiles,
  wholeMerge,
  type FileMerge,
  type MergeKind,
  type MergeOptions,
  type ThreeFiles
} from './merge'
