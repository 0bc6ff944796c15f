import type { SyncPair } from '../../../../../common/sync'
import { exactTime, relativeTime } from '../../../components/formats'
import { count, countWords } from '../words'
import classes from '../sync.module.css'

/** When the last run was, and how much it did. */
export function LastRun({ pair }: { readonly pair: SyncPair }) {
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
