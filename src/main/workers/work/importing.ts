import { withinBounds } from '../../../common/bounds'
import { schemaNameIn } from '../../../common/formats/structured'
import { normalForm } from '../../../common/importing/normal-form'
import { importPage, type ImportedPage, type PublishedPage } from '../../../common/importing/page'
import { rowsMissing } from '../../../common/importing/sheet-rows'
import { parseJson } from '../../../common/json'

/** A published page turned back, and the schema that it names. */
export interface TurnedBack extends ImportedPage {
  readonly schema: string | null
}

/** @throws GalleyError too-large · too-complex */
export function turnedBack(page: PublishedPage): TurnedBack {
  const found = importPage(page)
  return { ...found, schema: found.kind === 'structured' ? schemaNameIn(found.html) : null }
}

/** What would be stored, what is stored, and the page that it comes from. */
export interface ImportedTwice {
  readonly html: string
  readonly stored: string
  readonly page: PublishedPage
}

/** Whether a stored page says the same, however it is laid out. @throws GalleyError too-large · too-complex */
export function saysTheSame({ html, stored, page }: ImportedTwice): boolean {
  return withinBounds(() => normalForm(stored, page)) === normalForm(html, page)
}

/** A sheet as a site answers it. */
export interface AnsweredSheet {
  /** As it is stored: in UTF-8, without a mark before it. */
  readonly bytes: Uint8Array
  /**
   * Rows that the whole of it has, where the answer holds only some; null when all are there, undefined for
   * what is no JSON.
   */
  readonly rows: number | null | undefined
  readonly hasWidths: boolean
}

/** @throws GalleyError too-large · too-complex */
export function answeredSheet(bytes: Uint8Array): AnsweredSheet {
  const text = new TextDecoder().decode(bytes)
  const rows = rowsToAsk(text)
  return { bytes: new TextEncoder().encode(text), rows, hasWidths: /":colWidths"\s*:/.test(text) }
}

function rowsToAsk(text: string): number | null | undefined {
  try {
    return rowsMissing(parseJson(text))
  } catch (error) {
    if (error instanceof SyntaxError) return undefined
    throw error
  }
}
