import { headers as names } from '../../common/api/routes'
import type { Person } from '../../common/api/types'
import { GalleyError } from '../../common/errors'
import type { Caller, CallerPerson } from './types'

/** The editing session that an autosave names (V3), if any. @throws GalleyError bad-request */
export function sessionOf(headers: Headers): { session?: string } {
  const session = headers.get(names.session)
  if (session === null) return {}
  if (/^[\x21-\x7e]{1,100}$/.test(session)) return { session }
  throw new GalleyError('bad-request', `${names.session} holds 1 to 100 visible ASCII characters.`, {
    where: names.session
  })
}

/** The caller as the author of what is written is recorded; of several people the first. */
export function personOf({ people: [first] }: Caller): Person {
  return asPerson(first)
}

/** Everyone who calls, as a version names them (V4). */
export function peopleOf({ people }: Caller): Person[] {
  return people.map(asPerson)
}

const asPerson = ({ email, name }: CallerPerson): Person => (name === undefined ? { email } : { email, name })
