import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import classes from './State.module.css'

interface StateProps {
  readonly icon?: ReactNode
  readonly title: string
  readonly children?: ReactNode
  readonly actions?: ReactNode
  /** What failed is tried again. */
  readonly onAgain?: () => void
  readonly tone?: 'calm' | 'bad'
}

/** What a place shows when it has no content: what is the matter, and the next step. */
export function State({ icon, title, children, actions, onAgain, tone = 'calm' }: StateProps) {
  return (
    <div className={classes.state} data-tone={tone} role={tone === 'bad' ? 'alert' : undefined}>
      {icon && (
        <div className={classes.icon} aria-hidden="true">
          {icon}
        </div>
      )}
      <p className={classes.title}>{title}</p>
      {children && <div className={classes.text}>{children}</div>}
      {(actions ?? onAgain) && (
        <div className={classes.actions}>
          {onAgain && (
            <Button variant="default" onClick={onAgain}>
              Try again
            </Button>
          )}
          {actions}
        </div>
      )}
    </div>
  )
}
