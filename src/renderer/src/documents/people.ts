import type { FileEvent } from '../../../common/api/events'
import { meansOf, type Person } from '../../../common/person'
import { personName } from '../components/person'

/** Stands for whoever it was, when nothing says who. */
export const SOMEONE = 'someone'

/** Whoever works in the window. */
export const YOU = 'you'

/**
 * Who changed a file, in a few letters: `another program` for changes made on the disk.
 * @param me e-mail of who reads it
 */
export function changerName(event: Pick<FileEvent, 'by' | 'origin'>, me: string | undefined): string {
  return event.origin === 'outside' ? 'another program' : nameTo(me, event.by)
}

/**
 * What a person is called to who works in the window: `you`, or as `shortName`; and by which program they did
 * it, where it was no window.
 * @param me e-mail of who reads it
 */
export function nameTo(me: string | undefined, person: Person): string {
  const isMe = me !== undefined && person.email.toLowerCase() === me.toLowerCase()
  const name = isMe ? YOU : shortName(person)
  return person.via === undefined ? name : `${name} with ${meansOf(person.via)}`
}

/**
 * What a person is called where there is little room: the name, else what stands before the @ of the e-mail.
 */
function shortName(person: Person): string {
  const name = personName(person)
  if (name !== person.email) return name
  return name.slice(0, Math.max(0, name.indexOf('@'))) || name
}

/** The same at the beginning of a sentence: names stay as they are written. */
export function atStart(name: string): string {
  const isName = ![SOMEONE, YOU, 'another'].some((word) => name === word || name.startsWith(`${word} `))
  return isName ? name : name.charAt(0).toUpperCase() + name.slice(1)
}
