import { Loader } from '@mantine/core'
import { IconKey, IconPlugConnectedX } from '@tabler/icons-react'
import { useCallback, useEffect, useLayoutEffect, useState } from 'react'
import { assertNever } from '../../../common/errors'
import { onPageKey, useWorkspace } from '../api'
import { State } from '../components/State'
import { useClosing } from '../documents/closing'
import { Placed } from './Placed'
import { startPhase, type Phase } from './start-phase'
import classes from './Startup.module.css'
import { Workbench } from './Workbench'

/** Finds out what the window has to show: choosing a workspace, the first questions, or the workbench. */
export function Startup() {
  const [phase, setPhase] = useState<Phase>({ kind: 'loading' })
  const workspace = useWorkspace()
  const start = useCallback(() => void startPhase().then(setPhase), [])
  useEffect(start, [start])
  useEffect(() => onPageKey(start), [start])
  useClosing()
  useLayoutEffect(() => {
    if (phase.kind !== 'loading') document.getElementById('frame')?.remove()
  }, [phase])

  switch (phase.kind) {
    case 'loading':
      return (
        <div className={classes.opening} role="status" aria-label="Opening the workspace">
          <Loader size={20} className={classes.late ?? ''} />
        </div>
      )
    case 'choose':
      return <Placed at="chooseWorkspace" with={{ state: phase.state, onOpened: start }} />
    case 'signed-out':
      return (
        <main className={classes.page}>
          <State icon={<IconKey size={20} stroke={1.5} />} title="This browser is not signed in">
            Open the link that <code>galley serve</code> printed, or one that somebody made for you. Each
            signs one browser in, once; this page goes on by itself then.
          </State>
        </main>
      )
    case 'failed':
      return (
        <main className={classes.page}>
          <State
            tone="bad"
            icon={<IconPlugConnectedX size={20} stroke={1.5} />}
            title="The workspace cannot be shown"
            onAgain={start}
          >
            {phase.message}
          </State>
        </main>
      )
    case 'ready':
      if (!workspace) return null
      return workspace.owner ? (
        <Workbench workspace={workspace} owner={workspace.owner} />
      ) : (
        <Placed at="firstStart" with={{}} />
      )
    default:
      return assertNever(phase)
  }
}
