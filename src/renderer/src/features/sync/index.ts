export { feature } from './feature'
export { pairOf, usePairOf } from './pair-of'
export { SyncMark, useSyncMark } from './SyncMark'
