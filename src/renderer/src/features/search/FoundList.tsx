import { useVirtualizer } from '@tanstack/react-virtual'
import { useEffect, useMemo, useRef, type KeyboardEvent } from 'react'
import { hitKey } from '../../../../common/search/answer'
import { isEnter } from '../../components/keys'
import { useRowKeys } from '../../components/row-keys'
import { useTree } from '../../engines/tree/tree-store'
import { askMore } from './asking'
import { FoundRow } from './FoundRow'
import { stepsFor } from './list-steps'
import { Nothing } from './Nothing'
import { searchRows, type SearchRow } from './rows'
import classes from './Search.module.css'
import { sameQuestion, updateSearch, useSearchState } from './search-state'
import { fold, openRow, unfold, walk } from './walking'

const keyOf = ({ key }: SearchRow) => key
const HEIGHT = 24
/** So many rows before the end the next page is asked for. */
const EARLY = 30

/** What was found, by file: a tree of two levels, of which only what is in view is drawn. */
export function FoundList() {
  const state = useSearchState()
  const { answer, chosen, waits } = state
  const root = useTree((current) => current.root)
  const rows = useMemo(() => searchRows(state), [state])
  const scroller = useRef<HTMLDivElement>(null)
  const getItemKey = useRowKeys(rows, keyOf)
  // eslint-disable-next-line react-hooks/incompatible-library -- the virtualizer is read in this component only
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => HEIGHT,
    getItemKey,
    overscan: 8,
    initialRect: { width: 300, height: 600 }
  })
  const at = rows.findIndex(({ key }) => key === chosen)
  useEffect(() => {
    if (at >= 0) virtual.scrollToIndex(at, { align: 'auto' })
  }, [virtual, at])
  const items = virtual.getVirtualItems()
  const isNearEnd = (items.at(-1)?.index ?? 0) >= rows.length - EARLY
  // what is looked through file by file goes on when somebody says so
  const goesOn = answer?.next !== undefined && answer.state.kind !== 'looking'
  useEffect(() => {
    if (isNearEnd && goesOn && !waits) void askMore()
  }, [isNearEnd, goesOn, waits])

  if (answer === null || answer.hits.length === 0) return <Nothing />
  const row = rows[at]
  const onKeyDown = (event: KeyboardEvent) => {
    const steps = stepsFor(event.key, rows.length, scroller.current, HEIGHT)
    if (steps !== 0) walk(steps)
    else if (event.key === 'ArrowLeft' && row) foldOrRise(row)
    else if (event.key === 'ArrowRight' && row) unfold(row)
    else if (isEnter(event) && row) openRow(row)
    else return
    event.preventDefault()
  }
  const isOld = !sameQuestion(answer.asked, state)
  return (
    <div
      ref={scroller}
      role="tree"
      aria-label="What was found"
      aria-busy={waits}
      tabIndex={0}
      data-search-found
      data-old={isOld || undefined}
      className={classes.found}
      aria-activedescendant={row ? `search-row-${at}` : undefined}
      onFocus={() => {
        if (at < 0) walk(0)
      }}
      onKeyDown={onKeyDown}
    >
      <div role="none" style={{ height: virtual.getTotalSize(), position: 'relative' }}>
        {items.map(({ index, start }) => {
          const one = rows[index]
          return one ? (
            <FoundRow
              key={one.key}
              id={`search-row-${index}`}
              row={one}
              root={root}
              isChosen={one.key === chosen}
              top={start}
              onClick={() => {
                if (one.kind !== 'file') return openRow(one)
                updateSearch({ chosen: one.key })
                if (one.hit.places.length === 0) openRow(one)
                else if (one.isFolded) unfold(one)
                else fold(one)
              }}
              onDoubleClick={() => openRow(one)}
            />
          ) : null
        })}
      </div>
    </div>
  )
}

/** From a place to its file, which folds with the next press. */
function foldOrRise(row: SearchRow): void {
  if (row.kind === 'file') fold(row)
  else updateSearch({ chosen: hitKey(row.hit) })
}
