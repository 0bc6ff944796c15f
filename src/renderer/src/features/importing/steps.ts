import type { ImportShown } from '../../../../common/importing/shapes'

export const stepNames = ['Where from', 'What', 'Check', 'Run', 'Report'] as const

/** Which step an import is at. */
export function stepOf(job: ImportShown | null): number {
  switch (job?.state) {
    case undefined:
      return 0
    case 'listing':
    case 'listed':
      return 1
    case 'checking':
    case 'checked':
      return 2
    case 'running':
    case 'paused':
    case 'validating':
      return 3
    case 'done':
    case 'cancelled':
      return 4
    case 'failed':
      return job.items === 0 ? 1 : 2
  }
}
