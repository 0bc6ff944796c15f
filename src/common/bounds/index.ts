export { bounds } from './bounds'
export { isBeyondBounds, tooComplex, tooLarge, withinBounds, type Excess } from './refusals'
