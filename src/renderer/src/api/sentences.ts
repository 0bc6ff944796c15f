import { GalleyError, type Reason } from '../../../common/errors'

/** What went wrong, in a sentence for people. */
export function sentenceOf(error: unknown): string {
  if (error instanceof GalleyError && error.reason === 'unauthenticated') return signedOut
  if (error instanceof GalleyError) return error.message
  return error instanceof Error && error.message
    ? error.message
    : 'Something unexpected went wrong. Try again.'
}

const signedOut =
  'This browser is not signed in any more. Open a new link here; what you typed is kept on this computer.'

export function reasonOf(error: unknown): Reason {
  return error instanceof GalleyError ? error.reason : 'internal'
}
