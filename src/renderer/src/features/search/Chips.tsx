import { UnstyledButton } from '@mantine/core'
import { hasFilter, shownFilters, withFilter, withoutFilter } from './filters'
import classes from './Search.module.css'
import { updateSearch, useSearchState } from './search-state'
import { caretWanted } from './show'

/** The filters, one chip each: pressed while the question has one; another press takes it out. */
export function Chips() {
  const { query } = useSearchState()
  const press = (name: string, isPressed: boolean) => {
    updateSearch({ query: isPressed ? withoutFilter(query, name) : withFilter(query, name) })
    caretWanted.notify()
  }
  return (
    <div className={classes.chips} role="group" aria-label="Filters">
      {shownFilters.map(({ name, label, hint }) => {
        const isPressed = hasFilter(query, name)
        return (
          <UnstyledButton
            key={name}
            className={classes.chip ?? ''}
            title={`${hint} (${name}:)`}
            aria-pressed={isPressed}
            onClick={() => press(name, isPressed)}
          >
            {label}
          </UnstyledButton>
        )
      })}
    </div>
  )
}
