import { Alert, Button } from '@mantine/core'
import { IconArrowLeft } from '@tabler/icons-react'
import { useCallback, useEffect, useState } from 'react'
import type { Choice } from '../../../../common/merge'
import type { SyncConflict, SyncConflictDetail, SyncPair } from '../../../../common/sync'
import { reasonOf, sentenceOf } from '../../api'
import { State } from '../../components/State'
import { tell } from '../../components/toast'
import { sync } from './client'
import { ConflictCard } from './ConflictCard'
import { count } from './words'
import classes from './sync.module.css'

interface ConflictsProps {
  readonly pair: SyncPair
  /** The file to begin with. */
  readonly first: string | null
  readonly onBack: () => void
}

const none: ReadonlyMap<string, Choice> = new Map()

/** The files that both sides have changed: place by place, with what each becomes. */
export function Conflicts({ pair, first, onBack }: ConflictsProps) {
  const [all, setAll] = useState<readonly SyncConflict[] | null>(null)
  const [key, setKey] = useState<string | null>(first)
  const [choices, setChoices] = useState<ReadonlyMap<string, Choice>>(none)
  const [shown, setShown] = useState<SyncConflictDetail | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  const { conflicts } = pair.status

  const readList = useCallback(() => {
    sync.conflicts(pair.id).then(setAll, (error: unknown) => setProblem(sentenceOf(error)))
  }, [pair.id])
  useEffect(readList, [readList, conflicts])

  const chosen = all?.find((one) => one.key === key) ?? all?.[0] ?? null
  const chosenKey = chosen?.key ?? null
  const at = chosen?.at
  useEffect(() => {
    if (chosenKey === null) return
    let isGone = false
    sync.conflict(pair.id, chosenKey, choices).then(
      (detail) => {
        if (isGone) return
        setShown(detail)
        setProblem(null)
      },
      (error: unknown) => {
        if (isGone) return
        if (reasonOf(error) === 'not-found') readList()
        else setProblem(sentenceOf(error))
      }
    )
    return () => {
      isGone = true
    }
  }, [pair.id, chosenKey, choices, at, readList])

  const show = (next: string | null) => {
    setKey(next)
    setChoices(none)
    setShown(null)
    setProblem(null)
  }

  async function decide(keepBoth: boolean): Promise<void> {
    if (!shown) return
    setBusy(true)
    try {
      const { path, beside } = await sync.decide(pair.id, shown.key, {
        choices,
        state: shown.state,
        keepBoth
      })
      tell(
        beside === null
          ? `${path} is decided. What it replaced is in its history, as “Before merge”.`
          : `${path} stays as it is here; the server’s is ${beside}.`
      )
      show(null)
      readList()
    } catch (error) {
      setProblem(sentenceOf(error))
      if (reasonOf(error) === 'precondition-failed') readList()
    }
    setBusy(false)
  }

  const takeAll = (choice: Choice) => {
    if (!shown) return
    setChoices(
      new Map(
        shown.conflicts.map(({ id, choices: may }) => [id, may.includes(choice) ? choice : 'local'] as const)
      )
    )
  }

  return (
    <div className={classes.view}>
      <header className={classes.head}>
        <div>
          <h2>Changed on both sides</h2>
          <p>Choose what counts, place by place. Nothing is lost: each side stays in a history.</p>
        </div>
        <Button
          variant="subtle"
          size="compact-sm"
          leftSection={<IconArrowLeft size={14} stroke={1.5} aria-hidden="true" />}
          onClick={onBack}
        >
          Back to the sync
        </Button>
      </header>
      {all?.length === 0 ? (
        <State title="Everything is decided" actions={<Button onClick={onBack}>Back to the sync</Button>}>
          What you have decided is sent with the next sync.
        </State>
      ) : (
        <div className={classes.deciding}>
          <nav className={classes.files} aria-label="Files to decide">
            {(all ?? []).map((one) => (
              <button
                key={one.key}
                type="button"
                aria-current={one.key === chosenKey}
                onClick={() => show(one.key)}
              >
                {one.path}
                <small>{count(one.count, 'place')}</small>
              </button>
            ))}
          </nav>
          <div className={classes.scroll}>
            {problem !== null && (
              <Alert color="red" role="alert" mb={12}>
                {problem}
              </Alert>
            )}
            {shown && (
              <>
                <div className={classes.line}>
                  <h3>{shown.path}</h3>
                  <div className={classes.buttons}>
                    <Button variant="default" size="compact-sm" onClick={() => takeAll('local')}>
                      Mine everywhere
                    </Button>
                    <Button variant="default" size="compact-sm" onClick={() => takeAll('remote')}>
                      The server’s everywhere
                    </Button>
                    {!shown.key.startsWith('config ') && (
                      <Button
                        variant="default"
                        size="compact-sm"
                        disabled={busy}
                        onClick={() => void decide(true)}
                      >
                        Keep both as two files
                      </Button>
                    )}
                  </div>
                </div>
                {shown.conflicts.map((conflict) => (
                  <ConflictCard
                    key={conflict.id}
                    conflict={conflict}
                    onChoose={(choice) => setChoices(new Map([...choices, [conflict.id, choice]]))}
                  />
                ))}
                <details className={classes.part}>
                  <summary>What the file becomes</summary>
                  <textarea
                    className={classes.result}
                    aria-label={`What ${shown.path} becomes`}
                    readOnly
                    rows={14}
                    value={shown.result ?? 'This file cannot be shown as text.'}
                  />
                </details>
                <div className={classes.foot}>
                  <span role="status">
                    {shown.open === 0
                      ? 'Everything is chosen.'
                      : `${count(shown.open, 'place')} still to choose.`}
                  </span>
                  <Button loading={busy} disabled={shown.open > 0} onClick={() => void decide(false)}>
                    Use this
                  </Button>
                </div>
              </>
            )}
          </div>
        </div>
      )}
    </div>
  )
}
