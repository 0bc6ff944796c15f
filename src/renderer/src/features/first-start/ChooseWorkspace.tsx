import { Button, UnstyledButton } from '@mantine/core'
import { IconFolder } from '@tabler/icons-react'
import { useState } from 'react'
import type { StartState } from '../../../../common/bridge'
import { reloadWorkspace, sentenceOf } from '../../api'
import { desktop } from '../../workbench/bridge'
import { RestoreForm } from '../backup'
import { askAboutPlace, placeWasTold } from '../health'
import classes from './FirstStart.module.css'
import { finishSetUp } from './finish'
import { Page } from './Page'
import type { OpenProblem } from './problem'
import { ProblemBox } from './ProblemBox'
import { StartForm } from './StartForm'

interface ChooseWorkspaceProps {
  readonly state: Extract<StartState, { kind: 'choose' }>
  /** A workspace is open now. */
  readonly onOpened: () => void
}

/** Before a workspace is open: the first start, or choosing another one when the last could not be opened. */
export function ChooseWorkspace({ state, onOpened }: ChooseWorkspaceProps) {
  const [problem, setProblem] = useState<OpenProblem | null>(state.problem ?? null)
  const [fresh, setFresh] = useState(!state.problem && state.recent.length === 0)
  const [isRestoring, setRestoring] = useState(false)
  const [busy, setBusy] = useState<string | null>(null)

  const open = async (location: string): Promise<OpenProblem | null> => {
    const result = await desktop()?.call('openWorkspace', location)
    if (result?.ok) return null
    return {
      location,
      reason: result?.reason ?? 'internal',
      message: result?.message ?? 'The desktop did not answer.'
    }
  }
  const openExisting = async (location: string, after = () => Promise.resolve()) => {
    setBusy(location)
    const failed = await open(location)
    setBusy(null)
    setProblem(failed)
    if (failed) return
    await after()
    onOpened()
  }
  const browse = async () => {
    const chosen = await desktop()?.call('chooseFolder', 'Open a workspace')
    if (!chosen || !(await askAboutPlace(chosen))) return
    await openExisting(chosen, placeWasTold)
  }
  const create = async (location: string, finish: () => Promise<void>) => {
    try {
      const failed = await open(location)
      if (failed) return { message: failed.message }
      const { owner } = await reloadWorkspace()
      if (!owner) await finish()
      // it stood below the field
      await placeWasTold()
      onOpened()
      return null
    } catch (error) {
      return { message: sentenceOf(error) }
    }
  }

  if (isRestoring) {
    return (
      <Page
        title="Restore from a backup"
        lead="A new workspace is made of it, with everything that was in it."
      >
        <RestoreForm
          beside={state.suggested}
          onRestored={async (location) => {
            const failed = await open(location)
            if (!failed) onOpened()
            return failed?.message ?? null
          }}
        />
        <div className={classes.actions}>
          <Button variant="subtle" onClick={() => setRestoring(false)}>
            Back
          </Button>
        </div>
      </Page>
    )
  }
  if (fresh) {
    return (
      <Page
        title="Welcome to Galley"
        lead="Everything you write is kept on this computer, with every version. A few questions and you can start."
      >
        <StartForm
          suggested={state.suggested}
          onSubmit={({ owner, sample, location }) => create(location, () => finishSetUp(owner, sample))}
        />
        <div className={classes.actions}>
          {(state.recent.length > 0 || problem) && (
            <Button variant="subtle" onClick={() => setFresh(false)}>
              Back
            </Button>
          )}
          <Button variant="subtle" onClick={() => setRestoring(true)}>
            Restore from a backup…
          </Button>
        </div>
      </Page>
    )
  }
  return (
    <Page title="Open a workspace" lead="A workspace is a folder that holds your content and its history.">
      {problem && (
        <ProblemBox
          problem={problem}
          busy={busy === problem.location}
          onRetry={() => void openExisting(problem.location)}
        />
      )}
      {state.recent.length > 0 && (
        <>
          <p className={classes.label} id="recent">
            Recent
          </p>
          <ul className={classes.recent} aria-labelledby="recent">
            {state.recent.map((location) => (
              <li key={location}>
                <UnstyledButton disabled={busy !== null} onClick={() => void openExisting(location)}>
                  <IconFolder size={16} stroke={1.5} aria-hidden="true" />
                  <div>
                    <b>{location.split(/[\\/]/).at(-1)}</b>
                    <span>{location}</span>
                  </div>
                </UnstyledButton>
              </li>
            ))}
          </ul>
        </>
      )}
      <div className={classes.actions}>
        <Button variant="default" onClick={() => void browse()}>
          Open a folder…
        </Button>
        <Button variant="default" onClick={() => setFresh(true)}>
          New workspace…
        </Button>
        <Button variant="default" onClick={() => setRestoring(true)}>
          Restore from a backup…
        </Button>
      </div>
    </Page>
  )
}
