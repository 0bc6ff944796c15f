import { toHeaderText } from '../../common/api/header-text'
import { fieldHeaders } from '../../common/api/headers'
import { statusOfReason } from '../../common/api/statuses'
import type { ErrorBody } from '../../common/api/types'
import { GalleyError, type Reason } from '../../common/errors'

/**
 * The answer to a failed request. What is no GalleyError is told as `internal`, without details.
 * @param status in place of the reason's own
 */
export function errorAnswer(error: unknown, headers: Record<string, string> = {}, status?: number): Response {
  const known = error instanceof GalleyError ? error : unexpected
  if (known.reason === 'unauthenticated') return unauthenticated()
  return Response.json(errorBody(known), {
    status: status ?? statusOfReason[known.reason],
    headers: {
      'Cache-Control': 'no-store',
      'X-Content-Type-Options': 'nosniff',
      [fieldHeaders.error]: toHeaderText(known.message.slice(0, MOST_CHARACTERS)),
      ...again[known.reason],
      ...headers
    }
  })
}

/** What passes by itself: when it is worth another try. */
const again: Partial<Record<Reason, Record<string, string>>> = {
  busy: { 'Retry-After': '2' },
  'too-many': { 'Retry-After': '10' }
}

/** What a program reads of an error (X1). */
export const errorBody = ({ message, reason, said, where, rule }: GalleyError): ErrorBody => ({
  error: message,
  reason,
  ...(where === undefined ? {} : { where }),
  ...(rule === undefined ? {} : { rule }),
  ...(said.pattern === message ? {} : { pattern: said.pattern, params: said.params })
})

/** Of a sentence in a header. */
const MOST_CHARACTERS = 500

/** A failure that nobody foresaw: worth telling whoever looks after Galley. */
export function isOurFault(error: unknown): boolean {
  return !(error instanceof GalleyError) || error.reason === 'internal'
}

/** 401 with an empty body (A2). */
export function unauthenticated(): Response {
  return new Response(null, {
    status: 401,
    headers: {
      'WWW-Authenticate': 'Bearer',
      'Cache-Control': 'no-store',
      [fieldHeaders.error]: 'Not authenticated.'
    }
  })
}

const unexpected = new GalleyError(
  'internal',
  'Something went wrong in Galley itself. Nothing was changed; try again.'
)
