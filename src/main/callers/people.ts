import { namedOnly, type Person } from '../../common/person'
import type { Caller } from './types'

/**
 * The caller as the author of what is written is recorded, with the token and the program that they came by
 * (MC6); of several people the first.
 */
export function personOf({ people: [first], via }: Caller): Person {
  return via ? { ...namedOnly(first), via } : namedOnly(first)
}

/** Everyone who calls, as a version names them (V4). */
export function peopleOf({ people }: Caller): Person[] {
  return people.map(namedOnly)
}
