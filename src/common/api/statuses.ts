import type { Reason } from '../errors'

/** The HTTP status of each reason. A 401 has an empty body; every other refusal says its reason. */
export const statusOfReason: Readonly<Record<Reason, number>> = {
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
