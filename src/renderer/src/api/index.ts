export { api } from './client'
export { onServiceEvent, useConnection, useServiceEvents, type Connection } from './events'
export { currentWorkspace, reloadWorkspace, setWorkspace, useWorkspace } from './workspace'
export { reasonOf, sentenceOf } from './sentences'
