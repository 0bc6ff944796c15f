export { openSyncRoom } from './routes'
export { openSyncing, type NewPair, type RunReport, type Syncing } from './syncing'
