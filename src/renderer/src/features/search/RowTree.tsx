import { useVirtualizer } from '@tanstack/react-virtual'
import { useEffect, useRef, type KeyboardEvent, type ReactNode } from 'react'
import { useRowKeys } from '../../components/row-keys'
import { stepsFor } from './list-steps'
import classes from './RowTree.module.css'

/** One line of a tree of two levels. */
interface TreeLine {
  readonly key: string
}

interface RowTreeProps<Line extends TreeLine> {
  readonly rows: readonly Line[]
  /** The key of the line that the keyboard is at. */
  readonly chosen: string | null
  readonly onChoose: (key: string) => void
  readonly label: string
  /** What finds the tree in the window. */
  readonly name: 'search' | 'replace'
  readonly isBusy: boolean
  /** What is shown is of another question. */
  readonly isOld?: boolean
  /** Any other key, with the chosen line. @returns whether it meant something */
  readonly onKey: (event: KeyboardEvent, line: Line) => boolean
  /** Some lines before the end are in view. */
  readonly onNearEnd?: () => void
  readonly draw: (line: Line, place: RowPlace) => ReactNode
}

/** Where a line is drawn. */
export interface RowPlace {
  readonly id: string
  readonly isChosen: boolean
  /** Pixels. */
  readonly top: number
}

const keyOf = ({ key }: TreeLine) => key
const HEIGHT = 24
/** So many rows before the end are near it. */
const EARLY = 30

/** Files with their places: a tree of two levels, of which only what is in view is drawn. */
export function RowTree<Line extends TreeLine>(props: RowTreeProps<Line>) {
  const { rows, chosen, onChoose, label, name, isBusy, isOld = false, onKey, onNearEnd, draw } = props
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
  useEffect(() => {
    if (isNearEnd) onNearEnd?.()
  }, [isNearEnd, onNearEnd])
  const line = rows[at]
  const choose = (index: number) => {
    const next = rows[Math.min(rows.length - 1, Math.max(0, index))]
    if (next) onChoose(next.key)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    const steps = stepsFor(event.key, rows.length, scroller.current, HEIGHT)
    if (steps !== 0) choose(at < 0 ? steps - 1 : at + steps)
    else if (!line || !onKey(event, line)) return
    event.preventDefault()
  }
  return (
    <div
      ref={scroller}
      role="tree"
      aria-label={label}
      aria-busy={isBusy}
      tabIndex={0}
      data-found={name}
      data-old={isOld || undefined}
      className={classes.tree}
      aria-activedescendant={line ? `${name}-row-${at}` : undefined}
      onFocus={() => {
        if (at < 0) choose(0)
      }}
      onKeyDown={onKeyDown}
    >
      <div role="none" style={{ height: virtual.getTotalSize(), position: 'relative' }}>
        {items.map(({ index, start }) => {
          const one = rows[index]
          return one && draw(one, { id: `${name}-row-${index}`, isChosen: one.key === chosen, top: start })
        })}
      </div>
    </div>
  )
}
