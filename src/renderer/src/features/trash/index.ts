export { feature } from './feature'
export { useTrash } from './useTrash'
