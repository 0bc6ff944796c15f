export { feature } from './feature'
export { best, fit } from './search'
