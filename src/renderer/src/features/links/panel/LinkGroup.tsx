import { Button } from '@mantine/core'
import { useState, type ReactNode } from 'react'
import { PlaceList } from '../../../components/PlaceRow'
import { numberText } from '../../../components/formats'
import classes from './LinksPanel.module.css'

/** Rows that are drawn at once; the others when they are asked for. */
const SHOWN = 100

/** A group of links under its name, with how many there are; nothing where it is empty and has nothing to say. */
export function LinkGroup<T>({
  title,
  rows,
  none,
  row
}: {
  readonly title: string
  readonly rows: readonly T[]
  /** What is said of an empty one. */
  readonly none?: string
  readonly row: (one: T) => ReactNode
}) {
  const [shown, setShown] = useState(SHOWN)
  if (rows.length === 0 && none === undefined) return null
  return (
    <div role="group" aria-label={title} className={classes.group}>
      <h3 className={classes.title}>
        {title}
        {rows.length > 0 && <span className={classes.count}>{numberText(rows.length)}</span>}
      </h3>
      {rows.length === 0 ? (
        <p className={classes.none}>{none}</p>
      ) : (
        <PlaceList>{rows.slice(0, shown).map(row)}</PlaceList>
      )}
      {rows.length > shown && (
        <Button variant="subtle" size="compact-xs" onClick={() => setShown(shown + 10 * SHOWN)}>
          Show more of {numberText(rows.length)}
        </Button>
      )}
    </div>
  )
}
