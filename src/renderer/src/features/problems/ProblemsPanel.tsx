import { Button, SegmentedControl } from '@mantine/core'
import { IconAlertTriangle, IconCircleCheck, IconCircleX } from '@tabler/icons-react'
import type { Problem } from '../../../../common/checks/problem'
import { nameOf, segmentsOf, siteOf, type ContentPath } from '../../../../common/content/paths'
import { PlaceActions, PlaceList, PlaceRow } from '../../components/PlaceRow'
import { State } from '../../components/State'
import { goTo } from '../../documents/go-to'
import { useProblems } from '../../documents/problems'
import { useWritingRefusal } from '../../documents/holds/holds'
import { mendingWords, writeMetadata } from '../../documents/wanted-metadata'
import { useStore } from '../../state/store'
import { useWorkbench } from '../../workbench/workbench'
import { ExternalLinks } from './external/ExternalLinks'
import { problemScope, problemScopes } from './scope'
import { SiteProblems } from './site/SiteProblems'
import classes from './ProblemsPanel.module.css'

/** Inspector panel: what needs a look in the document; a click goes to the place. */
export function ProblemsPanel({ path }: { readonly path: ContentPath | null }) {
  const scope = useStore(problemScope)
  const ofTree = useWorkbench((state) => state.site)
  const site = path && segmentsOf(path).length > 2 ? siteOf(path) : ofTree
  return (
    <>
      <div className={classes.scope}>
        <SegmentedControl
          size="xs"
          fullWidth
          aria-label="Problems of what"
          data={[...problemScopes]}
          value={scope}
          onChange={(value) =>
            problemScope.set(problemScopes.find((one) => one.value === value)?.value ?? 'document')
          }
        />
      </div>
      {scope === 'site' ? (
        <SiteProblems site={site} />
      ) : scope === 'external' ? (
        <ExternalLinks site={site} />
      ) : path ? (
        <ProblemsOf path={path} />
      ) : (
        <State title="Open a document to see what needs a look." />
      )}
    </>
  )
}

function ProblemsOf({ path }: { readonly path: ContentPath }) {
  const problems = useProblems(path)
  const mayWrite = useWritingRefusal(path) === null
  if (problems.length === 0) {
    return (
      <State icon={<IconCircleCheck size={20} />} title="No problems found">
        {nameOf(path)} is checked while you type.
      </State>
    )
  }
  const errors = problems.filter((problem) => problem.severity === 'error').length
  return (
    <section aria-label="Problems">
      <p className={classes.summary}>{summary(errors, problems.length - errors)} Saved as it is.</p>
      <PlaceList>
        {problems.map((problem, index) => (
          <li key={`${problem.line}:${problem.column}:${index}`}>
            <PlaceRow
              sign={<Sign severity={problem.severity} />}
              words={problem.message}
              place={`${problem.line}:${problem.column}`}
              onClick={() => goTo(path, problem)}
            />
            {problem.mends !== undefined && mayWrite && (
              <PlaceActions>
                <Button
                  size="compact-xs"
                  variant="default"
                  onClick={() => problem.mends && writeMetadata(path, problem.mends)}
                >
                  {mendingWords[problem.mends]}
                </Button>
              </PlaceActions>
            )}
          </li>
        ))}
      </PlaceList>
    </section>
  )
}

function Sign({ severity }: { readonly severity: Problem['severity'] }) {
  return severity === 'error' ? (
    <IconCircleX size={16} className={classes.error} aria-label="Error" />
  ) : (
    <IconAlertTriangle size={16} className={classes.warning} aria-label="Warning" />
  )
}

function summary(errors: number, warnings: number): string {
  const some = (count: number, word: string) => `${count} ${word}${count === 1 ? '' : 's'}`
  if (errors === 0) return `${some(warnings, 'warning')}.`
  return warnings === 0
    ? `${some(errors, 'error')}.`
    : `${some(errors, 'error')}, ${some(warnings, 'warning')}.`
}
