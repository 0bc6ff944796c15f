import type { ReactNode } from 'react'
import classes from './FirstStart.module.css'

interface PageProps {
  readonly title: string
  readonly lead: string
  readonly children: ReactNode
}

/** The quiet page around everything that comes before the workbench. */
export function Page({ title, lead, children }: PageProps) {
  return (
    <main className={classes.page}>
      <div className={classes.sheet}>
        <div className={classes.brand} aria-hidden="true">
          <i data-mark />
          Galley
        </div>
        <h1>{title}</h1>
        <p className={classes.lead}>{lead}</p>
        {children}
      </div>
    </main>
  )
}
