export type { Choice, Choices, Conflict, ConflictKind, ConflictPlace } from './core/conflict'
export { chooseWhole, mergeFiles, wholeMerge, type FileMerge, type ThreeFiles } from './merge'
export type { MergeKind, MergeOptions } from './core/outcome'
