export { sameValue } from './core/same'
export type { StopOptions } from './core/stop'
export { applyJson } from './json/apply'
export { holderOf, invertJson, type JsonChange, type JsonDiff, type Places } from './json/changes'
export { diffJson } from './json/diff'
export { restoreJson, type JsonComparison } from './json/restore'
export { describeJson, namesOfPlace, summariseJson, type ChangeWords } from './json/words'
export { applyWorkbook } from './sheets/apply'
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
} from './sheets/changes'
export { diffWorkbooks, type SheetOptions } from './sheets/diff'
export { readWorkbook, writeWorkbook, type Sheet, type Workbook } from './sheets/workbook'
export { restoreInWorkbook, type SheetRestore, type WorkbookComparison } from './sheets/restore'
export { summariseWorkbook } from './sheets/words'
export type { Marks, Range } from './html/block'
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
} from './html/changes'
export { diffHtml } from './html/diff'
export { restoreBlock, restoreSection, type HtmlComparison, type SectionPart } from './html/restore'
export { summariseHtml } from './html/words'
export { applyText, diffText, invertText, summariseText, type TextDiff, type TextEdit } from './text/diff'
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
export { summariseChange, type SummaryOptions } from './summary'
export { performDiff, type DiffAnswer, type DiffAnswers, type DiffJob } from './job'
export type { BlamePlace, Traced } from './trace'
export { blockAt, fieldAt, type BlockAt } from './place-at'
export { restorePicked, writtenJson, type Pick, type PickOptions } from './restore-text'
export {
  compareStructure,
  readJson,
  readStructured,
  type FieldGroup,
  type Format,
  type Structure,
  type StructureOptions
} from './structure'
export { diffWords } from './text/words'
