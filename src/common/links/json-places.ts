import { parseJson } from '../json'
import { isBeyondBounds } from '../bounds'
import { jsonTexts } from '../json/texts'
import { inText, type Stretch } from './inside'
import type { LinkPlace } from './place'
import { jsonSigns, partOf } from './signs'

/**
 * The addresses of a JSON text in their order: every value that is nothing but one, and those in the
 * lines and Markdown links of longer ones. Names of members are
 * none, nor is what `$ref` says; of the rows of redirects it is the destination alone.
 * @throws GalleyError too-large · too-complex
 */
export function jsonPlaces(json: string, of: 'data' | 'redirects' = 'data'): LinkPlace[] {
  try {
    parseJson(json)
  } catch (error) {
    if (isBeyondBounds(error)) throw error
    return []
  }
  const found: LinkPlace[] = []
  for (const { from, to, name, isItem } of jsonTexts(json)) {
    // what is in a list has no name
    const own = isItem ? '' : name
    if (own === '$ref') continue
    const column = own.trim().toLowerCase()
    const isDestination = of === 'redirects' && column === 'destination'
    if (of === 'redirects' && !isDestination) continue
    const signs = jsonSigns(json, { from, to })
    for (const { from: start, to: end } of isDestination ? whole(signs.value) : inText(signs.value))
      found.push({
        kind: isDestination ? 'redirect' : 'text',
        ...partOf(signs, start, end),
        container: 'json',
        relative: false
      })
  }
  return found
}

/** All that a text says; nothing of blanks. */
function whole(text: string): Stretch[] {
  const from = text.length - text.trimStart().length
  const to = text.trimEnd().length
  return from < to ? [{ from, to }] : []
}
