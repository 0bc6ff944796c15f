import type { NamedPerson } from '../../../../common/person'

export interface IdentityProblems {
  readonly name: string | null
  readonly email: string | null
}

/** What is wrong with the name or e-mail that was typed, in words. */
export function identityProblems(name: string, email: string): IdentityProblems {
  return { name: nameProblem(name.trim()), email: emailProblem(email.trim()) }
}

/** The person as the service wants it. */
export function personFrom(name: string, email: string): NamedPerson {
  return { name: name.trim(), email: email.trim() }
}

function nameProblem(name: string): string | null {
  if (name === '') return 'Type your name. It is shown beside the versions you make.'
  return name.length > 200 ? 'Use at most 200 characters.' : null
}

function emailProblem(email: string): string | null {
  if (email === '') return 'Type your e-mail address. Versions are signed with it.'
  if (!email.includes('@')) return 'An e-mail address has an @, for example mara@example.org.'
  if (!/^[^\s@<>"']+@[^\s@<>"']+$/.test(email))
    return 'This does not look like an e-mail address. Check it for spaces and a second @.'
  return email.length > 254 ? 'Use at most 254 characters.' : null
}
