export { carryOver, holdsAt, type Carry, type CarriedOver } from './carry-over'
export { leftBehind, type LeftBehind, type SchemaPlace } from './left-behind'
