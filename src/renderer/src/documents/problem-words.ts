import { GalleyError } from '../../../common/errors'
import type { Phase } from './snapshot'
import type { SaveStatus } from './status'

/** The service has said that it did not take it. */
export const isRefusal = (problem: unknown) =>
  problem instanceof GalleyError && problem.reason === 'precondition-failed'

/** Why a save did not work, and what happens next. */
export function problemWords(problem: unknown): { reason: string; message: string } {
  if (problem instanceof GalleyError) return { reason: problem.reason, message: problem.message }
  return {
    reason: 'io-failed',
    message: 'Galley’s service does not answer. What you typed is kept here; trying again.'
  }
}

export function failedPhase(problem: unknown): Phase {
  return { kind: 'failed', ...problemWords(problem) }
}

export const notText: SaveStatus = {
  kind: 'read-only',
  message: 'This file is not UTF-8 text. It is shown as well as can be, and nothing is changed in it.'
}

/**
 * Of a document whose file was deleted.
 * @param dirty words in it are stored nowhere, not even in the trash
 */
export function deletedStatus(dirty: boolean, saveAgain: () => void): SaveStatus {
  if (!dirty) return { kind: 'deleted' }
  return {
    kind: 'failed',
    reason: 'not-found',
    message: 'The file was deleted. The text is still here: restore the file, save it again, or close it.',
    retry: saveAgain
  }
}
