import { Button } from '@mantine/core'
import { searchPasts } from '../../../../common/search/filters'
import { useTree } from '../../engines/tree/tree-store'
import { choosing, hasFilter, hasValue, withFilter, withoutFilters } from './filters'
import { Questions } from './Questions'
import classes from './Search.module.css'
import { sameQuestion, updateSearch, useSearchState } from './search-state'

/** Nothing asked: what was saved, and asked lately. Nothing found: what may help. */
export function Nothing() {
  const state = useSearchState()
  const { answer, query, problem } = state
  if (query.trim() === '') return <Questions />
  if (problem !== null || !answer || !sameQuestion(answer.asked, state)) return null
  if (answer.state.kind === 'looking') return null
  // a question that nothing was looked for is told by its notes
  if (answer.notes.some(({ kind }) => kind === 'no-words' || kind === 'only-not' || kind === 'bad-pattern'))
    return null
  return <NotFound meant={answer.meant} />
}

function NotFound({ meant }: { readonly meant: string | undefined }) {
  const { query, isCase, isWord } = useSearchState()
  const root = useTree((current) => current.root)
  const bare = withoutFilters(query)
  const isFiltered = choosing.some(({ name }) => hasFilter(query, name)) && bare !== ''
  const isEverywhere = hasValue(query, 'in', 'everywhere') || root === null
  const isPast = searchPasts.some((past) => hasValue(query, 'in', past))
  const look = (value: string) => updateSearch({ query: `${withFilter(query, 'in')}${value}` })
  return (
    <div className={classes.nothing}>
      <p>
        {isPast ? 'Nothing that was' : 'Nothing here'} says “{query.trim()}”.
      </p>
      <div className={classes.ways}>
        {meant !== undefined && (
          <Button variant="default" size="xs" onClick={() => updateSearch({ query: meant })}>
            Did you mean “{meant}”?
          </Button>
        )}
        {isFiltered && (
          <Button variant="default" size="xs" onClick={() => updateSearch({ query: bare })}>
            Without the filters
          </Button>
        )}
        {(isCase || isWord) && (
          <Button variant="default" size="xs" onClick={() => updateSearch({ isCase: false, isWord: false })}>
            In any writing
          </Button>
        )}
        {!isEverywhere && (
          <Button variant="default" size="xs" onClick={() => look('everywhere')}>
            In all sites
          </Button>
        )}
        {!isPast && (
          <>
            <Button variant="default" size="xs" onClick={() => look('history')}>
              In what went
            </Button>
            <Button variant="default" size="xs" onClick={() => look('trash')}>
              In the trash
            </Button>
          </>
        )}
      </div>
    </div>
  )
}
