export { PublishActions } from './PublishActions'
