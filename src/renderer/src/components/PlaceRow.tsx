import type { ReactNode } from 'react'
import classes from './PlaceRow.module.css'

interface PlaceRowProps {
  /** Before the words. */
  readonly sign?: ReactNode
  readonly words: ReactNode
  /** Below them, a line each; empty ones are left out. */
  readonly details?: readonly ReactNode[]
  /** Where it is, behind them. */
  readonly place?: string
  /** The same for who hears it. */
  readonly placeLabel?: string
  readonly title?: string | undefined
  /** Words and details are one line each, whatever they say. */
  readonly isCut?: boolean
  readonly onClick: () => void
}

/** A line of a list that leads to a place: a problem, a link. Arrows may walk them (`data-row`). */
export function PlaceRow(props: PlaceRowProps) {
  const { sign, words, details = [], place, placeLabel, title, isCut = false, onClick } = props
  return (
    <button
      type="button"
      data-row
      data-cut={isCut || undefined}
      className={classes.row}
      title={title}
      onClick={onClick}
    >
      {sign}
      <span className={classes.words}>
        <span className={classes.name}>{words}</span>
        {details.map(
          (detail, at) =>
            detail !== '' &&
            detail != null && (
              <span key={at} className={classes.detail}>
                {detail}
              </span>
            )
        )}
      </span>
      {place !== undefined && (
        <span className={classes.place} aria-label={placeLabel}>
          {place}
        </span>
      )}
    </button>
  )
}

/** The list that such lines are in. */
export function PlaceList({ label, children }: { readonly label?: string; readonly children: ReactNode }) {
  return (
    <ul className={classes.list} aria-label={label}>
      {children}
    </ul>
  )
}

/** What can be done about a line, below its words. */
export const PlaceActions = ({ children }: { readonly children: ReactNode }) => (
  <div className={classes.actions}>{children}</div>
)
