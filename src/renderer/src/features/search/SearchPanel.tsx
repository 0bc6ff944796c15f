import { IconBookmark, IconDownload, IconLetterCase, IconReplace, IconX } from '@tabler/icons-react'
import type { KeyboardEvent } from 'react'
import { isEnter, isEscape } from '../../components/keys'
import { IconButton } from '../../workbench/IconButton'
import { useSide } from '../../workbench/panels'
import { useAsking } from './asking'
import { Chips } from './Chips'
import { exportHits } from './export-hits'
import { FoundList } from './FoundList'
import { Notes } from './Notes'
import { QuestionField } from './QuestionField'
import classes from './Search.module.css'
import { replaceTicked, useReplaceAsking } from './replace-asking'
import { updateReplace, useReplaceState } from './replace-state'
import { ReplaceFields } from './ReplaceFields'
import { ReplaceList } from './ReplaceList'
import { forgetSearch, isSaved, saveSearch, useSavedSearches } from './saved-searches'
import { leaveSearch, showReplace } from './show'
import { updateSearch, useSearchState } from './search-state'
import { Status } from './Status'

/** Everything that says what is asked for, file by file, in the place of the content (FI9). */
export function SearchPanel() {
  const isShown = useSide() === 'search'
  const { isOn } = useReplaceState()
  useAsking(isShown && !isOn)
  useReplaceAsking(isShown && isOn)
  return isShown ? <Shown /> : null
}

function Shown() {
  const state = useSearchState()
  const { isOn } = useReplaceState()
  const isKept = isSaved(state, useSavedSearches())
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.defaultPrevented) return
    if (isOn && isEnter(event) && (event.ctrlKey || event.metaKey)) {
      event.preventDefault()
      return void replaceTicked()
    }
    if (!isEscape(event)) return
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
        <IconButton
          label="Replace what is found"
          command="search.replace"
          pressed={isOn}
          onClick={() => (isOn ? updateReplace({ isOn: false }) : showReplace())}
        >
          <IconReplace size={16} stroke={1.5} />
        </IconButton>
        <IconButton
          label={isKept ? 'Forget this saved search' : 'Save this search'}
          pressed={isKept}
          disabled={state.query.trim() === ''}
          onClick={() => (isKept ? forgetSearch(state) : saveSearch(state))}
        >
          <IconBookmark size={16} stroke={1.5} />
        </IconButton>
        <IconButton
          label="Save what was found as CSV"
          command="search.export"
          disabled={isOn || state.answer === null || state.answer.hits.length === 0}
          onClick={() => void exportHits()}
        >
          <IconDownload size={16} stroke={1.5} />
        </IconButton>
        <IconButton label="Close the search" shortcut="Escape" onClick={leaveSearch}>
          <IconX size={16} stroke={1.5} />
        </IconButton>
      </div>
      <QuestionField />
      {isOn && <ReplaceFields />}
      <Chips />
      {isOn ? (
        <ReplaceList />
      ) : (
        <>
          <Notes />
          <Status />
          <FoundList />
        </>
      )}
    </section>
  )
}
