export { TrashView } from './TrashView'
export { GoneBar } from './GoneBar'
