export { feature } from './feature'
