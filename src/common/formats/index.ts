export type { Choice, Choices, Conflict } from './core/conflict'
export { chooseWhole, mergeFiles, wholeMerge, type FileMerge, type ThreeFiles } from './merge'
