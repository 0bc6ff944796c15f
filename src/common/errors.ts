import { numberText } from './number-text'

/**
 * Every way in which Galley says no. The reason travels in error bodies as `reason`; the message is a
 * sentence for people.
 */
export const reasons = [
  'bad-path', // the path itself is not allowed (N5)
  'bad-request', // a body, field or header that cannot be used; the message says which and where
  'bad-label', // a version label outside V2
  'bad-config', // a config that breaks a rule of C1, P5 or of its entries; `where` is a JSON Pointer
  'name-clash', // differs from an existing name only by case or normal form (N5)
  'exists', // something is already there
  'not-found', // no file or folder there
  'is-folder', // a file was expected
  'is-file', // a folder was expected
  'into-itself', // a folder moved or copied into itself (S4)
  'across-orgs', // moves and copies stay in one organization
  'not-versioned', // a type without versions (V2)
  'precondition-failed', // If-Match and friends (S3)
  'too-large',
  'too-complex', // content built so that reading it would take too long; the message says which bound
  'too-many', // of one caller at once: streams, jobs, work that waits
  'not-agreed', // something is done only after the person has seen what, and said yes
  'own-network', // an address in this machine or its network: asked only when the owner says so
  'unauthenticated',
  'forbidden',
  'untrusted', // the workspace was made elsewhere, and its person has not said yes (T1)
  'not-allowed', // method not allowed here
  'disk-full', // ENOSPC, EDQUOT
  'read-only', // EROFS, or a workspace that may not be written
  'no-access', // EACCES, EPERM on the workspace's own files
  'io-failed', // EIO and every other failure of the disk
  'damaged', // bytes that do not match their hash (W8)
  'in-use', // another process holds the workspace (W7)
  'not-a-workspace',
  'no-workspace', // the app has none open yet
  'busy', // what the service needs does not answer just now; worth another try
  'unreachable', // no answer came from the service (said by the client)
  'cancelled',
  'closed', // the store or service was closed
  'internal'
] as const

export type Reason = (typeof reasons)[number]

/** What a sentence says in its named places: texts and numbers as they are, in no language. */
type Params = Readonly<Record<string, string | number>>

/** A sentence, by what stays the same of it whenever it is said, and what differs. */
export interface Sentence {
  /** `There is no folder {folder}.`: what another language has a sentence of its own for. */
  readonly pattern: string
  readonly params: Params
  /** In English. */
  readonly text: string
}

/**
 * A sentence with its places named: `sentence\`There is no folder ${{ folder }}.\``. The place
 * `${{ 'most, number': most }}` is a number that is written as people count.
 */
export function sentence(parts: TemplateStringsArray, ...places: readonly Params[]): Sentence {
  const named = places.flatMap((place) => Object.entries(place))
  const joined = (each: readonly string[]) => parts.map((part, at) => part + (each[at] ?? '')).join('')
  return {
    pattern: joined(named.map(([name]) => `{${name}}`)),
    params: Object.fromEntries(named.map(([name, value]) => [name.replace(/, number$/, ''), value])),
    text: joined(
      named.map(([name, value]) =>
        name.endsWith(', number') && typeof value === 'number' ? numberText(value) : String(value)
      )
    )
  }
}

/** The one error class: a reason for programs, a sentence for people that says what to do next. */
export class GalleyError extends Error {
  readonly reason: Reason
  readonly said: Sentence
  /** Where in the input or the workspace: a content path, a header, a JSON pointer. */
  readonly where: string | undefined
  /** Of SPEC.md, for programs: sentences for people do not name it. */
  readonly rule: string | undefined

  constructor(
    reason: Reason,
    message: string | Sentence,
    options: { where?: string; rule?: string; cause?: unknown } = {}
  ) {
    const said = typeof message === 'string' ? { pattern: message, params: {}, text: message } : message
    super(said.text, options.cause === undefined ? undefined : { cause: options.cause })
    this.name = 'GalleyError'
    this.reason = reason
    this.said = said
    this.where = options.where
    this.rule = options.rule
  }
}

/** For the last branch of a union: the compiler proves that it is never reached. */
export function assertNever(value: never): never {
  throw new GalleyError('internal', sentence`Unexpected value: ${{ value: JSON.stringify(value) }}`)
}
