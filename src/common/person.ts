import { z } from 'zod'

/**
 * By what somebody did something, where it was no window of theirs: the id of a token that Galley made, and
 * the program that gave its name.
 */
export const via = z.object({ token: z.string().exactOptional(), program: z.string().exactOptional() })

export type Via = Readonly<z.infer<typeof via>>

/** Somebody, as the service tells of them: who wrote something, who owns the workspace. */
export const person = z.object({
  email: z.string(),
  name: z.string().exactOptional(),
  via: via.exactOptional()
})

export type Person = Readonly<z.infer<typeof person>>

/** Somebody whose name is known, such as the owner. */
export type NamedPerson = Required<Pick<Person, 'email' | 'name'>>

/** Somebody without by what they did something. */
export const namedOnly = ({ email, name }: Person): Person =>
  name === undefined ? { email } : { email, name }

/** People are told apart by their e-mails alone. */
export const isSamePerson = (one: Pick<Person, 'email'>, other: Pick<Person, 'email'>): boolean =>
  one.email.toLowerCase() === other.email.toLowerCase()

/** Whether this can be shown as somebody's name: short, and without signs that do something else than stand there. */
export const isShowableName = (text: string): boolean =>
  text.length <= 200 && !/[\p{Cc}\p{Bidi_Control}]/u.test(text)

/** A program's own name, as it may stand in a record: one line, visible, not endless; null for none. */
export function programNamed(text: string): string | null {
  const name = text
    .normalize('NFC')
    .replace(/[\p{C}\p{Z}\u2028\u2029\u115f\u1160\u3164\uffa0]+/gu, ' ')
    .trim()
  return name === '' ? null : [...name].slice(0, MOST_OF_A_NAME).join('').trim()
}

/** By what somebody did it, in a sentence: the program’s own name in quotes, else that it was a token. */
export const meansOf = ({ program }: Via): string => (program === undefined ? 'a token' : `“${program}”`)

/** The other way round: what is in quotes is a program, all else a token whose id is not told. */
export function meansNamed(words: string): Via {
  const program = /^“(.*)”$/su.exec(words)?.[1]
  return program === undefined ? {} : { program }
}

/** Written by hand for lists and logs of thousands. */
export const isVia = (value: unknown): value is Via =>
  typeof value === 'object' &&
  value !== null &&
  (!('token' in value) || value.token === undefined || typeof value.token === 'string') &&
  (!('program' in value) || value.program === undefined || typeof value.program === 'string')

const MOST_OF_A_NAME = 100
