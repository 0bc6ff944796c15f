import { Button } from '@mantine/core'
import { useEffect, useState } from 'react'
import { contentPath } from '../../../../../common/content/paths'
import type { SyncActivity, SyncPair } from '../../../../../common/sync'
import { theirWriter } from '../../../../../common/sync/their-writer'
import { useWorkspace } from '../../../api'
import { exactTime, relativeTime } from '../../../components/formats'
import { bringBack, nameTo } from '../../../documents'
import { sync } from '../../../api/sync'
import { count, appliedChangeWords } from '../words'
import { FileLink } from './FileLink'
import { Part } from './Part'
import classes from '../sync.module.css'

const FIRST = 20
const gone: ReadonlySet<string> = new Set(['deleted-here', 'deleted-there'])

/** What the runs did with which file, and when; it stays. What came into the trash can be brought back. */
export function Activity({ pair }: { readonly pair: SyncPair }) {
  const [runs, setRuns] = useState<readonly SyncActivity[]>([])
  const [isAll, setAll] = useState(false)
  const me = useWorkspace()?.owner?.email
  const endedAt = pair.status.last?.endedAt
  useEffect(() => {
    let isWanted = true
    sync.activity(pair.id).then(
      (found) => isWanted && setRuns(found),
      () => undefined
    )
    return () => {
      isWanted = false
    }
  }, [pair.id, endedAt])
  const changes = runs.flatMap(({ at, deeds }) => deeds.map((change) => ({ ...change, at })))
  if (changes.length === 0) return null
  const more = runs.reduce((sum, run) => sum + run.more, 0)
  return (
    <Part title="Activity">
      <ul aria-label="Activity">
        {(isAll ? changes : changes.slice(0, FIRST)).map(({ path, did, theirs, at }, index) => {
          const by = theirs && theirWriter(theirs)
          const writer = by ? nameTo(me, by) : null
          const isConfig = path.startsWith('config ')
          return (
            <li key={`${at} ${path} ${index}`}>
              <FileLink
                path={pair.local + path}
                isConfig={false}
                shown={path}
                isGone={gone.has(did) || isConfig}
              />
              <small className={classes.withIcon} title={exactTime(at)}>
                {[appliedChangeWords(did), writer && `by ${writer}`, relativeTime(at)]
                  .filter(Boolean)
                  .join(' · ')}
                {did === 'deleted-here' && !isConfig && (
                  <Button
                    variant="default"
                    size="compact-xs"
                    aria-label={`Bring back ${path}`}
                    onClick={() => void bringBack(contentPath(pair.local + path))}
                  >
                    Bring back
                  </Button>
                )}
              </small>
            </li>
          )
        })}
      </ul>
      {changes.length > FIRST && !isAll && (
        <Button variant="subtle" size="compact-xs" onClick={() => setAll(true)}>
          Show all {count(changes.length, 'file')}
        </Button>
      )}
      {isAll && more > 0 && <p>{count(more, 'more file')} were sent or received.</p>}
    </Part>
  )
}
