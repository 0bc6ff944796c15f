import { GalleyError, sentence } from '../../common/errors'
import type { SheetQuery } from '../../common/publishing/sheets'

/**
 * `?sheet` (several, if you like, each once), `?limit` and `?offset` of a reader's address.
 * @throws GalleyError bad-request
 */
export function sheetQueryOf(params: URLSearchParams): SheetQuery {
  const number = (name: string): number | null => {
    const text = params.get(name)
    if (text === null) return null
    if (/^\d{1,9}$/.test(text)) return Number(text)
    throw new GalleyError('bad-request', sentence`“${{ name }}” is a whole number, 0 or more.`, {
      where: name
    })
  }
  return { names: params.getAll('sheet'), offset: number('offset') ?? 0, limit: number('limit') }
}
