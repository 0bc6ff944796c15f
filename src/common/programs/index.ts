export { pageBlocks, withBlock, type BlockEdit, type PageBlock } from './blocks'
export { differenceOf, type Difference } from './difference'
export { readData, writeData, type DataRead, type DataWritten } from './structured'
