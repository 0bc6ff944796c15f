import { IconLetterCase, IconX } from '@tabler/icons-react'
import type { KeyboardEvent } from 'react'
import { isEscape } from '../../components/keys'
import { IconButton } from '../../workbench/IconButton'
import { useSide } from '../../workbench/panels'
import { useAsking } from './asking'
import { Chips } from './Chips'
import { FoundList } from './FoundList'
import { Notes } from './Notes'
import { QuestionField } from './QuestionField'
import classes from './Search.module.css'
import { leaveSearch } from './show'
import { updateSearch, useSearchState } from './search-state'
import { Status } from './Status'

/** Everything that says what is asked for, file by file, in the place of the content (FI9). */
export function SearchPanel() {
  const isShown = useSide() === 'search'
  useAsking(isShown)
  return isShown ? <Shown /> : null
}

function Shown() {
  const state = useSearchState()
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.defaultPrevented || !isEscape(event)) return
    event.preventDefault()
    leaveSearch()
  }
  return (
    // eslint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- Escape leaves from anywhere in it
    <section className={classes.panel} aria-label="Search" data-search-panel onKeyDown={onKeyDown}>
      <div className={classes.head}>
        <h2 className={classes.title}>Search</h2>
        <IconButton
          label="Capitals count"
          pressed={state.isCase}
          onClick={() => updateSearch({ isCase: !state.isCase })}
        >
          <IconLetterCase size={16} stroke={1.5} />
        </IconButton>
        <IconButton
          label="Whole words"
          pressed={state.isWord}
          onClick={() => updateSearch({ isWord: !state.isWord })}
        >
          <span className={classes.whole} aria-hidden="true" />
        </IconButton>
        <IconButton label="Close the search" shortcut="Escape" onClick={leaveSearch}>
          <IconX size={16} stroke={1.5} />
        </IconButton>
      </div>
      <QuestionField />
      <Chips />
      <Notes />
      <Status />
      <FoundList />
    </section>
  )
}
