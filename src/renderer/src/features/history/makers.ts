import type { Person, VersionRecord } from '../../../../common/api/types'
import { nameTo, SOMEONE } from '../documents'

/** E-mails of who made a version: the same for versions of the same people. */
export function makersOf(version: Pick<VersionRecord, 'users'>): string {
  return version.users.map((user) => user.email).join(', ')
}

/** Who made a version, in a few letters: `you`, names, or what stands before the @. */
export function makerNames(users: readonly Person[], me: string | undefined): string {
  return users.map((user) => nameTo(me, user)).join(', ') || SOMEONE
}
