import { GalleyError, type Reason } from '../../../common/errors'

/** What went wrong, in a sentence for people. */
export function sentenceOf(error: unknown): string {
  if (error instanceof GalleyError && error.reason === 'unauthenticated') return signedOut
  if (error instanceof GalleyError) return error.message
  return error instanceof Error && error.message
    ? error.message
    : 'Something unexpected went wrong. Try again.'
}

/** The sessions of browsers end with the process that served them (A5). */
const signedOut =
  'The service does not know this browser any more, perhaps because it was started again. Open the new link that it printed; what you typed is kept.'

export function reasonOf(error: unknown): Reason {
  return error instanceof GalleyError ? error.reason : 'internal'
}
