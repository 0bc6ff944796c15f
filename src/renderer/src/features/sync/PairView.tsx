import { Button, Progress } from '@mantine/core'
import { modals } from '@mantine/modals'
import { useEffect, useState } from 'react'
import type { SyncConflict, SyncPair, SyncRemote } from '../../../../common/sync'
import { sentenceOf } from '../../api'
import { exactTime, relativeTime } from '../../components/time'
import { tellFailure } from '../../components/toast'
import { sync } from './client'
import { Note } from './Note'
import { StateIcon } from './SyncState'
import { clashWords, count, countWords, deedWords, stateWords, toneOf } from './words'
import classes from './sync.module.css'

interface PairViewProps {
  readonly pair: SyncPair
  readonly remote: SyncRemote | undefined
  readonly onDecide: (key: string | null) => void
  readonly onChange: () => void
}

/** How one pair stands: its state, what waits for a person, and what the last run did. */
export function PairView({ pair, remote, onDecide, onChange }: PairViewProps) {
  const { status } = pair
  const { last, progress } = status
  const isRunning = status.state === 'running'
  const act = (title: string, work: () => Promise<unknown>) =>
    void work().then(onChange, (error: unknown) => tellFailure(title, sentenceOf(error)))
  return (
    <section className={classes.pair} aria-label={`${pair.local} and ${remote?.name ?? 'its server'}`}>
      <div className={classes.state} data-tone={toneOf(pair)}>
        <StateIcon pair={pair} size={20} />
        <div>
          <b role="status">{stateWords(status, pair.paused)}</b>
          <small>
            {pair.local} ⇄ {remote?.name ?? '?'} {pair.remote}
          </small>
        </div>
        <div className={classes.buttons}>
          {isRunning ? (
            <Button
              variant="default"
              onClick={() => act('The sync could not be stopped', () => sync.stop(pair.id))}
            >
              Stop
            </Button>
          ) : (
            <Button onClick={() => act('The sync could not begin', () => sync.run(pair.id))}>Sync now</Button>
          )}
          <Button
            variant="default"
            onClick={() =>
              act('This could not be changed', () => sync.changePair(pair.id, { paused: !pair.paused }))
            }
          >
            {pair.paused ? 'Sync by itself' : 'Pause'}
          </Button>
          <Button variant="subtle" color="gray" onClick={() => disconnect(pair, remote, onChange)}>
            Disconnect…
          </Button>
        </div>
      </div>
      {isRunning && (
        <Progress
          aria-label="How far the sync is"
          value={progress && progress.total > 0 ? (100 * progress.done) / progress.total : 100}
          animated={!progress}
        />
      )}
      {remote && !remote.hasToken && <NewToken remote={remote} onDone={onChange} />}
      {status.conflicts > 0 && <ConflictList pair={pair} onDecide={onDecide} />}
      {last && (
        <>
          <Held pair={pair} act={act} />
          {last.clashes.length > 0 && (
            <Part title="Names that fall together">
              {last.clashes.map(({ reason, paths }) => (
                <li key={paths.join()}>
                  <b>{paths.join(' · ')}</b>
                  <small>{clashWords(reason)}</small>
                </li>
              ))}
            </Part>
          )}
          {last.failures.length > 0 && (
            <Part title="What did not work" tone="bad">
              {last.failures.map(({ path, message }, index) => (
                <li key={`${path} ${index}`}>
                  <b>{path === '/' ? pair.remote : path}</b>
                  <small>{message}</small>
                </li>
              ))}
            </Part>
          )}
          <p className={classes.last} title={exactTime(last.endedAt)}>
            Last run {relativeTime(last.endedAt)}: {countWords(last)}. {count(last.files, 'file')} in all.
          </p>
          {last.deeds.length > 0 && (
            <Part title="What was done">
              {last.deeds.map(({ path, did }, index) => (
                <li key={`${path} ${index}`}>
                  <b>{path}</b>
                  <small>{deedWords(did)}</small>
                </li>
              ))}
            </Part>
          )}
        </>
      )}
    </section>
  )
}

function ConflictList({ pair, onDecide }: Pick<PairViewProps, 'pair' | 'onDecide'>) {
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
        {found.slice(0, 8).map(({ key, path, count: open }) => (
          <li key={key}>
            <button type="button" onClick={() => onDecide(key)}>
              {path}
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

interface HeldProps {
  readonly pair: SyncPair
  readonly act: (title: string, work: () => Promise<unknown>) => void
}

/** Many deletions at once, with their list, before they happen. */
function Held({ pair, act }: HeldProps) {
  const held = pair.status.last?.held
  if (!held || held.local.length + held.remote.length === 0) return null
  const approve = (paths: readonly string[]) =>
    act('The deletions could not be made', () => sync.run(pair.id, paths))
  return (
    <>
      {(['local', 'remote'] as const).map((side) => {
        const paths = held[side]
        if (paths.length === 0) return null
        const what =
          side === 'local'
            ? `${count(paths.length, 'file')} deleted on the server. Move them to the trash here, too?`
            : `${count(paths.length, 'file')} deleted here. Delete them on the server, too?`
        return (
          <Note key={side} title={what}>
            <p className={classes.text}>So many at once may be a mistake, so they wait for your yes.</p>
            <details>
              <summary>Show the list</summary>
              <ul className={classes.held}>
                {paths.map((path) => (
                  <li key={path}>{path}</li>
                ))}
              </ul>
            </details>
            <Button size="compact-sm" color="red" mt={8} onClick={() => approve(paths)}>
              {side === 'local' ? 'Move to the trash' : 'Delete on the server'}
            </Button>
          </Note>
        )
      })}
    </>
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

interface PartProps {
  readonly title: string
  readonly tone?: 'bad'
  readonly children: React.ReactNode
}

function Part({ title, tone, children }: PartProps) {
  return (
    <details className={classes.part} data-tone={tone} open>
      <summary>{title}</summary>
      <ul>{children}</ul>
    </details>
  )
}

function disconnect(pair: SyncPair, remote: SyncRemote | undefined, onDone: () => void): void {
  modals.openConfirmModal({
    title: 'Disconnect from the server?',
    children: (
      <p className={classes.text}>
        {pair.local} is no longer synced with {remote?.name ?? 'its server'}. All files stay where they are,
        on both sides. Conflicts that are still open are forgotten.
      </p>
    ),
    labels: { confirm: 'Disconnect', cancel: 'Cancel' },
    onConfirm: () =>
      void sync
        .removePair(pair.id)
        .then(onDone, (error: unknown) => tellFailure('It could not be disconnected', sentenceOf(error)))
  })
}
