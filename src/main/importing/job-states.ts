import { GalleyError, sentence } from '../../common/errors'
import type { ImportAction } from '../../common/importing/shapes'
import type { ImportJob } from './job'

/** What a process does for an import; every other state waits for a person, or is an end. */
export type StepState = 'listing' | 'checking' | 'running' | 'validating'

/** What comes after a step that went well. */
export const following = {
  listing: 'listed',
  checking: 'checked',
  running: 'validating',
  validating: 'done'
} as const

export const isStep = (state: ImportJob['state']): state is StepState => state in following

export const isUnfinished = (state: ImportJob['state']): boolean => isStep(state) || state === 'paused'

/** In which states a person may ask for it. */
const fits: Readonly<Record<ImportAction, ReadonlySet<string>>> = {
  check: new Set(['listed', 'checked', 'done', 'cancelled']),
  run: new Set(['checked']),
  resume: new Set(['paused', 'failed']),
  pause: new Set(['running', 'validating']),
  cancel: new Set(['listing', 'listed', 'checking', 'checked', 'running', 'validating', 'paused', 'failed'])
}

export const ended: ReadonlySet<string> = new Set(['done', 'cancelled', 'failed'])

/** @throws GalleyError exists, when an action does not fit the state of an import */
export function requireFit({ state }: ImportJob, action: ImportAction): void {
  if (!fits[action].has(state))
    throw new GalleyError('exists', sentence`“${{ action }}” does not fit an import that is ${{ state }}.`, {
      where: state
    })
}

/** A step that nobody works on was cut off, and its end could not be written down. */
export function asSeen(job: ImportJob): ImportJob {
  if (!isStep(job.state)) return job
  const waits = job.state === 'running' || job.state === 'validating'
  return { ...job, state: waits ? 'paused' : 'failed', error: job.error ?? 'It was cut off. Go on with it.' }
}
