import type { Person } from '../../../../common/person'
import { nameTo, SOMEONE } from '..'

/** E-mails of people: the same for what the same people wrote. */
export function emailsOf(people: readonly Person[]): string {
  return people.map(({ email }) => email).join(', ')
}

/** Who wrote something, in a few letters: `you`, names, or what stands before the @. */
export function makerNames(users: readonly Person[], me: string | undefined): string {
  return users.map((user) => nameTo(me, user)).join(', ') || SOMEONE
}
