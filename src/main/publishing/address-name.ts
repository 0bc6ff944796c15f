import { GalleyError } from '../../common/errors'

/**
 * Name of an organization, a site or a ref, from a segment of an address. Whose token opens a site is judged
 * by these names, so each is the name of one thing.
 * @throws GalleyError bad-path
 */
export function nameIn(segment: string): string {
  let name: string
  try {
    name = decodeURIComponent(segment).normalize('NFC')
  } catch {
    throw new GalleyError('bad-path', 'The address holds a broken percent escape.')
  }
  if (name.includes('/')) throw new GalleyError('bad-path', 'A name cannot contain a slash.')
  return name
}
