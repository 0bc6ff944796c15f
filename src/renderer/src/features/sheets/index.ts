export { SheetGate } from './SheetGate'
export { useNewSheetCommand } from './new-sheet'
