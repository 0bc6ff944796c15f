export { libraryNow, readLibrary, useLibrary } from './library'
export { pathMeant } from './named'
export { samplesIn, type Sample } from './samples'
