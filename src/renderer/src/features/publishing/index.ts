export { PublishActions } from './PublishActions'
export { PublishedStill } from './PublishedStill'
