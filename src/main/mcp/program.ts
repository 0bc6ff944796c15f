import { programNamed } from '../../common/person'

/**
 * The name of the program, as the id of a session that needs no memory: the client sends back what
 * `initialize` gave it. It is told with what the program changes, and allows nothing (MC6).
 */
export function sessionIdFor(program: string): string {
  return PREFIX + Buffer.from(program).toString('base64url')
}

/** Null for an id that is none of ours. */
export function programIn(sessionId: string): string | null {
  if (!sessionId.startsWith(PREFIX) || sessionId.length > MOST) return null
  return programNamed(Buffer.from(sessionId.slice(PREFIX.length), 'base64url').toString())
}

const PREFIX = 'galley-'
/** Of a name with 100 letters of four bytes. */
const MOST = 600
