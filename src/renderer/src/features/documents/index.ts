export { flushAll, hasUnsaved } from './registry'
export { useSaveStatus } from './useDocument'
export type { SaveStatus } from './status'
