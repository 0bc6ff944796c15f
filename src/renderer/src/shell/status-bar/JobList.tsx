import { Progress, UnstyledButton } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { useJobs } from '../../workbench/jobs'
import { numberText } from '../../components/formats'
import classes from './StatusBar.module.css'

/** Long work with numbers and a way to stop it. */
export function JobList() {
  const jobs = useJobs()
  return jobs.map((job) => (
    <span key={job.id} className={classes.item}>
      {job.open ? (
        <UnstyledButton className={classes.action ?? ''} title="Show the job" onClick={job.open}>
          {job.title}
        </UnstyledButton>
      ) : (
        job.title
      )}
      <Progress
        w={120}
        size={4}
        value={job.total === 0 ? 0 : (100 * job.done) / job.total}
        aria-label={job.title}
        transitionDuration={100}
      />
      <span className={classes.numbers}>
        {job.detail ??
          (job.total === 0 ? '' : `${numberText(job.done)} of ${numberText(job.total)} ${job.unit}`)}
      </span>
      {job.cancel && (
        <UnstyledButton
          className={classes.action ?? ''}
          aria-label={`Stop: ${job.title}`}
          onClick={job.cancel}
        >
          <IconX size={14} stroke={1.5} aria-hidden="true" />
        </UnstyledButton>
      )}
    </span>
  ))
}
