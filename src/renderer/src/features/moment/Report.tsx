import { Button, Group } from '@mantine/core'
import type { MomentRun } from '../../../../common/moment/answers'
import { relativeTime, numberText, fullTime } from '../../components/formats'
import classes from './moment.module.css'
import { filesWords } from './moments'

interface ReportProps {
  readonly run: MomentRun
  readonly busy: boolean
  readonly onUndo: () => void
  readonly onResume: () => void
  /** Keeps what became of each file as a table; null when only the numbers are known. */
  readonly onSave: (() => void) | null
}

/** What the last return did here, what it could not do and why, and what can be done about it. */
export function Report({ run, busy, onUndo, onResume, onSave }: ReportProps) {
  const unfinished = run.state === 'interrupted' || run.state === 'stopped'
  const tone = unfinished || run.failed.length > 0 ? 'warn' : 'calm'
  return (
    <div className={classes.report} data-tone={tone} role="status">
      <div className={classes.reportLine}>
        <span>{words(run)}</span>
        <Group gap={8} wrap="nowrap">
          {onSave && (
            <Button variant="default" size="compact-sm" disabled={busy} onClick={onSave}>
              Save the report
            </Button>
          )}
          {unfinished && (
            <Button size="compact-sm" loading={busy} onClick={onResume}>
              Go on
            </Button>
          )}
          {run.state !== 'undone' && (run.done > 0 || unfinished) && (
            <Button variant="default" size="compact-sm" loading={busy} onClick={onUndo}>
              Undo
            </Button>
          )}
        </Group>
      </div>
      {run.failed.length > 0 && (
        <ul className={classes.failed}>
          {run.failed.slice(0, 50).map(({ path, error }) => (
            <li key={path}>
              <code>{path.startsWith(`${run.path}/`) ? path.slice(run.path.length + 1) : path}</code>: {error}
            </li>
          ))}
          {run.failed.length > 50 && <li>And {filesWords(run.failed.length - 50)} more.</li>}
        </ul>
      )}
    </div>
  )
}

function words(run: MomentRun): string {
  const when = fullTime(run.moment)
  const stayed = run.failed.length === 1 ? 'stayed as it is' : 'stayed as they are'
  const left = run.failed.length === 0 ? '' : ` ${filesWords(run.failed.length)} ${stayed}:`
  const who = relativeTime(run.startedAt)
  const done = `${filesWords(run.done)} of ${numberText(run.total)}`
  switch (run.state) {
    case 'interrupted':
      return `Going back to ${when} was interrupted. Go on, or undo what was done.`
    case 'stopped':
      return `Going back to ${when} was stopped after ${done}.${left}`
    case 'running':
      return `Going back to ${when} is under way.`
    case 'undone':
      return `Going back to ${when} was undone.`
    case 'done':
      return run.undoes === undefined
        ? `Brought back ${filesWords(run.done)} to ${when}, ${who}.${left}`
        : `Undone, ${who}: ${filesWords(run.done)} ${run.done === 1 ? 'is as it was' : 'are as they were'} before.${left}`
  }
}
