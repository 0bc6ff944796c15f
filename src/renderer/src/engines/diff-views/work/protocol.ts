import type { Reason } from '../../../../../common/errors'
import type { WorkAnswers, WorkJob } from './jobs'

export interface WorkerAsk {
  readonly id: number
  readonly job: WorkJob
  /** A moment as `Date.now()` counts. */
  readonly deadline: number
}

export type WorkerAnswer =
  | { readonly id: number; readonly kind: 'done'; readonly result: WorkAnswers[WorkJob['kind']] }
  | { readonly id: number; readonly kind: 'failed'; readonly reason: Reason; readonly message: string }
