export { feature } from './feature'
export { openTokenReturn } from './token-return'
export { openMoment } from './wanted-moment'
