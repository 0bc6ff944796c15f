export { SheetEditor, type SheetEditorProps } from './SheetEditor'
export { SheetStore } from './sheet-store'
export type { After, CellEditorProps, ColumnKind, ColumnKinds } from './column-editor'
