import type { Theirs, SyncConflict, SyncPair } from '../../../../../common/sync'
import { theirWriter } from '../../../../../common/sync/their-writer'
import { relativeTime, exactTime } from '../../../components/formats'
import { nameTo } from '../../../documents'
import { Alert, Button, SegmentedControl } from '@mantine/core'
import { useMemo, useRef, useState } from 'react'
import { contentPath } from '../../../../../common/content/paths'
import { reasonOf, sentenceOf, useWorkspace } from '../../../api'
import { Waiting } from '../../../components/Waiting'
import { sync } from '../../../api/sync'
import { count } from '../words'
import { ConflictCard } from './ConflictCard'
import { notifyDecided } from './decided'
import { focusPlace, useConflictCommands } from './keyboard'
import { fileWords } from './place-words'
import { Result } from './Result'
import { useConflict } from './use-conflict'
import { WholeFile } from './WholeFile'
import classes from './deciding.module.css'

interface OneConflictProps {
  readonly pair: SyncPair
  readonly conflict: SyncConflict
  readonly server: string
  /** It was decided, or somebody else has done so. */
  readonly onDone: () => void
}

/**
 * One file that both sides have changed: its places to choose from, and what the file becomes, as it is
 * chosen (Y30).
 */
export function OneConflict({ pair, conflict, server, onDone }: OneConflictProps) {
  const { key, at } = conflict
  const me = useWorkspace()?.owner?.email
  const now = useConflict(pair.id, key, at, onDone)
  const [asSource, setAsSource] = useState(false)
  const [busy, setBusy] = useState(false)
  const cards = useRef<HTMLDivElement>(null)
  const { detail, choices, choose } = now
  const isConfig = key.startsWith('config ')
  const path = contentPath(isConfig ? `${pair.local}/config.json` : pair.local + conflict.path)

  const chosen = useMemo(
    () => (detail?.conflicts ?? []).map((one) => choices.get(one.id) ?? one.choice),
    [detail, choices]
  )
  const open = chosen.filter((choice) => choice === null).length
  const canUse = detail !== null && open === 0 && detail.open === 0 && !now.isBehind && !busy

  async function decide(keepBoth: boolean): Promise<void> {
    if (!detail) return
    setBusy(true)
    try {
      const decided = await sync.decide(pair.id, key, { choices, state: detail.state, keepBoth })
      notifyDecided(pair.id, key, decided)
      onDone()
    } catch (error) {
      now.notifyProblem(sentenceOf(error))
      setBusy(false)
      if (reasonOf(error) === 'precondition-failed') onDone()
    }
  }
  useConflictCommands({
    go: (to) => focusPlace(cards.current, chosen, to),
    use: canUse ? () => void decide(false) : null,
    all: detail ? now.chooseAll : null
  })

  if (!detail) {
    if (now.problem === null) return <Waiting what={conflict.path} />
    return (
      <Alert color="red" role="alert" m={20}>
        {now.problem}
      </Alert>
    )
  }
  const isPage = detail.kind === 'page'
  const { theirs } = detail
  const wrote = theirs ? writerWords(theirs, me) : null
  return (
    <div className={classes.one} data-whole={detail.kind === 'whole' || undefined}>
      <div className={classes.bar}>
        <h3>{fileWords(key, detail.path, pair.local)}</h3>
        {wrote !== null && (
          <span
            className={classes.wrote}
            title={[theirs?.by, theirs?.at && exactTime(theirs.at)].filter(Boolean).join(' · ')}
          >
            {wrote}
          </span>
        )}
        <span className={classes.left} role="status">
          {open === 0 ? 'Everything is chosen.' : `${count(open, 'place')} still to choose.`}
        </span>
        {isPage && (
          <SegmentedControl
            size="xs"
            aria-label="Places as"
            data={[
              { value: 'words', label: 'Words' },
              { value: 'source', label: 'Source' }
            ]}
            value={asSource ? 'source' : 'words'}
            onChange={(value) => setAsSource(value === 'source')}
          />
        )}
      </div>
      <div className={classes.actions}>
        <Button variant="default" size="compact-sm" onClick={() => now.chooseAll('local')}>
          Mine everywhere
        </Button>
        <Button variant="default" size="compact-sm" onClick={() => now.chooseAll('remote')}>
          The server’s everywhere
        </Button>
        {!isConfig && (
          <Button variant="default" size="compact-sm" disabled={busy} onClick={() => void decide(true)}>
            Keep both as two files
          </Button>
        )}
        <span className={classes.keys} aria-hidden="true">
          <kbd>M</kbd> <kbd>S</kbd> <kbd>B</kbd> choose <kbd>F7</kbd> next
        </span>
        <Button size="compact-sm" loading={busy} disabled={!canUse} onClick={() => void decide(false)}>
          Use this
        </Button>
      </div>
      <div ref={cards} className={classes.cards}>
        {now.problem !== null && (
          <Alert color="red" role="alert" mb={12}>
            {now.problem}
          </Alert>
        )}
        {detail.beyond !== undefined && (
          <Alert color="yellow" role="note" mb={12} title="Decided as a whole">
            {detail.beyond}
          </Alert>
        )}
        {detail.conflicts.map((one, index) => (
          <ConflictCard
            key={one.id}
            conflict={one}
            choice={chosen[index] ?? null}
            server={server}
            asSource={asSource}
            onChoose={choose}
          />
        ))}
        {detail.kind === 'whole' && <WholeFile pair={pair.id} detail={detail} path={path} />}
      </div>
      {detail.kind !== 'whole' && <Result detail={detail} path={path} isConfig={isConfig} />}
    </div>
  )
}

/**
 * Who wrote the server's side of a file and when, as far as the server tells; null when it tells neither.
 * @param me e-mail of the owner
 */
function writerWords(theirs: Theirs, me: string | undefined): string | null {
  const when = theirs.at === undefined ? null : relativeTime(theirs.at)
  const by = theirWriter(theirs)
  if (by) return ['Written on the server by', nameTo(me, by), when].filter(Boolean).join(' ')
  return when && `Written on the server ${when}; it does not tell by whom`
}
