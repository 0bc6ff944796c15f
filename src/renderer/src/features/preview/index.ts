export { feature } from './feature'
export { LivePreview } from './LivePreview'
