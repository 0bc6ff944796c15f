export { DocumentSync } from './DocumentSync'
export { SyncMark, useSyncMark } from './SyncMark'
export { SyncState } from './SyncState'
export { useSyncCommands } from './sync-commands'
