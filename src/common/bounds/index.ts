export { bounds } from './bounds'
export { isBeyondBounds, tooComplex, tooLarge, type Excess } from './refusals'
