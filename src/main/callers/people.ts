import type { Person } from '../../common/person'
import type { Caller, CallerPerson } from './types'

/**
 * The caller as the author of what is written is recorded, with the token and the program that they came by
 * (MC6); of several people the first.
 */
export function personOf({ people: [first], via }: Caller): Person {
  return via ? { ...asPerson(first), via } : asPerson(first)
}

/** Everyone who calls, as a version names them (V4). */
export function peopleOf({ people }: Caller): Person[] {
  return people.map(asPerson)
}

const asPerson = ({ email, name }: CallerPerson): Person => (name === undefined ? { email } : { email, name })
