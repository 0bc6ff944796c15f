import { parseJson } from '../json'
import { jsonTexts } from '../json/texts'
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
  for (const { from, to, name } of jsonTexts(json)) {
    if (/^[:$]/.test(name)) continue
    const signs = jsonSigns(json, { from, to })
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
