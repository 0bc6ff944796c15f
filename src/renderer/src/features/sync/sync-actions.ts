import type { SyncPair } from '../../../../common/sync'
import { sentenceOf } from '../../api'
import { notifyFailure } from '../../workbench/toast'
import { sync } from '../../api/sync'

/** What a person does with a pair; what fails is said. */

/**
 * @param request deletions that somebody has said yes or no to, or what alone is to be tried; default:
 * everything
 */
export const runNow = (pair: string, request: Parameters<typeof sync.run>[1] = {}): Promise<void> =>
  orNotify('The sync could not begin', () => sync.run(pair, request))

export const lookEvery = (pair: string, everyMinutes: number): Promise<void> =>
  orNotify('This could not be changed', () => sync.changePair(pair, { everyMinutes }))

export const stopRun = (pair: string): Promise<void> =>
  orNotify('The sync could not be stopped', () => sync.stop(pair))

export const pauseOrResume = ({ id, paused }: SyncPair): Promise<void> =>
  orNotify('This could not be changed', () => sync.changePair(id, { paused: !paused }))

async function orNotify(title: string, work: () => Promise<unknown>): Promise<void> {
  try {
    await work()
  } catch (error) {
    notifyFailure(title, sentenceOf(error))
  }
}
