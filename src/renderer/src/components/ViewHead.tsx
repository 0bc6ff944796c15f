import type { ReactNode } from 'react'
import classes from './ViewHead.module.css'

interface ViewHeadProps {
  readonly title: string
  /** A sentence below it. */
  readonly lead?: string | undefined
  /** Steps and buttons, at the other end of the line. */
  readonly children?: ReactNode
}

/** The head of a view that fills the middle of the window: what it is, and what can be done in it. */
export function ViewHead({ title, lead, children }: ViewHeadProps) {
  return (
    <header className={classes.head}>
      <div>
        <h2>{title}</h2>
        {lead !== undefined && <p>{lead}</p>}
      </div>
      {children}
    </header>
  )
}
