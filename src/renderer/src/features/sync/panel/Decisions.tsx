import { Button } from '@mantine/core'
import { useEffect, useState } from 'react'
import type { SyncDecision, SyncPair } from '../../../../../common/sync'
import { exactTime, relativeTime } from '../../../components/formats'
import { sync } from '../../../api/sync'
import { undoDecision } from '../deciding/decided'
import { fileWords } from '../deciding/place-words'
import { Part } from './Part'
import classes from '../sync.module.css'

/** Decisions that can be taken back. */
export function Decisions({ pair }: { readonly pair: SyncPair }) {
  const [found, setFound] = useState<readonly SyncDecision[]>([])
  const [busy, setBusy] = useState<string | null>(null)
  const { status } = pair
  useEffect(() => {
    let isWanted = true
    sync.decisions(pair.id).then(
      (decisions) => isWanted && setFound(decisions),
      () => undefined
    )
    return () => {
      isWanted = false
    }
    // each event brings another status: the list may be another one, too
  }, [pair.id, status])
  if (found.length === 0) return null
  const takeBack = async (key: string) => {
    setBusy(key)
    await undoDecision(pair.id, key)
    setBusy(null)
  }
  return (
    <Part title="Decided">
      <ul aria-label="Decisions">
        {found.map(({ key, path, at, beside }) => (
          <li key={key}>
            <b>{fileWords(key, path, pair.local)}</b>
            <small className={classes.withIcon} title={exactTime(at)}>
              {beside === null ? 'decided' : `both kept, the server’s as ${beside},`} {relativeTime(at)}
              <Button
                variant="default"
                size="compact-xs"
                loading={busy === key}
                aria-label={`Undo the decision about ${path}`}
                onClick={() => void takeBack(key)}
              >
                Undo
              </Button>
            </small>
          </li>
        ))}
      </ul>
    </Part>
  )
}
