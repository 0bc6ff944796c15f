import { createHash } from 'node:crypto'
import { GalleyError } from '../../common/errors'

/** What a request asks for, beside its place. */
export interface SearchRequest {
  readonly q: string
  readonly limit: number
  /** So many hits were told before. */
  readonly from: number
  readonly sort: 'best' | 'changed' | 'path'
  readonly saved: string | null
  readonly exact: { readonly case: boolean; readonly word: boolean }
}

const sorts = ['best', 'changed', 'path'] as const

/** @throws GalleyError bad-request naming what is not as it should be */
export function readRequest(url: URL): SearchRequest {
  const given = (name: string) => url.searchParams.get(name)
  const q = given('q')
  if (q === null) throw wrong('q', '“q” is missing: it says what is to be found.')
  const limit = given('limit') ?? '20'
  if (!/^[1-9]\d{0,2}$/.test(limit) || Number(limit) > 200)
    throw wrong('limit', '“limit” is a number from 1 to 200.')
  const sort = sorts.find((one) => one === (given('sort') ?? 'best'))
  if (!sort) throw wrong('sort', '“sort” is best, changed or path.')
  const match = (given('match') ?? '').split(',').filter((one) => one !== '')
  if (match.some((one) => one !== 'case' && one !== 'word'))
    throw wrong('match', '“match” is case, word, or both with a comma.')
  const after = given('after')
  return {
    q,
    limit: Number(limit),
    from: after === null ? 0 : readAfter(after, url),
    sort,
    saved: given('saved'),
    exact: { case: match.includes('case'), word: match.includes('word') }
  }
}

/** Where the next page of this very question begins. */
export const afterToken = (url: URL, from: number): string => `${from}-${questionMark(url)}`

function readAfter(token: string, url: URL): number {
  const [, from, mark] = /^(\d{1,7})-([0-9a-f]{12})$/.exec(token) ?? []
  if (from === undefined || mark !== questionMark(url))
    throw wrong('after', '“after” is not one that this question gave.')
  return Number(from)
}

function questionMark(url: URL): string {
  const asked = ['q', 'sort', 'match'].map((name) => url.searchParams.get(name) ?? '')
  return createHash('sha256')
    .update(JSON.stringify([url.pathname, ...asked]))
    .digest('hex')
    .slice(0, 12)
}

const wrong = (where: string, message: string) => new GalleyError('bad-request', message, { where })
