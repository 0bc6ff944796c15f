import type { Reason } from '../../errors'
import { GalleyError, reasons } from '../../errors'

/** The error that an answer outside 2xx stands for: its body's reason and sentence, else what its status says. */
export async function failureOf(answer: Response): Promise<GalleyError> {
  const body = await answer.json().catch(() => null)
  const said = typeof body === 'object' && body !== null ? body : {}
  const reason = reasonOf('reason' in said ? said.reason : undefined) ?? reasonOfStatus(answer.status)
  const message = 'error' in said && typeof said.error === 'string' ? said.error : sentenceFor(answer.status)
  return new GalleyError(
    reason,
    message,
    'where' in said && typeof said.where === 'string' ? { where: said.where } : {}
  )
}

/** No answer came: the caller took the question back, or the service cannot be reached. What else ends a request was nobody's wish. */
export function unreachable(cause: unknown, signal?: AbortSignal | null): GalleyError {
  if (signal?.aborted) return cancelled(cause)
  return new GalleyError(
    'unreachable',
    'Galley’s service does not answer. Check that it is running, then try again.',
    { cause }
  )
}

/** The answer broke off: its caller, who alone can end it, or the service is gone. */
export function brokenOff(cause: unknown): GalleyError {
  return cause instanceof Error && cause.name === 'AbortError' ? cancelled(cause) : unreachable(cause)
}

const cancelled = (cause: unknown) => new GalleyError('cancelled', 'Cancelled.', { cause })

function reasonOf(value: unknown): Reason | undefined {
  return reasons.find((reason) => reason === value)
}

function reasonOfStatus(status: number): Reason {
  if (status === 401) return 'unauthenticated'
  if (status === 403) return 'forbidden'
  if (status === 404) return 'not-found'
  if (status === 405) return 'not-allowed'
  if (status === 409) return 'exists'
  if (status === 412) return 'precondition-failed'
  if (status === 413) return 'too-large'
  if (status >= 400 && status < 500) return 'bad-request'
  return 'internal'
}

function sentenceFor(status: number): string {
  if (status === 401) return 'You are not signed in here. Open Galley again, or use a valid token.'
  if (status === 403) return 'You may not do this here.'
  if (status === 404) return 'There is nothing at this address.'
  if (status === 412) return 'The file changed meanwhile.'
  return `The service answered ${status}. Try again.`
}
