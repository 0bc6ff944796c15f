import { Loader, UnstyledButton } from '@mantine/core'
import { IconChecklist } from '@tabler/icons-react'
import { useEffect } from 'react'
import type { ContentPath } from '../../../../../common/content/paths'
import { siteFolder } from '../../../../../common/publishing/addresses'
import { State } from '../../../components/State'
import { exactTime, relativeTime } from '../../../components/formats'
import { chooseJob, useChosenJob } from './chosen-job'
import { JobDetailsView } from './JobDetailsView'
import { stateWords, toneOf, topicWords } from './job-words'
import { useJobs, type ListedJob } from './use-jobs'
import classes from './Jobs.module.css'

/**
 * The last jobs of a site that published, unpublished or indexed many items, and what became of each item
 * (U1).
 */
export function JobsView({ path }: { readonly path: ContentPath }) {
  const site = siteFolder(path)
  const [jobs, lookAgain] = useJobs(site)
  const chosen = useChosenJob(site)
  const known = jobs.kind === 'known' ? jobs.value.find(({ name }) => name === chosen?.name) : undefined
  const missing = chosen !== null && jobs.kind === 'known' && !known ? chosen.name : null
  useEffect(() => {
    // one that was begun just now is not in the list yet
    if (missing !== null) lookAgain()
  }, [missing, lookAgain])
  if (jobs.kind === 'loading') return <Loader size={20} m="md" aria-label="Loading" />
  if (jobs.kind === 'failed')
    return (
      <State tone="bad" title="The jobs could not be read" onAgain={lookAgain}>
        {jobs.message}
      </State>
    )
  const [newest] = jobs.value
  const shown = known ?? newest
  if (!shown)
    return (
      <State icon={<IconChecklist size={20} />} title="No job yet">
        Choose files or folders in the sidebar and publish them together: what becomes of each is kept here.
      </State>
    )
  return (
    <div className={classes.view}>
      <nav className={classes.jobs} aria-label="Jobs">
        <ul>
          {jobs.value.map((job) => (
            <JobLine
              key={job.name}
              job={job}
              current={job.name === shown.name}
              onChoose={() => chooseJob(site, job)}
            />
          ))}
        </ul>
      </nav>
      <JobDetailsView key={shown.name} site={site} job={shown} />
    </div>
  )
}

interface JobLineProps {
  readonly job: ListedJob
  readonly current: boolean
  readonly onChoose: () => void
}

function JobLine({ job, current, onChoose }: JobLineProps) {
  const at = Date.parse(job.time)
  return (
    <li>
      <UnstyledButton className={classes.job ?? ''} aria-current={current || undefined} onClick={onChoose}>
        <i aria-hidden="true" className={classes.dot} data-tone={toneOf(job)} />
        <b>{topicWords[job.topic]}</b>
        <time dateTime={job.time} title={exactTime(at)}>
          {relativeTime(at)}
        </time>
        <span>{stateWords(job)}</span>
      </UnstyledButton>
    </li>
  )
}
