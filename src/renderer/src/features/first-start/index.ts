export { feature } from './feature'
export { identityProblems, personFrom, type IdentityProblems } from './identity'
