import { GalleyError, sentence } from '../../common/errors'

/** Bytes of what follows the question mark, and how many parameters that may be. */
export const queryBounds = { characters: 16 * 1024, parameters: 200 } as const

/** Parameters that may be there several times, each time with another value. */
const several: ReadonlySet<string> = new Set(['sheet'])

/**
 * What the query of every address keeps: it is short, and each parameter is there once. Which of two values
 * is meant, nobody can tell.
 * @throws GalleyError bad-request naming the parameter, too-large
 */
export function requireQuery({ search, searchParams }: URL): void {
  if (search === '') return
  if (search.length > queryBounds.characters)
    throw new GalleyError(
      'too-large',
      sentence`The address has a query of ${{ characters: search.length }} characters; at most ${{ most: queryBounds.characters }} are read.`,
      { where: 'query' }
    )
  const seen = new Map<string, Set<string>>()
  let count = 0
  for (const [name, value] of searchParams) {
    count += 1
    if (count > queryBounds.parameters)
      throw new GalleyError(
        'bad-request',
        sentence`The address has more than ${{ most: queryBounds.parameters }} parameters.`,
        { where: 'query' }
      )
    const values = seen.get(name)
    if (values && (!several.has(name) || values.has(value)))
      throw new GalleyError(
        'bad-request',
        sentence`“${{ name: name.slice(0, 100) }}” is there twice. Send it once.`,
        { where: name.slice(0, 100) }
      )
    seen.set(name, (values ?? new Set()).add(value))
  }
}
