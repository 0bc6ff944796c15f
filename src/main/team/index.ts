export { readSettings, settingsHelp, type TeamSettings } from './settings'
export { startTryServer } from './try-server'
