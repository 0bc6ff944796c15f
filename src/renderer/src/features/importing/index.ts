export { feature } from './feature'
export { openImport } from './preset'
