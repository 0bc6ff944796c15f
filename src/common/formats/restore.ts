import { type FormatName } from './files'
import type { JsonValue, Schema } from '../schema'
import { diffHtml } from './page/diff/diff'
import { restoreBlock, restoreSection, type SectionPart } from './page/diff/restore'
import type { BlockDiff, SectionDiff } from './page/diff/changes'
import { sameValue } from './core/same'
import type { StopOptions } from './core/stop'
import type { JsonChange } from './json/diff/changes'
import { restoreJson } from './json/diff/restore'
import { readJson } from './json/read'
import type { CellChange, RowChange, SheetChange, BookDiff } from './sheet/diff/changes'
import { restoreInBook, type SheetRestore } from './sheet/diff/restore'
import { jsonOfBook } from './sheet/values'
import type { FieldGroup } from './json/diff/fields'
import { compareStructure } from './structure'
import { formats } from './table'

/** One change of a comparison that is to be taken back. */
export type Pick =
  | { readonly kind: 'field'; readonly of: FieldGroup['of']; readonly change: JsonChange }
  | { readonly kind: 'sheet'; readonly restore: SheetRestore }
  | { readonly kind: 'block'; readonly block: BlockDiff }
  | { readonly kind: 'section'; readonly section: SectionDiff; readonly part: SectionPart }

interface PickOptions extends StopOptions {
  readonly format: FormatName
  readonly schema?: Schema | null
}

/**
 * The text as it is now with one change taken back (D5), which is looked for again between the older state
 * and this text: what was written since stays. The text keeps its form: JSON its indentation, pages every
 * sign outside the block.
 * @returns null when the change is not there any more
 * @throws GalleyError cancelled · bad-request for a sheet that has no place
 */
export function restorePicked(before: string, now: string, pick: Pick, options: PickOptions): string | null {
  if (pick.kind === 'block') return restoredBlock(before, now, pick.block, options)
  if (pick.kind === 'section') return restoredSection(before, now, pick, options)
  const structure = compareStructure(before, now, options.format, options)
  if (structure.kind === 'unreadable') return null
  if (pick.kind === 'sheet') {
    if (structure.kind !== 'sheets') return null
    const restore = sheetRestoreIn(structure.comparison.diff, pick.restore)
    return (
      restore &&
      formats.json.written(
        now,
        'data',
        jsonOfBook(restoreInBook(structure.comparison, restore), readJson(now)),
        options
      )
    )
  }
  if (structure.kind !== 'fields') return null
  const group = structure.groups.find(({ of }) => of === pick.of)
  const change = group?.comparison.diff.find((one) => same(one, pick.change))
  if (!group || !change) return null
  const value = restoreJson(group.comparison, change)
  return formats[options.format].written(now, pick.of, value, options)
}

function restoredBlock(before: string, now: string, block: BlockDiff, options: StopOptions): string | null {
  const diff = diffHtml(before, now, options)
  const found = diff.sections
    .flatMap(({ blocks }) => blocks)
    .find((one) => same(withoutPlace(one), withoutPlace(block)) && one.before?.index === block.before?.index)
  return found ? restoreBlock({ before, after: now, diff }, found) : null
}

function restoredSection(
  before: string,
  now: string,
  { section, part }: Extract<Pick, { kind: 'section' }>,
  options: StopOptions
): string | null {
  const diff = diffHtml(before, now, options)
  const wanted = section.before === null ? section.blocks.map(withoutPlace) : null
  const found = diff.sections.find(
    (one) =>
      one.kind === section.kind &&
      one.before?.index === section.before?.index &&
      (one.after === null) === (section.after === null) &&
      (part !== 'place' || one.change === section.change) &&
      (part !== 'attributes' || same(one.attributes, section.attributes)) &&
      (wanted === null || same(one.blocks.map(withoutPlace), wanted))
  )
  return found ? restoreSection({ before, after: now, diff }, found, part) : null
}

const withoutPlace = ({ change, element, name, lines, attributes }: BlockDiff) => ({
  change,
  element,
  name,
  lines,
  attributes
})

function sheetRestoreIn(diff: BookDiff, wanted: SheetRestore): SheetRestore | null {
  if (wanted.kind === 'document') return diff.format || diff.members.length > 0 ? wanted : null
  const { sheets } = diff
  const sheet = sheets.find((one) => nameIn(one) === nameIn(wanted.sheet) && one.kind === wanted.sheet.kind)
  if (!sheet) return null
  if (wanted.kind === 'sheet') return { kind: 'sheet', sheet }
  if (sheet.kind !== 'changed') return null
  if (wanted.kind === 'row') {
    const row = sheet.diff.rows.find((one: RowChange) => same(one, wanted.row))
    return row ? { kind: 'row', sheet, row } : null
  }
  if (wanted.kind === 'cell') {
    const cell = sheet.diff.cells.find((one: CellChange) => same(one, wanted.cell))
    return cell ? { kind: 'cell', sheet, cell } : null
  }
  if (wanted.kind === 'column-name' || wanted.kind === 'column-place') {
    const column = sheet.diff.columns.find((one) => same(one, wanted.column))
    return column?.kind === 'renamed' || column?.kind === 'moved' ? { ...wanted, sheet, column } : null
  }
  if (wanted.kind !== 'cells') return { ...wanted, sheet }
  return sheet.diff.cells.some(({ row }) => row.after === wanted.row) ? { ...wanted, sheet } : null
}

const nameIn = (change: SheetChange) => (change.kind === 'changed' ? change.name.after : change.sheet.name)

/** Changes hold nothing but JSON, and `undefined` for what is not there. */
function same(a: unknown, b: unknown): boolean {
  const [one, two] = [JSON.stringify(a), JSON.stringify(b)]
  if (one === two) return true
  const [left, right]: [JsonValue, JsonValue] = [JSON.parse(one ?? 'null'), JSON.parse(two ?? 'null')]
  return sameValue(left, right)
}
