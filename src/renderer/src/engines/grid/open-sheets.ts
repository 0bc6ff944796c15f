import { readBook } from '../../../../common/formats/sheet'
import { SheetStore } from './sheet-store'

export type OpenedSheets =
  | { readonly store: SheetStore }
  /** Why the text cannot be shown as sheets, in words. */
  | { readonly refusal: 'not-json' | 'broken' | 'other'; readonly message: string }

/**
 * A text of sheets, ready to be edited. Whoever opens it saves it: `store.text()` is the text as it is now.
 */
export function openSheets(text: string, readOnly = false): OpenedSheets {
  const reading = readBook(text)
  return 'book' in reading ? { store: new SheetStore(reading.book, reading.notes, readOnly) } : reading
}
