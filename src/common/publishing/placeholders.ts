import { cell } from './sheet-cell'
import type { Row } from './sheets'

/** What placeholders stand for, by their keys as the sheet has them. */
export interface Placeholders {
  readonly texts: ReadonlyMap<string, string>
  /** The keys by their letters and digits alone. */
  readonly keys: ReadonlyMap<string, string>
}

/** The sheet, in the root of a site or in the folder of one of its languages. */
export const PLACEHOLDERS = 'placeholders.json'

/**
 * The rows of a sheet of placeholders, columns `Key` and `Text` (or `Value`) in any case; of one key the last
 * row counts.
 */
export function placeholdersIn(rows: readonly Row[]): Placeholders {
  const texts = new Map<string, string>()
  for (const row of rows) {
    const key = cell(row, 'key')
    if (key !== '') texts.set(key, cell(row, 'text') || cell(row, 'value'))
  }
  return { texts, keys: new Map([...texts.keys()].map((key) => [plain(key), key])) }
}

/** What a key stands for: `bookNow`, `book-now` and `Book now` are one. Null where no row has it. */
export function placeholderText({ texts, keys }: Placeholders, name: string): string | null {
  return texts.get(name) ?? texts.get(keys.get(plain(name)) ?? '') ?? null
}

const plain = (key: string): string => key.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '')
