export { TrashView } from './TrashView'
