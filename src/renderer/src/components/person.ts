import type { Person } from '../../../common/person'

/** Who the store names for changes that it finds on the disk, made by no caller. */
const OUTSIDE = 'outside@localhost'

/**
 * What a person is called in a sentence: the name, else the e-mail; `another program` for changes made on the
 * disk.
 */
export function personName({ name, email }: Person): string {
  if (email === OUTSIDE) return 'another program'
  return name !== undefined && name !== '' ? name : email
}

/** Two letters for a person: of the first and the last of their names. */
export function initials({ name, email }: Pick<Person, 'name' | 'email'>): string {
  const words = (name ?? email).split(/[\s@.]+/).filter(Boolean)
  return (words[0]?.charAt(0) ?? '?')
    .concat(name && words.length > 1 ? (words.at(-1)?.charAt(0) ?? '') : '')
    .toUpperCase()
}
