import { ActionIcon, Button, Progress } from '@mantine/core'
import { modals } from '@mantine/modals'
import { IconCheck, IconDots } from '@tabler/icons-react'
import type { SyncPair, SyncRemote } from '../../../../../common/sync'
import { sentenceOf } from '../../../api'
import { Menu } from '../../../components/Menu'
import { exactTime, numberText } from '../../../components/formats'
import { notifyFailure } from '../../../workbench/toast'
import { sync } from '../../../api/sync'
import { changeWhatIsSynced } from '../first-sync/change-what'
import { lookEvery, pauseOrResume, runNow, stopRun } from '../sync-actions'
import { StateIcon } from '../StateIcon'
import { useSyncPart } from '../sync-store'
import { count, stateWords, toneOf, waitingOf } from '../words'
import type { PairFiles } from '../pair-files'
import { sizeOf } from '../../../../../common/content/size'
import { timeLeft } from './time-left'
import classes from '../sync.module.css'

interface PairHeadProps {
  readonly pair: SyncPair
  readonly remote: SyncRemote | undefined
  readonly files: PairFiles
  readonly onChange: () => void
}

/** Changes here are sent at once in any case. */
const intervals = [
  { minutes: 1, words: 'Every minute' },
  { minutes: 5, words: 'Every five minutes' },
  { minutes: 30, words: 'Every half hour' },
  { minutes: 240, words: 'Every four hours' }
] as const

/** How a pair stands, in one line, and what can be done about it. */
export function PairHead({ pair, remote, files, onChange }: PairHeadProps) {
  const { status } = pair
  const isRunning = status.state === 'running'
  return (
    <>
      <div className={classes.state} data-tone={toneOf(pair)}>
        <StateIcon pair={pair} size={20} />
        <div>
          <b role="status" title={status.last ? exactTime(status.last.endedAt) : undefined}>
            {stateWords(pair, waitingOf(files))}
          </b>
          <small>
            {pair.local} ⇄ {remote?.name ?? '?'} {pair.remote}
            {leftOutWords(pair)}
          </small>
        </div>
        <div className={classes.buttons}>
          {isRunning ? (
            <Button variant="default" onClick={() => void stopRun(pair.id)}>
              Stop
            </Button>
          ) : (
            <Button onClick={() => void runNow(pair.id)}>Sync now</Button>
          )}
          <Button variant="default" onClick={() => void pauseOrResume(pair).then(onChange)}>
            {pair.paused ? 'Sync by itself' : 'Pause'}
          </Button>
          <Menu position="bottom-end" withinPortal>
            <Menu.Target>
              <ActionIcon variant="default" size={30} aria-label={`More for ${pair.local}`} title="More">
                <IconDots size={16} aria-hidden="true" />
              </ActionIcon>
            </Menu.Target>
            <Menu.Dropdown>
              <Menu.Label>Look at the server</Menu.Label>
              {intervals.map(({ minutes, words }) => (
                <Menu.Item
                  key={minutes}
                  role="menuitemradio"
                  aria-checked={(pair.everyMinutes ?? 1) === minutes}
                  leftSection={
                    <IconCheck
                      size={14}
                      aria-hidden="true"
                      visibility={(pair.everyMinutes ?? 1) === minutes ? undefined : 'hidden'}
                    />
                  }
                  onClick={() => void lookEvery(pair.id, minutes).then(onChange)}
                >
                  {words}
                </Menu.Item>
              ))}
              <Menu.Divider />
              <Menu.Item onClick={() => changeWhatIsSynced(pair, onChange)}>What is synced…</Menu.Item>
              <Menu.Item color="red" onClick={() => disconnect(pair, remote, onChange)}>
                Disconnect…
              </Menu.Item>
            </Menu.Dropdown>
          </Menu>
        </div>
      </div>
      {isRunning && <HowFar pair={pair} synced={files.counts['synced'] ?? 0} />}
    </>
  )
}

function leftOutWords({ leaveOut }: SyncPair): string {
  const parts = [
    ...(leaveOut?.folders ?? []).map((folder) => folder.slice(1)),
    ...(leaveOut?.media === true ? ['media'] : [])
  ]
  return parts.length === 0 ? '' : ` · without ${parts.join(', ')}`
}

/** How far a run is, in numbers, and about how long it still takes. */
function HowFar({ pair, synced }: { readonly pair: SyncPair; readonly synced: number }) {
  const { progress } = pair.status
  const run = useSyncPart(({ runs }) => runs.get(pair.id))
  const left = progress && run ? timeLeft(run.first, run.last, progress.total) : ''
  const isFirst = pair.status.last === null && synced > 0
  return (
    <div className={classes.howFar}>
      <Progress
        aria-label="How far the sync is"
        value={progress && progress.total > 0 ? (100 * progress.done) / progress.total : 100}
        animated={!progress}
      />
      <span>
        {progress
          ? `${numberText(progress.done)} of ${numberText(progress.total)} files${bytesWords(progress.bytes)}`
          : 'Looking at both sides…'}
        {left !== '' && ` · ${left}`}
      </span>
      {isFirst && <span>{count(synced, 'file is', 'files are')} in sync already.</span>}
    </div>
  )
}

const bytesWords = (bytes: NonNullable<SyncPair['status']['progress']>['bytes']): string =>
  bytes === null ? '' : ` · ${sizeOf(bytes.done)} of ${sizeOf(bytes.total)}`

/** Asks, and ends the pair; the files stay. */
export function disconnect(pair: SyncPair, remote: SyncRemote | undefined, onDone: () => void): void {
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
        .then(onDone, (error: unknown) => notifyFailure('It could not be disconnected', sentenceOf(error)))
  })
}
