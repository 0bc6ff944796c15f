import type { BookNote, Sheet } from './book'
import type { ObjectPieces } from '../../json/pieces'
import { numberText } from '../../number-text'

export interface ReadSheet {
  readonly sheet: Sheet
  /** What the file says; null when it says no number. */
  readonly total: number | null
  readonly oddities: {
    /** Entries that are no rows. */
    readonly odd: number
    readonly ragged: number
    /** Columns that a row has more than once. */
    readonly repeated: readonly string[]
  }
}

/** What a person should know of a sheet, in plain words. Everything told of here is kept (SH5). */
export function notesOfSheet({ sheet, total, oddities }: ReadSheet): BookNote[] {
  const say = (message: string): BookNote => ({ sheet: sheet.name, message })
  if (sheet.broken !== null) return [say(sheet.broken)]
  const notes: BookNote[] = []
  if (total !== sheet.rows.length) {
    notes.push(
      say(
        `“total” ${total === null ? 'is missing' : `says ${total}`}, and there ${rowsAre(sheet.rows.length)}. It is put right with your next change.`
      )
    )
  }
  for (const name of oddities.repeated) {
    notes.push(
      say(
        `Some rows have the column “${name}” more than once. Readers get only the last one; all of them are kept here.`
      )
    )
  }
  if (sheet.columns.some(({ name }) => name.trim() === '')) {
    notes.push(say('A column has no name. Its values are kept; give it a name so that readers can use it.'))
  }
  if (oddities.ragged > 0) {
    notes.push(
      say(
        `${counted(oddities.ragged, 'row does', 'rows do')} not have every column. The cells that are missing are hatched, and stay missing until you type in them.`
      )
    )
  }
  if (oddities.odd > 0) {
    notes.push(
      say(
        `${counted(oddities.odd, 'entry is', 'entries are')} no row of columns and values. Such an entry is shown as it is written, and can only be moved or deleted.`
      )
    )
  }
  return notes
}

/** The whole number of a member; null for anything else. */
export function countOf(text: string, object: ObjectPieces, key: string): number | null {
  const member = object.members.find((piece) => piece.key === key)
  const value = member ? Number(text.slice(member.start, member.end)) : NaN
  return Number.isInteger(value) && value >= 0 ? value : null
}

const rowsAre = (count: number) => (count === 1 ? 'is 1 row' : `are ${numberText(count)} rows`)

const counted = (count: number, one: string, many: string) =>
  `${numberText(count)} ${count === 1 ? one : many}`
