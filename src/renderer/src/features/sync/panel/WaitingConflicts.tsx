import { Button } from '@mantine/core'
import { useEffect, useState } from 'react'
import type { SyncConflict, SyncPair } from '../../../../../common/sync'
import { sync } from '../../../api/sync'
import { fileWords } from '../deciding/place-words'
import { Note } from '../Note'
import { count } from '../words'
import classes from '../sync.module.css'

interface WaitingConflictsProps {
  readonly pair: SyncPair
  readonly onDecide: (key: string | null) => void
}

const SHOWN = 8

/** The files that both sides have changed, and the way to decide them. */
export function WaitingConflicts({ pair, onDecide }: WaitingConflictsProps) {
  const [found, setFound] = useState<readonly SyncConflict[]>([])
  const { conflicts } = pair.status
  useEffect(() => {
    let isGone = false
    sync.conflicts(pair.id).then(
      (all) => {
        if (!isGone) setFound(all)
      },
      () => undefined
    )
    return () => {
      isGone = true
    }
  }, [pair.id, conflicts])
  return (
    <Note title={`${count(conflicts, 'file')} changed on both sides`}>
      <p className={classes.text}>
        Yours are in place, and the server’s are kept beside them, until you decide.
      </p>
      <ul className={classes.conflicts}>
        {found.slice(0, SHOWN).map(({ key, path, count: open }) => (
          <li key={key}>
            <button type="button" onClick={() => onDecide(key)}>
              {fileWords(key, path, pair.local)}
            </button>
            <small>{count(open, 'place')}</small>
          </li>
        ))}
      </ul>
      <Button size="compact-sm" onClick={() => onDecide(null)}>
        Decide…
      </Button>
    </Note>
  )
}
