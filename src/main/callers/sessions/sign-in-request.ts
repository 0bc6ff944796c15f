import { GalleyError } from '../../../common/errors'
import { isShowableName } from '../../../common/person'
import { emailOf, groupsOf } from '../tokens/new-token'
import type { SignedIn } from './session-record'

/** Somebody for whom a link is to be made. */
interface PersonRequest {
  readonly email: string
  readonly name?: string | undefined
  readonly groups: readonly string[]
}

/** @throws GalleyError bad-request; `where` is the member that is wrong */
export function signedInAs({ email, name, groups }: PersonRequest): SignedIn {
  const shown = name?.trim() ?? ''
  if (!isShowableName(shown))
    throw new GalleyError(
      'bad-request',
      'A name has up to 200 characters, and no control characters or signs that turn the direction of writing.',
      {
        where: 'name'
      }
    )
  return {
    owner: false,
    email: emailOf(email.trim()),
    ...(shown === '' ? {} : { name: shown }),
    groups: groupsOf(groups)
  }
}
