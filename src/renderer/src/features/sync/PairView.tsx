import { Button } from '@mantine/core'
import { useState } from 'react'
import type { SyncPair, SyncRemote } from '../../../../common/sync'
import { sentenceOf } from '../../api'
import { tellFailure } from '../../components/toast'
import { sync } from './client'
import { Note } from './Note'
import type { PairFiles } from './pair-files'
import { Decisions } from './panel/Decisions'
import { Failures } from './panel/Failures'
import { HeldDeletions } from './panel/HeldDeletions'
import { LastRun } from './panel/LastRun'
import { PairHead } from './panel/PairHead'
import { Legend, Queue } from './panel/Queue'
import { WaitingConflicts } from './panel/WaitingConflicts'
import classes from './sync.module.css'

interface PairViewProps {
  readonly pair: SyncPair
  readonly remote: SyncRemote | undefined
  readonly files: PairFiles
  readonly onDecide: (key: string | null) => void
  readonly onChange: () => void
}

/** How one pair stands: its state, what waits for a person, what waits for the next run, and what the last one did (Y19). */
export function PairView({ pair, remote, files, onDecide, onChange }: PairViewProps) {
  return (
    <section className={classes.pair} aria-label={`${pair.local} and ${remote?.name ?? 'its server'}`}>
      <PairHead pair={pair} remote={remote} files={files} onChange={onChange} />
      {remote && !remote.hasToken && <NewToken remote={remote} onDone={onChange} />}
      {pair.status.conflicts > 0 && <WaitingConflicts pair={pair} onDecide={onDecide} />}
      <HeldDeletions pair={pair} />
      <Failures pair={pair} />
      <Queue pair={pair} files={files} />
      <LastRun pair={pair} />
      <Decisions pair={pair} />
      <Legend />
    </section>
  )
}

function NewToken({ remote, onDone }: { readonly remote: SyncRemote; readonly onDone: () => void }) {
  const [token, setToken] = useState('')
  const give = () =>
    void sync
      .setToken(remote.id, token.trim())
      .then(onDone, (error: unknown) => tellFailure('The token could not be kept', sentenceOf(error)))
  return (
    <Note title={`No token for ${remote.name}`}>
      <form
        className={classes.token}
        onSubmit={(event) => {
          event.preventDefault()
          give()
        }}
      >
        <input
          type="password"
          aria-label={`Access token for ${remote.name}`}
          value={token}
          onChange={(event) => setToken(event.currentTarget.value)}
        />
        <Button type="submit" size="compact-sm" disabled={token.trim() === ''}>
          Use this token
        </Button>
      </form>
    </Note>
  )
}
