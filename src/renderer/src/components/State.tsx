import type { ReactNode } from 'react'
import classes from './State.module.css'

interface StateProps {
  readonly icon?: ReactNode
  readonly title: string
  readonly children?: ReactNode
  readonly actions?: ReactNode
  readonly tone?: 'calm' | 'bad'
}

/** What a place shows when it has no content: what is the matter, and the next step. */
export function State({ icon, title, children, actions, tone = 'calm' }: StateProps) {
  return (
    <div className={classes.state} data-tone={tone} role={tone === 'bad' ? 'alert' : undefined}>
      {icon && (
        <div className={classes.icon} aria-hidden="true">
          {icon}
        </div>
      )}
      <p className={classes.title}>{title}</p>
      {children && <div className={classes.text}>{children}</div>}
      {actions && <div className={classes.actions}>{actions}</div>}
    </div>
  )
}
