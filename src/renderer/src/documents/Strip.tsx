import type { ReactNode } from 'react'
import classes from './Document.module.css'

interface StripProps {
  readonly tone: 'calm' | 'warn' | 'bad'
  readonly icon: ReactNode
  readonly text: string
  readonly children?: ReactNode
}

/** A line above a document: something that happened to it, and what can be done about that. */
export function Strip({ tone, icon, text, children }: StripProps) {
  return (
    <div className={classes.banner} data-tone={tone} role={tone === 'calm' ? 'status' : 'alert'}>
      {icon}
      <span className={classes.said}>{text}</span>
      {children}
    </div>
  )
}
