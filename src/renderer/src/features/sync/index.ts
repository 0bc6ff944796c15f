export { useSyncCommands } from './sync-commands'
export { SyncState } from './SyncState'
