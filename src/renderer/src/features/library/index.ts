export { libraryNow, readLibrary, useLibrary } from './library'
export type { Sample } from './samples'
