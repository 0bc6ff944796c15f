import type { DiffAnswers, DiffJob } from '../../../../../common/diff'
import type { Reason } from '../../../../../common/errors'

export interface WorkerAsk {
  readonly id: number
  readonly job: DiffJob
  /** A moment as `Date.now()` counts. */
  readonly deadline: number
}

export type WorkerAnswer =
  | { readonly id: number; readonly kind: 'done'; readonly result: DiffAnswers[DiffJob['kind']] }
  | { readonly id: number; readonly kind: 'failed'; readonly reason: Reason; readonly message: string }
