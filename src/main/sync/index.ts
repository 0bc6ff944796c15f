export { openSyncRoom } from './routes'
export { openSyncing, type NewPair, type RunReport, type Syncing } from './syncing'
export { openSyncSettings, type SyncSettings } from './settings'
