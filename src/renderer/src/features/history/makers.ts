import type { Person, VersionRecord } from '../../../../common/api/types'
import { shortName, SOMEONE } from '../documents'

/** E-mails of who made a version: the same for versions of the same people. */
export function makersOf(version: Pick<VersionRecord, 'users'>): string {
  return version.users.map((user) => user.email).join(', ')
}

/** Who made a version, in a few letters: `you`, names, or what stands before the @. */
export function makerNames(users: readonly Person[], me: string | undefined): string {
  const isMe = (email: string) => me !== undefined && email.toLowerCase() === me.toLowerCase()
  return users.map((user) => (isMe(user.email) ? 'you' : shortName(user))).join(', ') || SOMEONE
}
