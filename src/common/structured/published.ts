import { parsePage, type Element } from '../html'
import { documentIn, type DocumentReading } from './read'
import { escapeAttribute } from './text'

/**
 * The page as it is published (F3), parsed: each row's heading carries `data-pointer`, the JSON Pointer of its value, and the first
 * heading of a key the key as its `id`, so that a query index can select `:has(#<key>)`. Other pages are unchanged, and parsed once.
 * @throws GalleyError too-large · too-complex
 */
export function publishedPage(source: string): { readonly html: string; readonly roots: readonly Element[] } {
  const roots = parsePage(source)
  const html = withPointers(source, documentIn(source, roots))
  return { html, roots: html === source ? roots : parsePage(html) }
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
