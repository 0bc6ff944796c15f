export { feature } from './feature'
export { showTrust } from './show-trust'
export { useTrust } from './trust-store'
