import { GalleyError, type Reason } from '../../../common/errors'

/** What went wrong, in a sentence for people. */
export function sentenceOf(error: unknown): string {
  if (error instanceof GalleyError) return error.message
  return error instanceof Error && error.message
    ? error.message
    : 'Something unexpected went wrong. Try again.'
}

export function reasonOf(error: unknown): Reason {
  return error instanceof GalleyError ? error.reason : 'internal'
}
