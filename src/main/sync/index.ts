export { openSyncRoom } from './routes'
export { openSyncing, type RunReport, type Syncing } from './syncing'
export { openSyncSettings, type SyncSettings } from './settings'
