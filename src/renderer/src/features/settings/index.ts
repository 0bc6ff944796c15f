export { AskInPlace } from './AskInPlace'
export { feature } from './feature'
