export { sameValue } from '../formats/core/same'
export type { StopOptions } from '../formats/core/stop'
export { applyJson } from '../formats/json/diff/apply'
export { invertJson, type JsonChange, type JsonDiff } from '../formats/json/diff/changes'
export { diffJson } from '../formats/json/diff/diff'
export { restoreJson } from '../formats/json/diff/restore'
export { describeJson, summariseJson, type ChangeWords } from '../formats/json/diff/words'
export { applyBook } from '../formats/sheet/diff/apply'
export {
  invertBook,
  isEmptyBookDiff,
  type CellChange,
  type ColumnChange,
  type RowChange,
  type SheetChange,
  type SheetDiff,
  type BookDiff
} from '../formats/sheet/diff/changes'
export { diffBooks } from '../formats/sheet/diff/diff'
export { jsonOfBook, readValues, type BookValues, type SheetValues } from '../formats/sheet/values'
export { restoreInBook, type SheetRestore, type BookComparison } from '../formats/sheet/diff/restore'
export { summariseBook } from '../formats/sheet/diff/words'
export type { Marks } from '../formats/page/diff/block'
export {
  invertHtml,
  type AttributeChange,
  type BlockDiff,
  type HtmlDiff,
  type Image,
  type LineDiff,
  type SectionDiff,
  type Segment
} from '../formats/page/diff/changes'
export { diffHtml } from '../formats/page/diff/diff'
export { restoreBlock, type SectionPart } from '../formats/page/diff/restore'
export { summariseHtml } from '../formats/page/diff/words'
export { applyText, diffText, invertText, type TextDiff } from '../formats/text/diff'
export { blame, traceBlock, traceCell, traceField, type CellPlace, type Trace } from './blame'
export { summariseChange } from '../formats/summary'
export { performDiff, type DiffAnswers, type DiffJob } from './job'
export type { BlamePlace } from './trace'
export { blockAt, fieldAt } from './place-at'
export { restorePicked, type Pick } from '../formats/restore'
export { compareStructure } from '../formats/structure'
export type { Structure } from '../formats/format'
export type { FieldGroup } from '../formats/json/diff/fields'
export { readStructured } from '../formats/structured/properties'
export { diffWords } from '../formats/text/words'
export type { FormatName } from '../formats/files'
