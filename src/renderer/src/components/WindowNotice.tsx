import type { Icon } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import classes from './WindowNotice.module.css'

interface WindowNoticeProps {
  /** For screen readers. */
  readonly label: string
  readonly icon: Icon
  /** `alert` is read out at once. */
  readonly role: 'status' | 'alert'
  /** `bad` where something is about to fail. */
  readonly tone?: 'warn' | 'bad'
  readonly text: string
  /** Buttons. */
  readonly children: ReactNode
}

/** A line below the top bar that concerns the whole window. It takes the keyboard from nobody. */
export function WindowNotice({ label, icon: Sign, role, tone = 'warn', text, children }: WindowNoticeProps) {
  return (
    <section className={classes.notice} data-tone={tone} aria-label={label} role={role}>
      <Sign size={16} stroke={1.5} aria-hidden="true" />
      <span className={classes.said}>{text}</span>
      {children}
    </section>
  )
}
