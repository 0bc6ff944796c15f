export { backUp, type Backup, type BackupOptions, type Progress } from './back-up'
export { openArchive } from './read-archive'
export { restoreBackup, type Restored } from './restore'
export { faultsIn } from './verify'
