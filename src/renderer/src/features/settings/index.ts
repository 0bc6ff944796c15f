export { SettingsDialog } from './SettingsDialog'
export { askToRevokeEverything } from './revoke-everything'
