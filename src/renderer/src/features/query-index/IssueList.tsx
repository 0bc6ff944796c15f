import { IconAlertTriangle, IconCircleX } from '@tabler/icons-react'
import type { ContentPath } from '../../../../common/content/paths'
import type { Issue } from '../../../../common/query-index'
import { goTo } from '../../documents/go-to'
import classes from './QueryIndex.module.css'

/** What is wrong with the definition; each leads to its place in the text. */
export function IssueList({
  path,
  issues
}: {
  readonly path: ContentPath
  readonly issues: readonly Issue[]
}) {
  return (
    <ul className={classes.issues} aria-label="Problems of the definition">
      {issues.slice(0, MOST).map((issue, at) => (
        <li key={at}>
          <button type="button" data-severity={issue.severity} onClick={() => goTo(path, issue)}>
            {issue.severity === 'error' ? (
              <IconCircleX size={14} aria-label="Error" />
            ) : (
              <IconAlertTriangle size={14} aria-label="Warning" />
            )}
            <span>{issue.message}</span>
            <span className={classes.place}>
              {issue.line}:{issue.column}
            </span>
          </button>
        </li>
      ))}
    </ul>
  )
}

const MOST = 50
