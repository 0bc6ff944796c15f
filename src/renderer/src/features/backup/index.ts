export { feature } from './feature'
export { RestoreForm } from './RestoreForm'
