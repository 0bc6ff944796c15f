import { Alert, Button } from '@mantine/core'
import { IconArrowLeft } from '@tabler/icons-react'
import { useEffect, useRef, useState, type ReactNode } from 'react'
import { nameOf, type ContentPath, siteOf } from '../../../../common/content/paths'
import { takeFocus } from '../../workbench/typing-ahead'
import { State } from '../../components/State'
import { ViewHead } from '../../components/ViewHead'
import { WizardSteps } from '../../components/WizardSteps'
import { Waiting } from '../../components/Waiting'
import type { ToolViewProps } from '../../workbench/contributions'
import { AtWork, Numbers } from './AtWork'
import { CheckStep } from './CheckStep'
import { useChoice } from './choice'
import { Earlier } from './Earlier'
import { forgetPreset, onPreset, presetOf, type Preset } from './preset'
import { ReportStep } from './ReportStep'
import { stepNames, stepOf } from './steps'
import { forgetTokens } from './unsent'
import { isAtWork, useImports, type Imports, type OpenImport } from './use-import'
import { WhatStep } from './WhatStep'
import { WhereFrom } from './WhereFrom'
import { sourceWords } from './words'
import { numberText } from '../../components/formats'
import atWork from './AtWork.module.css'
import classes from './ImportView.module.css'
import parts from './StepParts.module.css'

/** The import app: five steps from where content comes from to the report of what became of it. */
export function ImportView({ path }: ToolViewProps) {
  const site = siteOf(path)
  const imports = useImports(site)
  const { show } = imports
  const [preset, setPreset] = useState<{ readonly value: Preset | null; readonly round: number }>(() => ({
    value: presetOf(site),
    round: 0
  }))
  useEffect(
    () =>
      onPreset((told) => {
        if (told !== site) return
        const value = presetOf(site)
        forgetPreset(site)
        setPreset(({ round }) => ({ value, round: round + 1 }))
        show(null)
      }),
    [site, show]
  )
  // not while drawing: what React draws twice would find it only once
  useEffect(() => forgetPreset(site), [site])
  const { shown, all } = imports
  if (all === null && imports.problem === null) return <Waiting what="the imports" />
  const isPreset = preset.value !== null && preset.round === 0 && shown !== null && !isAtWork(shown.job)
  const open = isPreset ? null : shown
  return (
    <StepPage at={open?.job.state ?? null}>
      <ViewHead
        title={`Import into ${nameOf(site)}`}
        lead={open ? `From ${sourceWords(open.job)}` : undefined}
      >
        <WizardSteps names={stepNames} current={stepOf(open?.job ?? null)} />
        {open && !isAtWork(open.job) && (
          <Button
            variant="subtle"
            size="compact-sm"
            leftSection={<IconArrowLeft size={14} stroke={1.5} aria-hidden="true" />}
            onClick={() => imports.show(null)}
          >
            All imports
          </Button>
        )}
      </ViewHead>
      {open ? (
        <Step key={open.job.name} site={site} imports={imports} open={open} />
      ) : (
        <div className={classes.scroll}>
          <WhereFrom
            key={preset.round}
            site={site}
            preset={preset.value}
            busy={imports.busy}
            problem={imports.problem}
            onStart={(request) => {
              setPreset({ value: null, round: preset.round + 1 })
              void imports.start(request).then((begun) => begun && forgetTokens(site))
            }}
          />
          <Earlier all={all ?? []} onShow={imports.show} onRemove={(name) => void imports.remove(name)} />
        </div>
      )}
    </StepPage>
  )
}

/** Takes the keyboard when it opens, and again when a step took away the button that had it. */
function StepPage({ at, children }: { readonly at: string | null; readonly children: ReactNode }) {
  const page = useRef<HTMLDivElement>(null)
  const isFirst = useRef(true)
  useEffect(() => {
    const isLost = document.activeElement === null || document.activeElement === document.body
    if (page.current && (isFirst.current || isLost)) takeFocus(page.current)
    isFirst.current = false
  }, [at])
  return (
    <div ref={page} tabIndex={-1} className={classes.view}>
      {children}
    </div>
  )
}

interface StepProps {
  readonly site: ContentPath
  readonly imports: Imports
  readonly open: OpenImport
}

function Step({ site, imports, open }: StepProps) {
  const { job, items, left } = open
  const { busy, problem, act } = imports
  const cancel = () => void act('cancel').then(() => imports.show(null))
  return (
    <div className={classes.step}>
      {problem !== null && (
        <Alert color="red" role="alert" className={parts.note ?? ''}>
          {problem}
        </Alert>
      )}
      {isAtWork(job) ? (
        <AtWork
          job={job}
          left={left}
          busy={busy}
          onPause={job.state === 'running' || job.state === 'validating' ? () => void act('pause') : null}
          onCancel={() => void act('cancel')}
        />
      ) : job.state === 'paused' ? (
        <Paused open={open} imports={imports} />
      ) : job.state === 'failed' ? (
        <State
          tone="bad"
          title="The import could not go on"
          actions={
            <>
              <Button onClick={() => void act('resume')} loading={busy}>
                Try again
              </Button>
              <Button variant="default" onClick={() => imports.show(null)}>
                Begin anew
              </Button>
            </>
          }
        >
          {job.error}
        </State>
      ) : (
        <Chosen
          key={`${job.state} ${items.length}`}
          site={site}
          imports={imports}
          open={open}
          onCancel={cancel}
        />
      )}
    </div>
  )
}

/** The steps at which a person decides. */
function Chosen({ site, imports, open, onCancel }: StepProps & { readonly onCancel: () => void }) {
  const { job, items } = open
  const { busy, act } = imports
  const choice = useChoice(job.name, items)
  const leaveOut = [...choice.leftOut]
  if (job.state === 'listed')
    return (
      <WhatStep
        job={job}
        items={items}
        choice={choice}
        busy={busy}
        onCheck={() => void act('check', { leaveOut })}
        onCancel={onCancel}
      />
    )
  if (job.state === 'checked') {
    return (
      <CheckStep
        site={site}
        job={job}
        items={items}
        choice={choice}
        busy={busy}
        onRun={(replace) => void act('run', { leaveOut, replace })}
        onCheck={(hosts) => void act('check', { leaveOut, hosts: [...hosts] })}
        onCancel={onCancel}
      />
    )
  }
  return (
    <ReportStep
      job={job}
      items={items}
      busy={busy}
      onCheck={() => void act('check')}
      onNew={() => imports.show(null)}
    />
  )
}

function Paused({ open: { job }, imports }: Pick<StepProps, 'open' | 'imports'>) {
  const { done, total } = job.progress
  return (
    <div className={atWork.work}>
      <h3>Paused</h3>
      {job.error !== undefined && (
        <Alert color="red" role="alert">
          {job.error}
        </Alert>
      )}
      <p>
        {numberText(done)} of {numberText(total)} are done. It goes on where it stopped, also after Galley was
        closed.
      </p>
      <Numbers job={job} />
      <div className={atWork.buttons}>
        <Button loading={imports.busy} onClick={() => void imports.act('resume')}>
          Go on
        </Button>
        <Button variant="default" disabled={imports.busy} onClick={() => void imports.act('cancel')}>
          Cancel
        </Button>
      </div>
    </div>
  )
}
