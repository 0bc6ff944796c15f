import { IconAlertTriangle, IconCircleX, IconEyeOff } from '@tabler/icons-react'
import type { CheckedProblem } from '../../../../common/publishing/check-answers'
import { goTo } from '../../documents/go-to'
import { mendingWords, writeMetadata } from '../../documents/wanted-metadata'
import type { ContentPath } from '../../../../common/content/paths'
import { numberText } from '../../components/formats'
import classes from './Publishing.module.css'

interface CheckedProblemsProps {
  readonly path: ContentPath
  readonly problems: readonly CheckedProblem[]
  /** Of those that were found; not all of them are listed. */
  readonly total: number
  /** The person goes to the place of one. */
  readonly onLeave: () => void
}

/** What is wrong with a document, by how much it matters. */
export function CheckedProblems({ path, problems, total, onLeave }: CheckedProblemsProps) {
  return (
    // eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a list that scrolls is reached by keyboard
    <ul className={classes.checked} tabIndex={0} aria-label="Problems">
      {problems.map((problem, index) => (
        <li key={index}>
          <Sign problem={problem} />
          <span>{problem.message}</span>
          {problem.mends !== undefined ? (
            <button
              type="button"
              onClick={() => {
                onLeave()
                if (problem.mends !== undefined) writeMetadata(path, problem.mends)
              }}
            >
              {mendingWords[problem.mends]}
            </button>
          ) : null}
          {problem.line !== undefined && problem.mends === undefined && (
            <button
              type="button"
              aria-label={`Go to ${problem.line}:${problem.column ?? 1}`}
              onClick={() => {
                onLeave()
                goTo(path, { line: problem.line ?? 1, column: problem.column ?? 1 })
              }}
            >
              {problem.line}:{problem.column ?? 1}
            </button>
          )}
        </li>
      ))}
      {total > problems.length && <li>and {numberText(total - problems.length)} more</li>}
    </ul>
  )
}

function Sign({ problem: { severity, unseen } }: { readonly problem: CheckedProblem }) {
  if (severity === 'error') return <IconCircleX size={16} data-tone="bad" aria-label="Error" />
  return unseen ? (
    <IconEyeOff size={16} data-tone="warn" aria-label="Not seen by readers" />
  ) : (
    <IconAlertTriangle size={16} data-tone="warn" aria-label="Warning" />
  )
}
