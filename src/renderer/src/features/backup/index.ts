export { backUpWorkspace } from './back-up'
export { followBackups } from './progress'
export { RestoreForm } from './RestoreForm'
export { showRestore } from './show-restore'
