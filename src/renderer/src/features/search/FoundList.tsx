import { useCallback, useMemo } from 'react'
import { hitKey } from '../../../../common/search/answer'
import { isEnter } from '../../components/keys'
import { useTree } from '../../engines/tree/tree-store'
import { askMore } from './asking'
import { FoundRow } from './FoundRow'
import { Nothing } from './Nothing'
import { RowTree } from './RowTree'
import { searchRows, type SearchRow } from './rows'
import { sameQuestion, updateSearch, useSearchState } from './search-state'
import { fold, openRow, unfold } from './walking'

/** What was found, by file. */
export function FoundList() {
  const state = useSearchState()
  const { answer, chosen, waits } = state
  const root = useTree((current) => current.root)
  const rows = useMemo(() => searchRows(state), [state])
  // what is looked through file by file goes on when somebody says so
  const goesOn = answer?.next !== undefined && answer.state.kind !== 'looking' && !waits
  const onNearEnd = useCallback(() => {
    if (goesOn) void askMore()
  }, [goesOn])
  if (answer === null || answer.hits.length === 0) return <Nothing />
  return (
    <RowTree
      name="search"
      label="What was found"
      rows={rows}
      chosen={chosen}
      onChoose={(key) => updateSearch({ chosen: key })}
      isBusy={waits}
      isOld={!sameQuestion(answer.asked, state)}
      onNearEnd={onNearEnd}
      onKey={(event, row) => {
        if (event.key === 'ArrowLeft') foldOrRise(row)
        else if (event.key === 'ArrowRight') unfold(row)
        else if (isEnter(event)) openRow(row)
        else return false
        return true
      }}
      draw={(row, place) => (
        <FoundRow
          key={row.key}
          row={row}
          root={root}
          place={place}
          onClick={() => {
            if (row.kind !== 'file') return openRow(row)
            updateSearch({ chosen: row.key })
            if (row.hit.places.length === 0) openRow(row)
            else if (row.isFolded) unfold(row)
            else fold(row)
          }}
          onDoubleClick={() => openRow(row)}
        />
      )}
    />
  )
}

/** From a place to its file, which folds with the next press. */
function foldOrRise(row: SearchRow): void {
  if (row.kind === 'file') fold(row)
  else updateSearch({ chosen: hitKey(row.hit) })
}
