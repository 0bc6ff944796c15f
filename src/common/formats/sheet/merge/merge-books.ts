import { alignRows } from '../align-rows'
import { nextId, sameCell, withSheet, type Book, type CellValue, type Row, type Sheet } from '../book'
import { readBook } from '../read-book'
import { cellJson } from '../write-rows'
import { writeBook } from '../write-book'

/**
 * Two people's changes to a document of sheets in one text: rows are found again by what is in them, and joined cell by cell
 * (SH9). The text is theirs, sign by sign, with mine in it; or mine with theirs in it, when I changed the columns or the tabs.
 * @returns null when both changed the same cell, or anything else that only a person can decide
 */
export function mergeBookTexts(base: string, mine: string, theirs: string): string | null {
  const [was, own, other] = [bookOf(base), bookOf(mine), bookOf(theirs)]
  if (!was || !own || !other) return null
  const [host, guest] = sameFrame(was, own) ? [other, own] : sameFrame(was, other) ? [own, other] : []
  if (!host || !guest) return null
  let merged: Book = host
  for (const old of was.sheets) {
    const changed = sheetLike(guest, old)
    const into = sheetLike(host, old)
    if (!changed) return null
    if (sameRows(old, changed)) continue
    const sheet = into && mergeSheet(old, into, changed)
    if (!sheet) return null
    merged = withSheet(merged, sheet)
  }
  return writeBook(merged)
}

function bookOf(text: string): Book | null {
  const reading = readBook(text)
  return 'book' in reading ? reading.book : null
}

const sheetLike = (book: Book, { name, private: hidden }: Sheet): Sheet | undefined =>
  book.sheets.find((sheet) => sheet.name === name && sheet.private === hidden)

/** Whether nothing but rows and cells differs: the tabs, the columns, and all members that are no rows are the same. */
function sameFrame(a: Book, b: Book): boolean {
  return (
    a.format === b.format &&
    a.sheets.length === b.sheets.length &&
    frameOf(a) === frameOf(b) &&
    a.sheets.every((sheet, index) => {
      const other = b.sheets[index]
      return (
        other !== undefined &&
        other.name === sheet.name &&
        other.private === sheet.private &&
        namesOf(sheet) === namesOf(other) &&
        membersOf(sheet) === membersOf(other)
      )
    })
  )
}

const namesOf = (sheet: Sheet): string =>
  JSON.stringify(sheet.columns.map(({ name, width }) => [name, width]))

const counts: ReadonlySet<string> = new Set(['data', 'total', 'limit'])

/** The members of a sheet that are neither rows nor counted from them. */
function membersOf({ source, broken }: Sheet): string {
  if (!source) return ''
  const { text, object } = source
  if (broken !== null) return text.slice(object.start, object.end)
  return object.members
    .filter(({ key }) => !counts.has(key))
    .map(({ key, start, end }) =>
      source.depth === 0 && key === ':private' ? '' : `${key}\n${text.slice(start, end)}`
    )
    .join('\n')
}

/** The members of the file that are no sheets. */
function frameOf({ source, sheets, format }: Book): string {
  if (!source || format === 'sheet') return ''
  const names = new Set(sheets.map(({ name }) => name))
  return source.object.members
    .filter(({ key }) => !names.has(key) && key !== ':private')
    .map(({ key, start, end }) => `${key}\n${source.text.slice(start, end)}`)
    .join('\n')
}

const sameRows = (a: Sheet, b: Sheet): boolean =>
  a.rows.length === b.rows.length && rowTexts(a).every((row, index) => row === rowTexts(b)[index])

const texts = new WeakMap<Sheet, string[]>()

/** Each row as one text; the order of its members counts for nothing. */
function rowTexts(sheet: Sheet): string[] {
  const known = texts.get(sheet)
  if (known) return known
  const made = sheet.rows.map(
    ({ cells, odd }) =>
      odd ??
      sheet.columns.map(({ slot }) => (cells[slot] === undefined ? '' : cellJson(cells[slot]))).join('\u0001')
  )
  texts.set(sheet, made)
  return made
}

/** The host's sheet with what the guest changed in it. The guest has the columns of the base. */
function mergeSheet(base: Sheet, host: Sheet, guest: Sheet): Sheet | null {
  const slots = slotsIn(base, host)
  if (!slots) return null
  const hostInBase: Sheet = {
    ...host,
    columns: base.columns.filter(({ slot }) => slots.has(slot)),
    rows: host.rows.map((row) => inSlots(row, slots))
  }
  const [old, theirs, mine] = [rowTexts(base), rowTexts(hostInBase), rowTexts(guest)]
  const toHost = alignRows(old, theirs)
  const toGuest = alignRows(old, mine)
  const rows: Row[] = []
  const add = (behind: number) => {
    for (const at of toHost.added.get(behind) ?? []) rows.push(...one(host.rows[at]))
    for (const at of toGuest.added.get(behind) ?? []) rows.push(...one(arriving(guest.rows[at], slots)))
  }
  add(-1)
  for (let index = 0; index < old.length; index++) {
    const [a, b] = [toHost.to[index] ?? -1, toGuest.to[index] ?? -1]
    const [row, changed, was] = [host.rows[a], guest.rows[b], base.rows[index]]
    if (row && changed && was) {
      const joined = mergeRow(was, row, changed, slots)
      if (!joined) return null
      rows.push(joined)
    } else if (row && !changed && theirs[a] !== old[index]) return null
    else if (!row && changed && mine[b] !== old[index]) return null
    add(index)
  }
  return { ...host, rows, shape: {} }
}

/** Where the columns of the base are in the host; null when one that they share cannot be told. */
function slotsIn(base: Sheet, host: Sheet): Map<number, number> | null {
  const slots = new Map<number, number>()
  for (const { slot, name } of base.columns) {
    const same = host.columns.filter((column) => column.name === name)
    if (same.length > 1) {
      if (namesOf(base) !== namesOf(host)) return null
      slots.set(slot, slot)
    } else if (same[0]) slots.set(slot, same[0].slot)
  }
  return slots
}

function mergeRow(was: Row, row: Row, changed: Row, slots: ReadonlyMap<number, number>): Row | null {
  if (was.odd !== undefined || row.odd !== undefined || changed.odd !== undefined) {
    if (was.odd === changed.odd) return row
    return was.odd === row.odd ? { ...changed, id: nextId(), source: null } : null
  }
  let cells: CellValue[] | null = null
  const all = new Set([...slots.keys(), ...changed.cells.keys()])
  for (const slot of all) {
    const [before, after] = [was.cells[slot], changed.cells[slot]]
    if (sameCell(before, after)) continue
    const place = slots.get(slot)
    if (place === undefined) return null
    if (sameCell(row.cells[place], after)) continue
    if (!sameCell(row.cells[place], before)) return null
    cells ??= [...row.cells]
    while (cells.length < place) cells.push(undefined)
    cells[place] = after
  }
  return cells ? { ...row, cells } : row
}

function inSlots(row: Row, slots: ReadonlyMap<number, number>): Row {
  const cells: CellValue[] = []
  for (const [from, to] of slots) {
    while (cells.length < from) cells.push(undefined)
    cells[from] = row.cells[to]
  }
  return { ...row, cells }
}

/** A new row of the guest, in the columns of the host. */
function arriving(row: Row | undefined, slots: ReadonlyMap<number, number>): Row | undefined {
  if (!row) return undefined
  const cells: CellValue[] = []
  row.cells.forEach((value, from) => {
    const to = slots.get(from)
    if (to === undefined) return
    while (cells.length < to) cells.push(undefined)
    cells[to] = value
  })
  return { ...row, id: nextId(), cells, source: null }
}

const one = (row: Row | undefined): Row[] => (row ? [row] : [])
