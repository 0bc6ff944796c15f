import { parseJson } from '../json'
import { blank, endOfString, stringAt } from '../json/pieces'
import { isAddressText } from '../links/inside'
import { jsonSigns } from '../links/signs'
import { endsOf, type Piece } from './piece'

/**
 * Every text among the values of a JSON, in its order. Names of members are none, nor what says of the file
 * what it is (`:type`, `:names`, `$ref`). Null for what is no JSON.
 * @throws GalleyError too-large · too-complex
 */
export function jsonPieces(json: string): Piece[] | null {
  try {
    parseJson(json)
  } catch (error) {
    if (error instanceof SyntaxError) return null
    throw error
  }
  const pieces: Piece[] = []
  /** Of each list and object around, what its values are called. */
  const around: string[] = []
  let name = ''
  for (let at = blank(json, 0); at < json.length; at = blank(json, at)) {
    const sign = json.charAt(at)
    if (sign !== '"') {
      if (sign === '[' || sign === '{') around.push(sign === '[' ? name : '')
      if (sign === ']' || sign === '}') around.pop()
      if (sign !== ':') name = around.at(-1) ?? ''
      at += 1
      continue
    }
    const from = at
    at = endOfString(json, from)
    if (json.charAt(blank(json, at)) === ':') {
      name = stringAt(json, from, at)
      at = blank(json, at) + 1
      continue
    }
    if (/^[:$]/.test(name)) continue
    const signs = jsonSigns(json, { from, to: at })
    if (signs.value === '') continue
    pieces.push({
      value: signs.value,
      from: signs.at.slice(0, -1),
      to: endsOf(signs.at),
      seams: none,
      container: 'json',
      isAddress: isAddressText(signs.value)
    })
  }
  return pieces
}

const none: ReadonlySet<number> = new Set()
