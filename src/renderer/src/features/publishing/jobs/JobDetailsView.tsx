import { Button, CopyButton, Loader, Progress } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useMemo, useState } from 'react'
import { contentPath, type ContentPath } from '../../../../../common/content/paths'
import type { JobDetails } from '../../../../../common/publishing/jobs'
import { sentenceOf } from '../../../api'
import { saveText } from '../../../components/save-text'
import { State } from '../../../components/State'
import { exactTime, relativeTime, numberText } from '../../../components/formats'
import { notifyFailure } from '../../../workbench/toast'
import { makeIndexAgain } from './make-index'
import { publishing } from '../../../api/publishing'
import { startAgain } from '../publish-many'
import type { JobKey } from './chosen-job'
import { JobFilters } from './JobFilters'
import { JobItems } from './JobItems'
import {
  pathsOf,
  resourcesOf,
  resultOf,
  resultsCsv,
  resultsText,
  shownItems,
  stateWords,
  toneOf,
  topicWords,
  requestOf,
  type Result
} from './job-words'
import { useJobDetails } from './use-jobs'
import classes from './Jobs.module.css'

interface JobDetailsViewProps {
  readonly site: ContentPath
  readonly job: JobKey
}

/** One job: how far it is, what became of each item, and what can be done about it. */
export function JobDetailsView({ site, job }: JobDetailsViewProps) {
  const [details, lookAgain] = useJobDetails(site, job)
  if (details.kind === 'loading') return <Loader size={20} m="md" aria-label="Loading" />
  if (details.kind === 'failed')
    return (
      <State tone="bad" title="This job could not be read" onAgain={lookAgain}>
        {details.message}
      </State>
    )
  return <Known site={site} job={job} details={details.value} />
}

function Known({ site, job, details }: JobDetailsViewProps & { readonly details: JobDetails }) {
  const { topic } = job
  const [result, setResult] = useState<Result | 'all'>('all')
  const [search, setSearch] = useState('')
  const items = resourcesOf(details)
  const shown = useMemo(() => shownItems(items, result, search), [items, result, search])
  const failed = items.filter((item) => resultOf(item) === 'failed')
  const { state, progress, cancelled, error } = details
  const running = state !== 'stopped'
  const at = Date.parse(details.createTime)
  const early = !running && (cancelled === true || error !== undefined)
  return (
    <section className={classes.details} aria-label={topicWords[topic]}>
      <header className={classes.head}>
        <h2>{topicWords[topic]}</h2>
        <p data-tone={toneOf(details)} role="status">
          {stateWords(details)}
          <span className={classes.quiet} title={exactTime(at)}>
            {' '}
            Begun {relativeTime(at)} by {details.user}
            {tookWords(details)}.
          </span>
        </p>
        {error !== undefined && <p role="alert">{error}</p>}
        {running && (
          <Progress
            size={6}
            value={progress.total === 0 ? 0 : (100 * progress.processed) / progress.total}
            aria-label="How far the job is"
            transitionDuration={100}
          />
        )}
        <div className={classes.actions}>
          {running && (
            <Button variant="default" size="compact-sm" onClick={() => void stop(site, job)}>
              Stop
            </Button>
          )}
          {!running && failed.length > 0 && (
            <Button
              size="compact-sm"
              onClick={() =>
                again(
                  site,
                  job,
                  failed.map(({ resourcePath }) => resourcePath)
                )
              }
            >
              {failed.length === 1 ? 'Try the failed item again' : `Try ${count(failed.length)} failed again`}
            </Button>
          )}
          {early && (
            <Button variant="default" size="compact-sm" onClick={() => again(site, job, pathsOf(details))}>
              Go on with the rest
            </Button>
          )}
          <span className={classes.spring} />
          <CopyButton value={resultsText(topic, shown)}>
            {({ copied, copy }) => (
              <Button variant="default" size="compact-sm" disabled={shown.length === 0} onClick={copy}>
                {copied ? 'Copied' : 'Copy the list'}
              </Button>
            )}
          </CopyButton>
          <Button
            variant="default"
            size="compact-sm"
            disabled={shown.length === 0}
            leftSection={<IconDownload size={14} stroke={1.5} aria-hidden="true" />}
            onClick={() => saveText(`${details.name}.csv`, resultsCsv(topic, shown), 'text/csv')}
          >
            Save as CSV
          </Button>
        </div>
      </header>
      <JobFilters {...{ topic, items, result, search }} onResult={setResult} onSearch={setSearch} />
      <JobItems
        topic={topic}
        items={shown}
        empty={items.length > 0 ? 'Nothing is like this.' : running ? 'Nothing is done yet.' : EMPTY}
        fileOf={({ resourcePath }) => contentPath(site + resourcePath)}
      />
    </section>
  )
}

const EMPTY = 'There was nothing to do.'
const count = (number: number): string => numberText(number)

function tookWords({ startTime, stopTime }: JobDetails): string {
  if (startTime === undefined || stopTime === undefined) return ''
  const seconds = Math.max(0, Date.parse(stopTime) - Date.parse(startTime)) / 1000
  if (seconds < 60) return `, took ${seconds < 10 ? seconds.toFixed(1) : Math.round(seconds)} s`
  return `, took ${Math.floor(seconds / 60)} min ${Math.round(seconds % 60)} s`
}

async function stop(site: ContentPath, { topic, name }: JobKey): Promise<void> {
  try {
    await publishing.cancelJob(site, topic, name)
  } catch (error) {
    notifyFailure('Not stopped', sentenceOf(error))
  }
}

function again(site: ContentPath, { topic }: JobKey, paths: readonly string[]): void {
  const request = requestOf(topic)
  if (request) void startAgain(site, paths, request)
  else void makeIndexAgain(site)
}
