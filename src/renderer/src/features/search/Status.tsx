import { Button } from '@mantine/core'
import type { SearchAnswer } from '../../../../common/search/answer'
import { numberText } from '../../components/formats'
import { lookOn } from './asking'
import classes from './Search.module.css'
import { updateSearch, useSearchState } from './search-state'

/** How much was found, and whether more may come. */
export function Status() {
  const { answer, problem, waits, isLooking } = useSearchState()
  const words = answer === null ? '' : countOf(answer)
  return (
    <div className={classes.status} role="status" data-waits={waits || undefined}>
      {problem !== null && <p className={classes.problem}>Nothing could be searched: {problem}</p>}
      {words !== '' && <span>{words}</span>}
      {answer?.state.kind === 'reading' && <p>{readingText(answer.state)}</p>}
      {answer?.state.kind === 'looking' && (
        <p>
          Looked through {numberText(answer.state.looked)} of {numberText(answer.state.of)} files.{' '}
          {isLooking ? (
            <Button variant="subtle" size="compact-xs" onClick={() => updateSearch({ isLooking: false })}>
              Stop
            </Button>
          ) : (
            <Button variant="subtle" size="compact-xs" disabled={waits} onClick={() => void lookOn()}>
              Go on
            </Button>
          )}
        </p>
      )}
    </div>
  )
}

function countOf({ hits, total, totalIs, next }: SearchAnswer): string {
  if (hits.length === 0) return ''
  const count = Math.max(total, hits.length)
  // of one file several may be found
  const what = hits[0]?.was?.kind === 'history' ? 'version' : 'file'
  if (totalIs === 'at-least' && next !== undefined) return `More than ${numberText(count)} ${what}s`
  return count === 1 ? `1 ${what}` : `${numberText(count)} ${what}s`
}

function readingText({ read, of }: { readonly read?: number; readonly of?: number }): string {
  const how = read === undefined || of === undefined ? '' : ` (${numberText(read)} of ${numberText(of)})`
  return `The workspace is still being read${how}: what is not read yet is found by its name alone.`
}
