export { libraryNow, readLibrary, useLibrary } from './library'
export { samplesIn, type Sample } from './samples'
