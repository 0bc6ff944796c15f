export { openStore, type StoreOptions } from './opening/open-folder'
export { isWorkspace, workspaceIdIn } from './opening/look'
export { openKeyedRecords } from './records/keyed-records'
