import { fieldHeaders, headers as names } from '../../common/api/routes'
import { GalleyError } from '../../common/errors'

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
