import { headers as names } from '../../common/api/routes'
import type { Person } from '../../common/api/types'
import { GalleyError } from '../../common/errors'
import type { Caller } from './types'

/** The editing session that an autosave names (V3), if any. @throws GalleyError bad-request */
export function sessionOf(headers: Headers): { session?: string } {
  const session = headers.get(names.session)
  if (session === null) return {}
  if (/^[\x21-\x7e]{1,100}$/.test(session)) return { session }
  throw new GalleyError('bad-request', `${names.session} holds 1 to 100 visible ASCII characters.`, {
    where: names.session
  })
}

/** The caller as authors are recorded. */
export function personOf({ email, name }: Caller): Person {
  return name === undefined ? { email } : { email, name }
}
