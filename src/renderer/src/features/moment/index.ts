export { feature } from './feature'
export { openMoment } from './wanted-moment'
