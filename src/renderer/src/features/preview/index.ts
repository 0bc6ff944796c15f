export { feature } from './feature'
export { LivePreview } from './LivePreview'
export { PieceView } from './PieceView'
