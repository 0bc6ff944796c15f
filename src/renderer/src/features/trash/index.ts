export { feature } from './feature'
export { showInTrash } from './show'
export { useTrash } from './useTrash'
