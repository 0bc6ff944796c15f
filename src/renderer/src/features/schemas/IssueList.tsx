import { IconAlertCircle, IconAlertTriangle, IconCircleCheck, IconInfoCircle } from '@tabler/icons-react'
import { useState } from 'react'
import type { SchemaIssue } from '../../../../common/schema'
import classes from './schemas.module.css'

const icons = { error: IconAlertCircle, warning: IconAlertTriangle, note: IconInfoCircle } as const

/** What is wrong with the schema, and where. */
export function IssueList({ issues }: { readonly issues: readonly SchemaIssue[] }) {
  const [open, setOpen] = useState(true)
  if (issues.length === 0) {
    return (
      <div className={classes.fine} role="status">
        <IconCircleCheck size={14} aria-hidden="true" /> No problems in this schema
      </div>
    )
  }
  return (
    <section className={classes.issues} aria-label="Problems of the schema">
      <button
        type="button"
        className={classes.issuesHead}
        aria-expanded={open}
        onClick={() => setOpen(!open)}
      >
        {issues.length === 1 ? '1 remark' : `${issues.length} remarks`}
      </button>
      {open && (
        // eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a list that scrolls must be reachable by keyboard
        <ul tabIndex={0} aria-label="Remarks">
          {issues.slice(0, 100).map((issue) => {
            const Icon = icons[issue.severity]
            return (
              <li key={`${issue.pointer} ${issue.reason}`} data-severity={issue.severity}>
                <Icon size={14} aria-label={issue.severity} />
                <code>
                  {issue.position
                    ? `line ${issue.position.line}:${issue.position.column}`
                    : issue.pointer || '/'}
                </code>
                <span>{issue.message}</span>
              </li>
            )
          })}
        </ul>
      )}
    </section>
  )
}
