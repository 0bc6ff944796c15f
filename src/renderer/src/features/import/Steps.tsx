import type { ImportShown } from '../../../../common/importing/shapes'
import classes from './Steps.module.css'

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

/** The five steps, and which is shown. */
export function Steps({ current }: { readonly current: number }) {
  return (
    <ol className={classes.steps} aria-label="Steps">
      {stepNames.map((name, index) => (
        <li
          key={name}
          data-done={index < current || undefined}
          aria-current={index === current ? 'step' : undefined}
        >
          <span aria-hidden="true">{index + 1}</span>
          {name}
        </li>
      ))}
    </ol>
  )
}
