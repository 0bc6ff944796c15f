import { parseJson } from '../json'
import { isBeyondBounds } from '../bounds'
import { jsonTexts } from '../json/texts'
import { isAddressText } from './inside'
import type { LinkPlace } from './place'
import { jsonSigns, partOf } from './signs'

/**
 * The addresses of a JSON text in their order: every value that is nothing but one. Names of members are
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
    const start = signs.value.length - signs.value.trimStart().length
    const inner = partOf(signs, start, Math.max(start, signs.value.trimEnd().length))
    const isAddress =
      inner.value === '/' || isAddressText(inner.value) || (isDestination && inner.value !== '')
    if (isAddress)
      found.push({ kind: isDestination ? 'redirect' : 'text', ...inner, container: 'json', relative: false })
  }
  return found
}
