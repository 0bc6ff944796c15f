import { parsePage, type Element, type KeepPlace } from '../../html'
import { documentIn, parseDocument, type DocumentReading } from './read'
import { escapeAttribute } from './text'

/**
 * The page as it is published (F3), parsed: each row's heading carries `data-pointer`, the JSON Pointer of
 * its value, and the first heading of a key the key as its `id`, so that a query index can select
 * `:has(#<key>)`. Other pages are unchanged, and parsed once.
 * @param places of which elements the places are needed; of all unless told
 * @throws GalleyError too-large · too-complex
 */
export function publishedPage(
  source: string,
  places: true | KeepPlace = true
): { readonly html: string; readonly roots: readonly Element[] } {
  const isNamed = /da-form/i.test(source)
  const roots = parsePage(source, isNamed ? true : places)
  const reading = documentIn(source, roots)
  if (!('document' in reading)) return { html: source, roots }
  const html = withPointers(source, isNamed ? reading : parseDocument(source))
  return { html, roots: parsePage(html, places) }
}

function withPointers(html: string, reading: DocumentReading): string {
  if (!('document' in reading)) return html
  const named = new Set<string>()
  const rows = [...reading.document.source.rows]
    .filter(({ attributesAt }) => attributesAt >= 0)
    .sort((a, b) => a.attributesAt - b.attributesAt)
  let text = ''
  let at = 0
  for (const { key, pointer, attributesAt, hasId } of rows) {
    const id = named.has(key) || hasId ? '' : ` id="${escapeAttribute(key)}"`
    named.add(key)
    text += `${html.slice(at, attributesAt)}${id} data-pointer="${escapeAttribute(pointer)}"`
    at = attributesAt
  }
  return text + html.slice(at)
}
