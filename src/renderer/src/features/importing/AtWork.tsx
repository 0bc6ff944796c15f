import { Button, Progress } from '@mantine/core'
import { type ImportShown, outcomes } from '../../../../common/importing/shapes'
import { count, outcomeWords, timeLeft } from './words'
import classes from './AtWork.module.css'

interface AtWorkProps {
  readonly job: ImportShown
  /** Milliseconds to go; null while that would be a guess. */
  readonly left: number | null
  readonly busy: boolean
  readonly onPause: (() => void) | null
  readonly onCancel: () => void
}

const titles: Readonly<Partial<Record<ImportShown['state'], string>>> = {
  listing: 'Asking what there is…',
  checking: 'Looking at everything; nothing is changed yet…',
  running: 'Importing…',
  validating: 'Comparing what was imported with its source…'
}

/** A step under way: how far it is, how long it may take, and how to stop it. */
export function AtWork({ job, left, busy, onPause, onCancel }: AtWorkProps) {
  const { done, total } = job.progress
  return (
    <div className={classes.work} role="status" aria-live="off">
      <h3>{titles[job.state] ?? ''}</h3>
      <Progress
        value={total === 0 ? 100 : (100 * done) / total}
        animated={total === 0}
        aria-label={titles[job.state] ?? ''}
        transitionDuration={200}
      />
      <p>
        {total > 0 && (
          <>
            {count(done)} of {count(total)}
          </>
        )}
        {left !== null && <span> · {timeLeft(left)}</span>}
      </p>
      {(job.state === 'running' || job.state === 'validating') && <Numbers job={job} />}
      <div className={classes.buttons}>
        {onPause && (
          <Button variant="default" disabled={busy} onClick={onPause}>
            Pause
          </Button>
        )}
        <Button variant="default" disabled={busy} onClick={onCancel}>
          Cancel
        </Button>
      </div>
    </div>
  )
}

/** What became of the items so far. */
export function Numbers({ job }: { readonly job: ImportShown }) {
  const { counts } = job
  const shown = outcomes.flatMap((one) =>
    counts.outcomes[one] ? [{ key: one, label: outcomeWords[one], number: counts.outcomes[one] }] : []
  )
  const refused = counts.verdicts['no'] ?? 0
  return (
    <dl className={classes.numbers}>
      {shown.map(({ key, label, number }) => (
        <div key={key} data-outcome={key}>
          <dt>{label}</dt>
          <dd>{count(number ?? 0)}</dd>
        </div>
      ))}
      {refused > 0 && (
        <div data-outcome="no">
          <dt>Not importable</dt>
          <dd>{count(refused)}</dd>
        </div>
      )}
      {counts.compared > 0 && (
        <div data-outcome={counts.differing > 0 ? 'failed' : 'created'}>
          <dt>Equal to the source</dt>
          <dd>
            {count(counts.compared - counts.differing)} of {count(counts.compared)}
          </dd>
        </div>
      )}
    </dl>
  )
}
