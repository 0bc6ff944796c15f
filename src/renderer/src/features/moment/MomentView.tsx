import { Button, Checkbox, Loader } from '@mantine/core'
import { IconHistory } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import { nameOf } from '../../../../common/content/paths'
import type { MomentChange, MomentRun } from '../../../../common/moment/answers'
import { takeFocus } from '../../workbench/typing-ahead'
import { saveText } from '../../components/save-text'
import { State } from '../../components/State'
import { ViewHead } from '../../components/ViewHead'
import { WizardSteps } from '../../components/WizardSteps'
import { Waiting } from '../../components/Waiting'
import type { ToolViewProps } from '../../workbench/contributions'
import { ChangeList } from './ChangeList'
import { goBack, goOn, takeBack } from './go-back'
import classes from './moment.module.css'
import { MomentPicker, type Chosen } from './MomentPicker'
import { fullTime } from '../../components/formats'
import { filesWords, presets } from './moments'
import { Report } from './Report'
import { reportCsv } from './report-csv'
import { forgetMoment, wantedMoment, type WantedMoment } from './wanted-moment'
import { useChanges } from './use-changes'

/** As in the import wizard: nothing is written before what would change was shown. */
const stepNames = ['When', 'What', 'Check', 'Run', 'Report']

/** A return of this view, with what it was to bring back. */
interface Ended {
  readonly run: MomentRun
  readonly files: readonly MomentChange[]
}

/** How a folder or site was at a moment: what changed since, and the way back, for all of it or a choice. */
export function MomentView({ path }: ToolViewProps) {
  const [wanted] = useState(() => wantedMoment(path))
  const [chosen, setChosen] = useState<Chosen>(() => firstChoice(wanted))
  const [excluded, setExcluded] = useState<ReadonlySet<string>>(new Set())
  const [trashAdded, setTrashAdded] = useState(wanted?.trashAdded ?? false)
  const [busy, setBusy] = useState(false)
  const [ended, setEnded] = useState<Ended | null>(null)
  const { changes, reload } = useChanges(path, chosen.moment, busy)
  const view = useRef<HTMLDivElement>(null)
  // not while drawing: what React draws twice would find it only once
  useEffect(() => forgetMoment(path), [path])
  useEffect(() => {
    if (view.current) takeFocus(view.current)
  }, [])

  const isOpen = ({ kind }: MomentChange) => !busy && (kind !== 'added' || trashAdded)
  const isChosen = (change: MomentChange) =>
    (change.kind !== 'added' || trashAdded) && !excluded.has(change.id)
  const all = changes.status === 'ready' ? changes.changes : []
  const ticked = all.filter(isChosen)
  const possible = all.filter(({ kind }) => kind !== 'added' || trashAdded)
  const added = all.filter(({ kind }) => kind === 'added').length
  const people = new Set(all.flatMap(({ by }) => by.map(({ email }) => email))).size
  const last = changes.status === 'ready' ? changes.runs[0] : undefined

  const during = async (work: () => Promise<MomentRun | null>, files: readonly MomentChange[] = []) => {
    setBusy(true)
    const run = await work()
    setBusy(false)
    setEnded(run && { run, files })
    reload()
  }
  const choose = (next: Chosen) => {
    setEnded(null)
    setChosen(next)
    setExcluded(new Set())
  }
  const check = (change: MomentChange, checked: boolean) => {
    setEnded(null)
    setExcluded((before) => {
      const next = new Set(before)
      if (checked) next.delete(change.id)
      else next.add(change.id)
      return next
    })
  }
  const report = last && ended?.run.id === last.id && ended.files.length > 0 ? ended : null
  const step = busy ? 3 : report ? 4 : changes.status === 'ready' ? 2 : 0

  return (
    <div ref={view} tabIndex={-1} className={classes.view}>
      <ViewHead
        title={`Bring “${nameOf(path)}” back to a moment`}
        lead={`As it was on ${fullTime(chosen.moment)}`}
      >
        <WizardSteps names={stepNames} current={step} />
        <MomentPicker chosen={chosen} onChange={choose} />
      </ViewHead>
      {last && isWorthTelling(last) && (
        <Report
          run={last}
          busy={busy}
          onUndo={() => void during(() => takeBack(last))}
          onResume={() => void during(() => goOn(last))}
          onSave={report && (() => saveText('brought-back.csv', reportCsv(last, report.files), 'text/csv'))}
        />
      )}
      {changes.status === 'loading' && <Waiting what="what changed" />}
      {changes.status === 'failed' && (
        <State
          tone="bad"
          title={changes.forbidden ? 'You may not see what lies here' : 'What changed cannot be shown'}
          onAgain={reload}
        >
          {changes.message}
        </State>
      )}
      {changes.status === 'ready' && all.length === 0 && (
        <State icon={<IconHistory size={20} stroke={1.5} />} title="Everything is as it was then">
          Nothing in “{nameOf(path)}” differs from how it was on {fullTime(chosen.moment)}. Choose an earlier
          moment.
        </State>
      )}
      {changes.status === 'ready' && all.length > 0 && (
        <>
          <div className={classes.bar}>
            <Checkbox
              size="xs"
              label={`${filesWords(all.length)} changed since then, by ${people === 1 ? '1 person' : `${people} people`}`}
              checked={ticked.length > 0 && ticked.length === possible.length}
              indeterminate={ticked.length > 0 && ticked.length < possible.length}
              disabled={busy || possible.length === 0}
              onChange={(event) =>
                setExcluded(event.currentTarget.checked ? new Set() : new Set(all.map(({ id }) => id)))
              }
            />
          </div>
          <ChangeList
            scope={path}
            moment={chosen.moment}
            changes={all}
            isChosen={isChosen}
            isOpen={isOpen}
            onCheck={check}
            onMoment={(moment) => choose({ id: 'other', moment })}
          />
          <footer className={classes.foot}>
            <Checkbox
              size="xs"
              label={`Put ${added === 1 ? 'the file' : `the ${filesWords(added)}`} made since into the trash`}
              checked={trashAdded}
              disabled={busy || added === 0}
              onChange={(event) => setTrashAdded(event.currentTarget.checked)}
            />
            <p>What is replaced stays as a version, and all of it can be undone at once.</p>
            {busy && <Loader size={16} aria-label="Bringing back" />}
            <Button
              disabled={busy || ticked.length === 0}
              onClick={() =>
                void during(
                  () =>
                    goBack(path, { moment: chosen.moment, files: ticked.map(({ id }) => id), trashAdded }),
                  ticked
                )
              }
            >
              Bring back {filesWords(ticked.length)}
            </Button>
          </footer>
        </>
      )}
    </div>
  )
}

function firstChoice(wanted: WantedMoment | null): Chosen {
  if (wanted !== null) return { id: 'other', moment: wanted.moment }
  const preset = presets.find(({ id }) => id === 'yesterday')
  return { id: 'yesterday', moment: preset?.at(Date.now()) ?? Date.now() }
}

/** What needs something from the person, and what was done a short while ago. */
function isWorthTelling({ state, startedAt }: MomentRun): boolean {
  return state === 'interrupted' || (state !== 'undone' && Date.now() - startedAt < 3_600_000)
}
