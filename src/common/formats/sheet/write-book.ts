import type { Book, BookSource, Sheet, SheetSource } from './book'
import { formOf, laidOut, newFileForm, rewritten, type Draft, type Form, type Written } from '../../json/form'
import { cutObject, type ObjectPieces } from '../../json/pieces'
import { countOf } from './sheet-notes'
import { newRow, rowsText } from './write-rows'

/**
 * The text of a book (SH1): sign by sign what was read, but for what was changed. In sheets that were
 * changed, `total` is the number of rows, `limit` keeps up with it, and `:names` lists the sheets (SH2).
 */
export function writeBook(book: Book): string {
  const { source } = book
  if (!source) return `${fresh(book, newFileForm)}\n`
  if (isAsRead(book, source)) return source.text
  const { text, object } = source
  const form = formOf(text, object)
  const before = text.slice(0, object.start)
  const after = text.slice(object.end)
  if (book.format !== source.format) {
    const laid = book.format === 'sheet' ? single(book, source, form) : converted(book, source, form)
    return before + laid + after
  }
  const written =
    book.format === 'sheet' ? singleMembers(book, source, form) : multiMembers(book, source, form)
  return before + rewritten(text, object, withPrivate(book, source, form, written), form, 0) + after
}

function isAsRead(book: Book, source: BookSource): boolean {
  return (
    book.format === source.format &&
    book.sheets.length === source.sheets.length &&
    book.sheets.every((sheet, index) => {
      const old = source.sheets[index]
      return old !== undefined && old.id === sheet.id && isSheetAsRead(sheet) && old.private === sheet.private
    })
  )
}

const isSheetAsRead = (sheet: Sheet): boolean => isContentAsRead(sheet) && sheet.source?.name === sheet.name

const isContentAsRead = ({ source, rows, columns }: Sheet): boolean =>
  source !== null && source.rows === rows && source.columns === columns

/** The members of a file with one sheet. */
function singleMembers(book: Book, { text, object }: BookSource, form: Form): Written[] {
  const sheet = book.sheets.find((one) => !one.private)
  if (!sheet?.source) return kept(text, object)
  const members = isContentAsRead(sheet) ? kept(text, object) : sheetMembers(sheet, sheet.source, form)
  if (sheet.name === sheet.source.name) return members
  return put(members, ':sheetname', JSON.stringify(sheet.name), members.length)
}

/** The members of a file with several sheets, without the private ones. */
function multiMembers(book: Book, source: BookSource, form: Form): Written[] {
  const { text, object } = source
  const shown = book.sheets.filter((sheet) => !sheet.private)
  const oldNames = new Set(source.sheets.filter((sheet) => !sheet.private).map(({ name }) => name))
  const used = new Set<Sheet>()
  const members = object.members.flatMap((piece, from): Written[] => {
    if (!oldNames.has(piece.key)) return [{ key: piece.key, value: text.slice(piece.start, piece.end), from }]
    const sheet = shown.find(
      (one) => one.source?.text === text && one.source.depth === 1 && one.source.name === piece.key
    )
    if (!sheet) return []
    used.add(sheet)
    return [{ key: sheet.name, value: sheetText(sheet, form, 1), from }]
  })
  const names = shown.map(({ name }) => name)
  const lastSheet = members.map(({ key }) => names.includes(key)).lastIndexOf(true)
  const added = shown
    .filter((sheet) => !used.has(sheet))
    .map((sheet): Written => ({ key: sheet.name, value: sheetText(sheet, form, 1), from: null }))
  const all = [...members.slice(0, lastSheet + 1), ...added, ...members.slice(lastSheet + 1)]
  const old = source.sheets.filter((sheet) => !sheet.private).map(({ name }) => name)
  if (old.length === names.length && old.every((name, index) => name === names[index])) return all
  return put(all, ':names', namesText(names, text, object, form), all.length)
}

/** The same with the member `:private`, when there are private sheets. */
function withPrivate(book: Book, source: BookSource, form: Form, members: readonly Written[]): Written[] {
  const { text, object } = source
  const hidden = book.sheets.filter((sheet) => sheet.private)
  const old = source.sheets.filter((sheet) => sheet.private)
  const same =
    hidden.length === old.length &&
    hidden.every((sheet, index) => sheet.id === old[index]?.id && isSheetAsRead(sheet))
  if (same) return [...members]
  if (hidden.length === 0) return members.filter(({ key }) => key !== ':private')
  const at = object.members.findIndex(({ key }) => key === ':private')
  const piece = object.members[at]
  const inner = piece && text[piece.start] === '{' ? cutObject(text, piece.start) : null
  const parts = hidden.map((sheet): Written => {
    const from =
      inner?.members.findIndex(({ key }) => sheet.source?.depth === 2 && key === sheet.source.name) ?? -1
    return { key: sheet.name, value: sheetText(sheet, form, 2), from: from < 0 ? null : from }
  })
  const value = inner
    ? rewritten(text, inner, parts, form, 1)
    : laidOut({ members: parts.map((part): [string, Draft] => [part.key, part.value]) }, form, 1)
  return put([...members], ':private', value, members.length)
}

/** A sheet's object, `depth` levels deep. */
function sheetText(sheet: Sheet, form: Form, depth: number): string {
  const { source } = sheet
  if (source && (sheet.broken !== null || (isContentAsRead(sheet) && source.depth === depth))) {
    return source.text.slice(source.object.start, source.object.end)
  }
  if (!source || source.depth !== depth) return laidOut(sheetDraft(sheet, form, depth), form, depth)
  return rewritten(source.text, source.object, sheetMembers(sheet, source, form), form, depth)
}

/** The members of a changed sheet, in the places that they have. */
function sheetMembers(sheet: Sheet, source: SheetSource, form: Form): Written[] {
  const { text, object } = source
  let members = kept(text, object)
  if (sheet.rows !== source.rows || sheet.columns !== source.columns) {
    members = put(members, 'data', rowsText(sheet, source, form), members.length)
  }
  const total = sheet.rows.length
  if (countOf(text, object, 'total') !== total) {
    const at = members.findIndex(({ key }) => key === 'data')
    members = put(members, 'total', String(total), Math.max(0, at))
  }
  const limit = countOf(text, object, 'limit')
  if (limit !== null && total !== source.rows.length && (limit === source.rows.length || limit < total)) {
    members = put(members, 'limit', String(total), members.length)
  }
  return withWidths(sheet, source, members, form)
}

function withWidths(sheet: Sheet, source: SheetSource, members: Written[], form: Form): Written[] {
  const layout = (columns: Sheet['columns']) => columns.map(({ width }) => width)
  const widths = layout(sheet.columns)
  const old = layout(source.columns)
  const has = source.object.members.some(({ key }) => key === ':colWidths')
  const same = widths.length === old.length && widths.every((width, index) => width === old[index])
  const moved = sheet.columns.some(({ slot }, index) => slot !== source.columns[index]?.slot)
  if (same && !(moved && has)) return members
  if (!has && widths.every((width) => width === null)) return members
  return put(members, ':colWidths', widthsText(sheet, form, source.depth + 1), members.length)
}

function widthsText(sheet: Sheet, form: Form, depth: number): string {
  return laidOut({ items: sheet.columns.map(({ width }) => String(width ?? USUAL_WIDTH)) }, form, depth)
}

/** What `:colWidths` says of a column that nobody has given a width, once another one has got one. */
const USUAL_WIDTH = 160

function namesText(names: readonly string[], text: string, object: ObjectPieces, form: Form): string {
  const piece = object.members.find(({ key }) => key === ':names')
  const old = piece ? text.slice(piece.start, piece.end) : ''
  const items = names.map((name) => JSON.stringify(name))
  if (old.includes('\n')) return laidOut({ items }, form, 1)
  const pad = /^\[\s/.test(old) ? ' ' : ''
  const gap = /,\s/.test(old) || !old.includes(',') ? ' ' : ''
  return `[${pad}${items.join(`,${gap}`)}${pad}]`
}

/** One sheet became several: the file is laid out anew, every value as it was written. */
function converted(book: Book, source: BookSource, form: Form): string {
  const shown = book.sheets.filter((sheet) => !sheet.private)
  const rest = source.object.members
    .filter(({ key }) => key.startsWith(':') && !ofBook.has(key) && source.format === 'multi-sheet')
    .map(({ key, start, end }): [string, Draft] => [key, source.text.slice(start, end)])
  const members: [string, Draft][] = [
    ...shown.map(entryAt(1, form)),
    ...rest,
    ...hiddenMembers(book, form),
    [':names', { items: shown.map(({ name }) => JSON.stringify(name)) }],
    [':version', '3'],
    [':type', '"multi-sheet"']
  ]
  return laidOut({ members }, form, 0)
}

const entryAt =
  (depth: number, form: Form) =>
  (sheet: Sheet): [string, Draft] => [sheet.name, sheetDraft(sheet, form, depth)]

/** What is kept from readers, if there is any. */
function hiddenMembers(book: Book, form: Form): [string, Draft][] {
  const hidden = book.sheets.filter((sheet) => sheet.private)
  return hidden.length > 0 ? [[':private', { members: hidden.map(entryAt(2, form)) }]] : []
}

/** A file of one sheet that readers get, laid out anew. */
function single(book: Book, source: BookSource, form: Form): string {
  const sheet = book.sheets.find((one) => !one.private)
  const draft = sheet ? sheetDraft(sheet, form, 0) : ''
  const members = typeof draft === 'object' && 'members' in draft ? draft.members : []
  const own = new Set(members.map(([key]) => key))
  const rest = source.object.members
    .filter(({ key }) => key.startsWith(':') && !ofBook.has(key) && !own.has(key))
    .map(({ key, start, end }): [string, Draft] => [key, source.text.slice(start, end)])
  return laidOut(
    {
      members: [
        ...members,
        ...rest,
        ...hiddenMembers(book, form),
        [':sheetname', JSON.stringify(sheet?.name ?? '')],
        [':type', '"sheet"']
      ]
    },
    form,
    0
  )
}

const ofBook: ReadonlySet<string> = new Set([':type', ':sheetname', ':names', ':version', ':private'])

/** A file of its own, in the form of new files. */
function fresh(book: Book, form: Form): string {
  const [first] = book.sheets
  return (book.format === 'multi-sheet' || !first ? converted : single)(book, noSource, form)
}

const noSource: BookSource = {
  text: '',
  object: { start: 0, end: 0, members: [] },
  format: 'multi-sheet',
  sheets: []
}

/** A sheet laid out from nothing; members that it came with are kept as they were written. */
function sheetDraft(sheet: Sheet, form: Form, depth: number): Draft {
  const { source } = sheet
  if (source && sheet.broken !== null) return source.text.slice(source.object.start, source.object.end)
  const total = String(sheet.rows.length)
  const items = sheet.rows.map((row) => newRow(row, sheet.columns, form, depth + 2))
  const others = source?.object.members.filter(({ key }) => !ofSheet.has(key) && !ofBook.has(key)) ?? []
  const offset = source?.object.members.find(({ key }) => key === 'offset')
  const widths: [string, Draft][] = sheet.columns.some(({ width }) => width !== null)
    ? [[':colWidths', { items: sheet.columns.map(({ width }) => String(width ?? USUAL_WIDTH)) }]]
    : []
  return {
    members: [
      ['total', total],
      ['limit', total],
      ['offset', source && offset ? source.text.slice(offset.start, offset.end) : '0'],
      ['data', { items }],
      ...others.map(
        ({ key, start, end }): [string, Draft] => [key, source?.text.slice(start, end) ?? ''] as const
      ),
      ...widths
    ]
  }
}

const ofSheet: ReadonlySet<string> = new Set(['total', 'limit', 'offset', 'data', ':colWidths'])

function kept(text: string, object: ObjectPieces): Written[] {
  return object.members.map(({ key, start, end }, from) => ({ key, value: text.slice(start, end), from }))
}

/** The member with this value, where it is; a new one at `at`. */
function put(members: Written[], key: string, value: string, at: number): Written[] {
  const known = members.findIndex((member) => member.key === key)
  if (known >= 0) return members.map((member, index) => (index === known ? { ...member, value } : member))
  return [...members.slice(0, at), { key, value, from: null }, ...members.slice(at)]
}
