import type { ReactNode } from 'react'
import type { RowPlace } from './RowTree'
import classes from './RowTree.module.css'

interface TreeRowProps {
  readonly place: RowPlace
  /** A file is of the first level, a place in it of the second. */
  readonly level: 1 | 2
  /** Absent for what has nothing below it. */
  readonly isOpen?: boolean | undefined
  /** Absent for what cannot be ticked. */
  readonly ticked?: boolean | 'mixed' | undefined
  readonly title?: string | undefined
  readonly onClick: () => void
  readonly onDoubleClick?: () => void
  readonly children: ReactNode
}

/** One line; keys are those of the tree. */
export function TreeRow(props: TreeRowProps) {
  const { place, level, isOpen, ticked, title, onClick, onDoubleClick, children } = props
  return (
    // eslint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus -- keys are handled by the tree
    <div
      id={place.id}
      role="treeitem"
      aria-level={level}
      aria-selected={place.isChosen}
      aria-checked={ticked}
      aria-expanded={isOpen}
      title={title}
      className={classes.row}
      data-level={level}
      style={{ transform: `translateY(${place.top}px)` }}
      onClick={onClick}
      onDoubleClick={onDoubleClick}
    >
      {children}
    </div>
  )
}
