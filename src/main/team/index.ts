export { leadInTurn, nodeService, type NodeService } from './node'
export { openLeader } from './leader'
export { readSettings, settingsHelp, type TeamSettings } from './settings'
export { startTryServer } from './try-server'
