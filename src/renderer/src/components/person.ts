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
