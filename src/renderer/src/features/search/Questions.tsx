import { UnstyledButton } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { IconButton } from '../../workbench/IconButton'
import { lastQuestions } from './last-questions'
import { forgetSearch, useSavedSearches } from './saved-searches'
import classes from './Search.module.css'
import { updateSearch, type Asked } from './search-state'

/** Nothing is asked: what was saved, and what was asked lately. */
export function Questions() {
  const saved = useSavedSearches()
  const last = lastQuestions()
  return (
    <div className={classes.nothing}>
      {saved.length + last.length === 0 && (
        <p>
          Words, “phrases”, /patterns/, -without and OR. The filters above choose among what was found;{' '}
          <kbd>F4</kbd> goes from one place to the next.
        </p>
      )}
      {saved.length > 0 && <h3 className={classes.subtitle}>Saved</h3>}
      {saved.map((asked) => (
        <div key={`${asked.query} ${asked.isCase} ${asked.isWord}`} className={classes.saved}>
          <UnstyledButton className={classes.last ?? ''} onClick={() => updateSearch(asked)}>
            {asked.query}
            {howText(asked)}
          </UnstyledButton>
          <IconButton label={`Forget ${asked.query}`} onClick={() => forgetSearch(asked)}>
            <IconX size={14} stroke={1.5} />
          </IconButton>
        </div>
      ))}
      {last.length > 0 && <h3 className={classes.subtitle}>Asked lately</h3>}
      {last.map((one) => (
        <UnstyledButton key={one} className={classes.last ?? ''} onClick={() => updateSearch({ query: one })}>
          {one}
        </UnstyledButton>
      ))}
    </div>
  )
}

function howText({ isCase, isWord }: Asked): string {
  const how = [...(isCase ? ['capitals count'] : []), ...(isWord ? ['whole words'] : [])]
  return how.length === 0 ? '' : ` (${how.join(', ')})`
}
