export { TrashView } from './TrashView'
export { useTrash } from './useTrash'
