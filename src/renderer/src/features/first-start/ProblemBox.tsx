import { Button } from '@mantine/core'
import classes from './FirstStart.module.css'
import { problemStep, problemTitle, type OpenProblem } from './problem'

interface ProblemBoxProps {
  readonly problem: OpenProblem
  readonly onRetry: () => void
  readonly busy: boolean
}

/** Why a workspace could not be opened, and what to do. */
export function ProblemBox({ problem, onRetry, busy }: ProblemBoxProps) {
  const step = problemStep(problem.reason)
  return (
    <div role="alert" className={classes.problem}>
      <b>{problemTitle(problem.reason)}</b>
      <p>{problem.message}</p>
      {step && !problem.message.includes(step) && <p>{step}</p>}
      <p>
        <code>{problem.location}</code>
      </p>
      <div className={classes.actions}>
        <Button size="compact-sm" variant="default" loading={busy} onClick={onRetry}>
          Try again
        </Button>
      </div>
    </div>
  )
}
