export { bounds } from './bounds'
export { isBeyondBounds, tooComplex, tooLarge, withinBounds } from './refusals'
