import { useVirtualizer } from '@tanstack/react-virtual'
import { useEffect, useMemo, useRef, type KeyboardEvent } from 'react'
import { contentPath } from '../../../../common/content/paths'
import { isEnter } from '../../components/keys'
import { useRowKeys } from '../../components/row-keys'
import { goTo } from '../../documents/go-to'
import { reveal, useTree } from '../../engines/tree/tree-store'
import { openDocument } from '../../workbench/workbench'
import { replaceRows, toggled, type ReplaceRow } from './replace-rows'
import { replaceNow, updateReplace, useReplaceState } from './replace-state'
import { ReplaceLine } from './ReplaceLine'
import classes from './Search.module.css'
import { stepsFor } from './list-steps'

const keyOf = ({ key }: ReplaceRow) => key
const HEIGHT = 24

/** What would be replaced, by file, before and after; each file and place with its box (RP6). */
export function ReplaceList() {
  const { told, left, folded, chosen, waits } = useReplaceState()
  const root = useTree((current) => current.root)
  const rows = useMemo(
    () =>
      replaceRows({
        found: told?.found ?? [],
        cannot: told?.cannot ?? [],
        breaks: told?.breaks ?? [],
        left,
        folded
      }),
    [told, left, folded]
  )
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
  if (rows.length === 0) return null
  const row = rows[at]
  const walk = (steps: number) => {
    const next = rows[Math.min(rows.length - 1, Math.max(0, at < 0 ? 0 : at + steps))]
    if (next) updateReplace({ chosen: next.key })
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const steps = stepsFor(event.key, rows.length, scroller.current, HEIGHT)
    if (event.ctrlKey || event.metaKey || event.altKey) return
    if (steps !== 0) walk(steps)
    else if (event.key === ' ' && row) toggle(row)
    else if (event.key === 'ArrowLeft' && row) foldOrRise(row)
    else if (event.key === 'ArrowRight' && row) setFolded(row, false)
    else if (isEnter(event) && row) open(row)
    else return
    event.preventDefault()
  }
  return (
    <div
      ref={scroller}
      role="tree"
      aria-label="What would be replaced"
      aria-busy={waits}
      tabIndex={0}
      data-replace-found
      className={classes.found}
      aria-activedescendant={row ? `replace-row-${at}` : undefined}
      onFocus={() => {
        if (at < 0) walk(0)
      }}
      onKeyDown={onKeyDown}
    >
      <div role="none" style={{ height: virtual.getTotalSize(), position: 'relative' }}>
        {virtual.getVirtualItems().map(({ index, start }) => {
          const one = rows[index]
          return one ? (
            <ReplaceLine
              key={one.key}
              id={`replace-row-${index}`}
              row={one}
              root={root}
              isChosen={one.key === chosen}
              top={start}
              onToggle={() => {
                updateReplace({ chosen: one.key })
                toggle(one)
              }}
              onClick={() => {
                updateReplace({ chosen: one.key })
                if ('isFolded' in one) setFolded(one, !one.isFolded)
                else open(one)
              }}
            />
          ) : null
        })}
      </div>
    </div>
  )
}

const toggle = (row: ReplaceRow) => updateReplace({ left: toggled(row, replaceNow().left) })

function setFolded(row: ReplaceRow, isFolded: boolean): void {
  if (!('isFolded' in row)) return
  const folded = new Set(replaceNow().folded)
  if (isFolded) folded.add(row.key)
  else folded.delete(row.key)
  updateReplace({ folded })
}

/** From a place to its file, which folds with the next press. */
function foldOrRise(row: ReplaceRow): void {
  if (row.kind === 'place' || row.kind === 'more') updateReplace({ chosen: row.file.path })
  else setFolded(row, true)
}

function open(row: ReplaceRow): void {
  if (row.kind === 'stays') return
  const path = contentPath(row.kind === 'stay' ? row.one.path : row.file.path)
  const place =
    row.kind === 'stay' ? row.one.at : row.kind === 'place' ? row.place.at : row.file.places[0]?.at
  if (place) goTo(path, place)
  else openDocument(path)
  void reveal(path)
}
