import type { ReactNode } from 'react'
import classes from '../sync.module.css'

interface PartProps {
  readonly title: string
  readonly tone?: 'bad'
  readonly isClosed?: boolean
  readonly actions?: ReactNode
  readonly children: ReactNode
}

/** A part of the panel that can be folded away. */
export function Part({ title, tone, isClosed, actions, children }: PartProps) {
  return (
    <div className={classes.partFrame}>
      <details className={classes.part} data-tone={tone} open={!isClosed}>
        <summary>{title}</summary>
        {children}
      </details>
      {actions && <div className={classes.partActions}>{actions}</div>}
    </div>
  )
}
