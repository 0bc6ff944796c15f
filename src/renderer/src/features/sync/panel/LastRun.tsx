import { useState } from 'react'
import { Button } from '@mantine/core'
import type { SyncPair } from '../../../../../common/sync'
import { exactTime, relativeTime } from '../../../components/time'
import { count, countWords, deedWords } from '../words'
import { FileLink } from './FileLink'
import { Part } from './Part'
import classes from '../sync.module.css'

const FIRST = 20
const gone: ReadonlySet<string> = new Set(['deleted-here', 'deleted-there'])

/** When the last run was, and what it did with which file. */
export function LastRun({ pair }: { readonly pair: SyncPair }) {
  const [isAll, setAll] = useState(false)
  const { last } = pair.status
  if (!last) return null
  const deeds = isAll ? last.deeds : last.deeds.slice(0, FIRST)
  const total = Object.values(last.counts).reduce((sum, number) => sum + number, 0)
  const seconds = Math.max(1, Math.round((last.endedAt - last.startedAt) / 1000))
  return (
    <>
      <p className={classes.last} title={exactTime(last.endedAt)}>
        Last run {relativeTime(last.endedAt)}, in {count(seconds, 'second')}:{' '}
        {last.failures.length > 0 && total === 0 ? 'nothing could be done' : countWords(last)}.{' '}
        {count(last.files, 'file')} in all.
      </p>
      {deeds.length > 0 && (
        <Part title="What was done">
          <ul aria-label="What was done">
            {deeds.map(({ path, did }, index) => (
              <li key={`${path} ${index}`}>
                <FileLink
                  path={pair.local + path}
                  isConfig={false}
                  shown={path}
                  isGone={gone.has(did) || path.startsWith('config ')}
                />
                <small>{deedWords(did)}</small>
              </li>
            ))}
          </ul>
          {total > deeds.length && (
            <Button variant="subtle" size="compact-xs" disabled={isAll} onClick={() => setAll(true)}>
              {isAll
                ? `${count(total - deeds.length, 'more file')}`
                : `Show all ${count(last.deeds.length, 'file')}`}
            </Button>
          )}
        </Part>
      )}
    </>
  )
}
