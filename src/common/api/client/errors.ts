import { z } from 'zod'
import type { Reason } from '../../errors'
import { GalleyError, reasons } from '../../errors'

/**
 * The error that an answer outside 2xx stands for: its body's reason and sentence, else what its status says.
 */
export async function failureOf(answer: Response): Promise<GalleyError> {
  const { status } = answer
  const { reason, error, where, pattern, params } = refusal.parse(await answer.json().catch(() => null))
  const [atStatus, sentence = `The service answered ${status}. Try again.`] = byStatus[status] ?? [
    status >= 400 && status < 500 ? 'bad-request' : 'internal'
  ]
  const text = error ?? sentence
  const said = pattern === undefined || params === undefined ? text : { pattern, params, text }
  return new GalleyError(reason ?? atStatus, said, where === undefined ? {} : { where })
}

/**
 * No answer came: the caller took the question back, or the service cannot be reached. What else ends a
 * request was nobody's doing.
 */
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

/** As much of a refusal as can be read: another program may answer, or an older service. */
const text = z.string().optional().catch(undefined)
const refusal = z
  .object({
    reason: z.enum(reasons).optional().catch(undefined),
    error: text,
    where: text,
    pattern: text,
    params: z
      .record(z.string(), z.union([z.string(), z.number()]))
      .optional()
      .catch(undefined)
  })
  .catch({})

const byStatus: Readonly<Record<number, readonly [reason: Reason, sentence?: string]>> = {
  401: ['unauthenticated', 'You are not signed in here. Open Galley again, or use a valid token.'],
  403: ['forbidden', 'You may not do this here.'],
  404: ['not-found', 'There is nothing at this address.'],
  405: ['not-allowed'],
  409: ['exists'],
  412: ['precondition-failed', 'The file changed meanwhile.'],
  413: ['too-large']
}
