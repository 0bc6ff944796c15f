import type { ReactNode } from 'react'
import classes from './sync.module.css'

/** Something that waits for a person. */
export function Note({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <section className={classes.note} aria-label={title}>
      <h4>{title}</h4>
      {children}
    </section>
  )
}
