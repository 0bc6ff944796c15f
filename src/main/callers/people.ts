import type { Person } from '../../common/person'
import type { Caller, CallerPerson } from './types'

/** The caller as the author of what is written is recorded; of several people the first. */
export function personOf({ people: [first] }: Caller): Person {
  return asPerson(first)
}

/** Everyone who calls, as a version names them (V4). */
export function peopleOf({ people }: Caller): Person[] {
  return people.map(asPerson)
}

const asPerson = ({ email, name }: CallerPerson): Person => (name === undefined ? { email } : { email, name })
