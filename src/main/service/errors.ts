import type { ErrorBody } from '../../common/api/types'
import type { Reason } from '../../common/errors'
import { GalleyError } from '../../common/errors'

/** The HTTP status of each reason. 401 is not here: it has an empty body and one home, `unauthenticated()`. */
const statusOf: Readonly<Record<Reason, number>> = {
  'bad-path': 400,
  'bad-request': 400,
  'bad-label': 400,
  'bad-config': 400,
  'into-itself': 400,
  'across-orgs': 400,
  unauthenticated: 401,
  forbidden: 403,
  'not-found': 404,
  'not-allowed': 405,
  'name-clash': 409,
  exists: 409,
  'is-folder': 409,
  'is-file': 409,
  'precondition-failed': 412,
  'too-large': 413,
  'not-versioned': 422,
  cancelled: 500,
  unreachable: 500,
  'read-only': 500,
  'no-access': 500,
  'io-failed': 500,
  damaged: 500,
  'not-a-workspace': 500,
  internal: 500,
  'in-use': 503,
  'no-workspace': 503,
  closed: 503,
  'disk-full': 507
}

/**
 * The answer to a failed request: `{error, reason, where?}`. What is no GalleyError is told as `internal`, without details.
 * @param status in place of the reason's own
 */
export function errorAnswer(error: unknown, headers: Record<string, string> = {}, status?: number): Response {
  const known = error instanceof GalleyError ? error : unexpected
  if (known.reason === 'unauthenticated') return unauthenticated()
  const body: ErrorBody = {
    error: known.message,
    reason: known.reason,
    ...(known.where === undefined ? {} : { where: known.where })
  }
  return Response.json(body, {
    status: status ?? statusOf[known.reason],
    headers: { 'Cache-Control': 'no-store', 'X-Content-Type-Options': 'nosniff', ...headers }
  })
}

/** A failure that nobody foresaw: worth telling whoever looks after Galley. */
export function isOurFault(error: unknown): boolean {
  return !(error instanceof GalleyError) || error.reason === 'internal'
}

/** 401 with an empty body (A2). */
export function unauthenticated(): Response {
  return new Response(null, {
    status: 401,
    headers: { 'WWW-Authenticate': 'Bearer', 'Cache-Control': 'no-store' }
  })
}

const unexpected = new GalleyError(
  'internal',
  'Something went wrong in Galley itself. Nothing was changed; try again.'
)
