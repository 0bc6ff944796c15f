import { Button } from '@mantine/core'
import { openCompare } from '../../../app/workbench'
import { useWorkspace } from '../../../api'
import { useNow } from '../../history/useNow'
import { exactTime } from '../../history/times'
import { blameWords } from './blame-words'
import type { BlameFinder } from './find-blame'
import { useBlameFinder } from './useBlame'
import classes from '../views/Views.module.css'

/** Asks who last changed something, and says it. */
export function BlameLine({ find }: { readonly find: BlameFinder }) {
  const [state, ask] = useBlameFinder(find)
  const me = useWorkspace()?.owner?.email
  const now = useNow()
  if (state.kind === 'told') {
    const { result } = state
    return (
      <span className={classes.blame} role="status">
        <span title={result.kind === 'not-found' ? undefined : exactTime(result.at)}>
          {blameWords(result, me, now)}
        </span>{' '}
        {result.kind === 'changed' && (
          <Button
            size="compact-xs"
            variant="subtle"
            onClick={() =>
              openCompare(result.between.after.path, result.between.before, result.between.after)
            }
          >
            See that change
          </Button>
        )}
      </span>
    )
  }
  return (
    <span className={classes.blame}>
      {state.kind === 'failed' && <span role="alert">{state.message} </span>}
      <Button size="compact-xs" variant="subtle" loading={state.kind === 'looking'} onClick={ask}>
        Who changed this last?
      </Button>
    </span>
  )
}
