import { IconCircleCheck } from '@tabler/icons-react'
import { useState } from 'react'
import type { SchemaIssue } from '../../../../common/schema'
import { issueIcons } from './IssueMark'
import { numberText } from '../../components/formats'
import classes from './schemas.module.css'

/** How many are listed. */
const MOST = 100

interface IssueListProps {
  readonly issues: readonly SchemaIssue[]
  /** Shows where it is written. */
  readonly onGoTo: (issue: SchemaIssue) => void
}

/** What is wrong with the schema, and where. */
export function IssueList({ issues, onGoTo }: IssueListProps) {
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
        <ul aria-label="Remarks">
          {issues.slice(0, MOST).map((issue) => {
            const Icon = issueIcons[issue.severity]
            return (
              <li key={`${issue.pointer} ${issue.reason}`} data-severity={issue.severity}>
                <button type="button" title="Show it in the JSON" onClick={() => onGoTo(issue)}>
                  <Icon size={14} aria-label={issue.severity} />
                  <span>{issue.message}</span>
                  {issue.pointer !== '' && <code>{issue.pointer}</code>}
                  {issue.position && (
                    <small>
                      line {issue.position.line}, column {issue.position.column}
                    </small>
                  )}
                </button>
              </li>
            )
          })}
          {issues.length > MOST && <li>and {numberText(issues.length - MOST)} more</li>}
        </ul>
      )}
    </section>
  )
}
