import { fieldHeaders, headers as names } from '../../common/api/routes'
import type { Person } from '../../common/api/types'
import { GalleyError } from '../../common/errors'
import type { Caller, CallerPerson } from '../callers/types'

/**
 * The editing session that an autosave names (V3), if any. What a program writes in which several people edit is one of theirs (VR5).
 * @throws GalleyError bad-request
 */
export function sessionOf(headers: Headers): { session?: string; collaborative?: boolean } {
  const isCollab = headers.get(fieldHeaders.initiator)?.trim().toLowerCase() === COLLAB
  const session = headers.get(names.session) ?? (isCollab ? COLLAB : null)
  if (session === null) return {}
  if (/^[\x21-\x7e]{1,100}$/.test(session)) return { session, ...(isCollab && { collaborative: true }) }
  throw new GalleyError('bad-request', `${names.session} holds 1 to 100 visible ASCII characters.`, {
    where: names.session
  })
}

const COLLAB = 'collab'

/** The caller as the author of what is written is recorded; of several people the first. */
export function personOf({ people: [first] }: Caller): Person {
  return asPerson(first)
}

/** Everyone who calls, as a version names them (V4). */
export function peopleOf({ people }: Caller): Person[] {
  return people.map(asPerson)
}

const asPerson = ({ email, name }: CallerPerson): Person => (name === undefined ? { email } : { email, name })
