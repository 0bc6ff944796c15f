export { feature } from './feature'
export { openFound } from './open-found'
export { searchInPanel } from './show'
