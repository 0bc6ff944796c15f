export { sameValue } from '../formats/core/same'
export type { StopOptions } from '../formats/core/stop'
export { applyJson } from '../formats/json/diff/apply'
export { invertJson, type JsonChange, type JsonDiff, type Places } from '../formats/json/diff/changes'
export { diffJson } from '../formats/json/diff/diff'
export { restoreJson, type JsonComparison } from '../formats/json/diff/restore'
export { describeJson, summariseJson, type ChangeWords } from '../formats/json/diff/words'
export { applyWorkbook } from '../formats/sheet/diff/apply'
export {
  invertWorkbook,
  isEmptyWorkbookDiff,
  type CellChange,
  type ColumnChange,
  type Indexes,
  type Names,
  type RowChange,
  type SheetChange,
  type SheetDiff,
  type WorkbookDiff
} from '../formats/sheet/diff/changes'
export { diffWorkbooks, type SheetOptions } from '../formats/sheet/diff/diff'
export { readWorkbook, writeWorkbook, type Sheet, type Workbook } from '../formats/sheet/diff/workbook'
export { restoreInWorkbook, type SheetRestore, type WorkbookComparison } from '../formats/sheet/diff/restore'
export { summariseWorkbook } from '../formats/sheet/diff/words'
export type { Marks, Range } from '../formats/page/diff/block'
export {
  invertHtml,
  type AttributeChange,
  type BlockDiff,
  type BlockPlace,
  type Fate,
  type HtmlDiff,
  type Image,
  type ImageSegment,
  type LineDiff,
  type SectionDiff,
  type SectionPlace,
  type Segment,
  type TextSegment
} from '../formats/page/diff/changes'
export { diffHtml } from '../formats/page/diff/diff'
export { restoreBlock, type HtmlComparison, type SectionPart } from '../formats/page/diff/restore'
export { summariseHtml } from '../formats/page/diff/words'
export { applyText, diffText, invertText, type TextDiff, type TextEdit } from '../formats/text/diff'
export {
  blame,
  traceBlock,
  traceCell,
  traceField,
  type Blame,
  type CellPlace,
  type LazyState,
  type Trace
} from './blame'
export { summariseChange } from '../formats/summary'
export { performDiff, type DiffAnswer, type DiffAnswers, type DiffJob } from './job'
export type { BlamePlace, Traced } from './trace'
export { blockAt, fieldAt, type BlockAt } from './place-at'
export { restorePicked, type Pick, type PickOptions } from '../formats/restore'
export { compareStructure } from '../formats/structure'
export type { Structure, StructureOptions } from '../formats/format'
export type { FieldGroup } from '../formats/json/diff/fields'
export { readStructured } from '../formats/structured/properties'
export { diffWords } from '../formats/text/words'
export type { FormatName } from '../formats/files'
