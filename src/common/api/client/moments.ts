import type { ContentPath } from '../../content/paths'
import {
  momentChanges,
  momentRun,
  type MomentChanges,
  type MomentRequest,
  type MomentRun
} from '../../moment/answers'
import type { CallOptions, Calls } from './calls'
import { headersOf, type OperationOptions } from './conditions'

/** Points in time (M1 to M3). */
export const momentCalls = ({ read }: Calls) => ({
  /**
   * What changed below a path between two moments, by whom (M1).
   * @param to absent: now
   * @param after `next` of the page before
   */
  momentChanges: (
    scope: ContentPath,
    { signal, ...asked }: CallOptions & { from: number; to?: number; after?: string; token?: string }
  ): Promise<MomentChanges> =>
    read(momentChanges, 'momentChanges', { at: scope, limit: MOMENT_PAGE, ...asked }, { signal }),
  /** Brings what is below a path back to how it was (M2); what could not be done is in the answer. */
  returnToMoment: (
    scope: ContentPath,
    request: MomentRequest,
    options: OperationOptions = {}
  ): Promise<MomentRun> =>
    read(momentRun, 'returnToMoment', { at: scope }, { headers: headersOf(options), json: request }),
  /** What was brought back below a path, newest first (M3). */
  momentRuns: (scope: ContentPath, options?: CallOptions): Promise<MomentRun[]> =>
    read(momentRun.array(), 'listMomentRuns', { path: scope }, options),
  /** Takes one back, or does what is left of one (M3). */
  momentRun: (id: string, what: 'undo' | 'resume', options: OperationOptions = {}): Promise<MomentRun> =>
    read(momentRun, 'changeMomentRun', { id, what }, { headers: headersOf(options) })
})

/** As many as one page may hold: each page looks at the whole folder. */
const MOMENT_PAGE = 10_000
