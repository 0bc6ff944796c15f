import type { SyncPair, SyncRemote } from '../../../../common/sync'
import type { PairFiles } from './pair-files'
import { Activity } from './panel/Activity'
import { Decisions } from './panel/Decisions'
import { Failures } from './panel/Failures'
import { HeldDeletions } from './panel/HeldDeletions'
import { PairHead } from './panel/PairHead'
import { Legend, Queue } from './panel/Queue'
import { WaitingConflicts } from './panel/WaitingConflicts'
import { RemoteSignIn } from './sign-in/RemoteSignIn'
import classes from './sync.module.css'
import { exactTime, relativeTime } from '../../components/formats'
import { count, countWords } from './words'

interface PairViewProps {
  readonly pair: SyncPair
  readonly remote: SyncRemote | undefined
  readonly files: PairFiles
  readonly onDecide: (key: string | null) => void
  readonly onChange: () => void
}

/**
 * How one pair stands: its state, what waits for a person, what waits for the next run, and what was done
 * (Y32, Y35).
 */
export function PairView({ pair, remote, files, onDecide, onChange }: PairViewProps) {
  return (
    <section className={classes.pair} aria-label={`${pair.local} and ${remote?.name ?? 'its server'}`}>
      <PairHead pair={pair} remote={remote} files={files} onChange={onChange} />
      {remote && <RemoteSignIn remote={remote} path={pair.remote} onChange={onChange} />}
      {pair.status.conflicts > 0 && <WaitingConflicts pair={pair} onDecide={onDecide} />}
      <HeldDeletions pair={pair} />
      <Failures pair={pair} />
      <Queue pair={pair} files={files} />
      <LastRun pair={pair} />
      <Activity pair={pair} />
      <Decisions pair={pair} />
      <Legend />
    </section>
  )
}

/** When the last run was, and how much it did. */
function LastRun({ pair }: { readonly pair: SyncPair }) {
  const { last } = pair.status
  if (!last) return null
  const total = Object.values(last.counts).reduce((sum, number) => sum + number, 0)
  const seconds = Math.max(1, Math.round((last.endedAt - last.startedAt) / 1000))
  return (
    <p className={classes.last} title={exactTime(last.endedAt)}>
      Last run {relativeTime(last.endedAt)}, in {count(seconds, 'second')}:{' '}
      {last.failures.length > 0 && total === 0 ? 'nothing could be done' : countWords(last)}.{' '}
      {count(last.files, 'file')} in all.
    </p>
  )
}
