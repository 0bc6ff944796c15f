import { Button } from '@mantine/core'
import type { StateRef } from '../../workbench/workbench'
import { openCompare } from '../../workbench/workbench'
import { useWorkspace } from '../../api'
import { exactTime } from '../../components/formats'
import { useNow } from '../../components/useNow'
import classes from '../../engines/diff-views/views/Views.module.css'
import { blameWords, lookedWords } from './blame-words'
import type { BlameFinder, BlameResult } from './find-blame'
import { useBlame, type Blaming } from './useBlame'

/** Asks who last changed something, and says it. */
export function BlameLine({ find }: { readonly find: BlameFinder }) {
  return <BlameAnswer blaming={useBlame(find)} />
}

interface BlameAnswerProps {
  readonly blaming: Blaming
  /** Told when the person goes to the change. */
  readonly onLeave?: () => void
}

/** The answer, or how far the search for it has come. */
export function BlameAnswer({ blaming: { state, ask, stop }, onLeave }: BlameAnswerProps) {
  switch (state.kind) {
    case 'told':
      return <Blamed result={state.result} onLeave={onLeave} />
    case 'looking':
      return (
        <span className={classes.blame}>
          <span role="status">{state.looked ? `${lookedWords(state.looked)}…` : 'Looking…'}</span>{' '}
          <Button size="compact-xs" variant="subtle" onClick={stop}>
            Stop
          </Button>
        </span>
      )
    case 'stopped':
      return (
        <span className={classes.blame}>
          <span role="status">{state.looked ? `${lookedWords(state.looked)}.` : 'Stopped.'}</span>{' '}
          <Button size="compact-xs" variant="subtle" onClick={ask}>
            Look further
          </Button>
        </span>
      )
    default:
      return (
        <span className={classes.blame}>
          {state.kind === 'failed' && <span role="alert">{state.message} </span>}
          <Button size="compact-xs" variant="subtle" onClick={ask}>
            {state.kind === 'failed' ? 'Try again' : 'Who changed this last?'}
          </Button>
        </span>
      )
  }
}

interface ToldProps {
  readonly result: BlameResult
  readonly onLeave: (() => void) | undefined
}

function Blamed({ result, onLeave }: ToldProps) {
  const me = useWorkspace()?.owner?.email
  const now = useNow()
  const between = betweenOf(result)
  return (
    <span className={classes.blame}>
      <span role="status" title={'at' in result ? exactTime(result.at) : undefined}>
        {blameWords(result, me, now)}
      </span>{' '}
      {between && (
        <Button
          size="compact-xs"
          variant="subtle"
          onClick={() => {
            onLeave?.()
            openCompare(between.after.path, between.before, between.after)
          }}
        >
          See that change
        </Button>
      )}
    </span>
  )
}

function betweenOf(result: BlameResult): { readonly before: StateRef; readonly after: StateRef } | null {
  return result.kind === 'since-the-start' ? null : result.between
}
