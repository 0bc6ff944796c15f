import { nameOf, type ContentPath } from '../../../../common/content/paths'
import { resourcePathOf, siteFolder } from '../../../../common/publishing/addresses'
import type { Environment } from '../../../../common/publishing/environments'
import type { JobDetails, JobResource } from '../../../../common/publishing/jobs'
import { sentenceOf } from '../../api'
import { notifyFailure, notifyWithAction } from '../../workbench/toast'
import { flushAll } from '../../documents'
import { publishing } from '../../api/publishing'
import { showJob, type JobKey } from './jobs/chosen-job'
import { followJob } from './jobs/follow-job'
import type { ShownTopic } from './jobs/job-words'
import { numberText } from '../../components/formats'

/** Something to publish: a file, or a folder with everything in it. */
export interface Chosen {
  readonly path: ContentPath
  readonly folder: boolean
  /** It is published and not here any more. */
  readonly gone?: boolean
}

/** How many were to be published, and what became of each; fewer when somebody stopped it. */
export interface ManyOutcome {
  readonly site: ContentPath
  readonly environment: Environment
  /** They were to be taken out. */
  readonly removed?: boolean
  readonly total: number
  readonly resources: readonly JobResource[]
  /** The job that did it; of several, the one that has most to tell. */
  readonly job: JobKey
}

/** The paths of a site as a job takes them: `/docs/*` for a folder. */
export const requestFor = (chosen: readonly Chosen[]): string[] =>
  chosen.map(({ path, folder }) => {
    const below = resourcePathOf(path)
    return folder ? `${below === '/' ? '' : below}/*` : below
  })

/** One title for what is chosen. */
export function titleOf(chosen: readonly Chosen[]): string {
  const [first] = chosen
  return chosen.length === 1 && first ? `“${nameOf(first.path)}”` : `${numberText(chosen.length)} items`
}

/**
 * Publishes paths of a site as a job of the service: what is typed is saved first; the status bar shows how
 * far it is and stops it. Resolves to null when it could not be done at all, which the person was told.
 */
export async function publishMany(
  site: ContentPath,
  paths: readonly string[],
  environment: Environment
): Promise<ManyOutcome | null> {
  let title = environment === 'live' ? 'Nothing was published' : 'No preview was made'
  try {
    if (!(await flushAll())) {
      notifyFailure(title, NOT_SAVED)
      return null
    }
    const name = await publishing.startMany(siteFolder(site), environment, paths)
    title = 'It is not known how far publishing got'
    const job = { topic: topicOf(environment, false), name }
    const details = await followJob(site, job)
    const { resources } = details.data
    if (details.error !== undefined) {
      notifyFailure('Publishing ended before its time', details.error)
      if (details.progress.total === 0) return null
    }
    return {
      site,
      environment,
      total: details.progress.total,
      resources: Array.isArray(resources) ? resources : [],
      job
    }
  } catch (error) {
    notifyFailure(title, sentenceOf(error))
    return null
  }
}

/**
 * Takes paths of a site out of live and out of preview, as two jobs. Resolves to what became of them in live,
 * with what failed in preview; null when it could not be done at all, which the person was told.
 */
export async function unpublishMany(
  site: ContentPath,
  paths: readonly string[]
): Promise<ManyOutcome | null> {
  const title = 'It is not known how much was unpublished'
  try {
    const ends: JobDetails[] = []
    let job: JobKey | null = null
    for (const environment of ['live', 'preview'] as const) {
      const name = await publishing.startMany(siteFolder(site), environment, paths, true)
      const one = { topic: topicOf(environment, true), name }
      const details = await followJob(site, one)
      ends.push(details)
      if (job === null || details.progress.failed > 0) job = one
      if (details.error !== undefined) notifyFailure('Unpublishing ended before its time', details.error)
      if (details.cancelled === true || details.error !== undefined) break
    }
    const found = new Map<string, JobResource>()
    for (const { data } of ends)
      for (const one of Array.isArray(data.resources) ? data.resources : [])
        if (!found.has(one.resourcePath) || one.error !== undefined) found.set(one.resourcePath, one)
    const total = Math.max(found.size, ...ends.map(({ progress }) => progress.total))
    if (job === null) return null
    return { site, environment: 'live', removed: true, total, resources: [...found.values()], job }
  } catch (error) {
    notifyFailure(title, sentenceOf(error))
    return null
  }
}

/** Does again what a job did, for these paths, and shows the new one. */
export async function startAgain(
  site: ContentPath,
  paths: readonly string[],
  { environment, remove }: { readonly environment: Environment; readonly remove: boolean }
): Promise<void> {
  try {
    if (!remove && !(await flushAll())) {
      notifyFailure('Nothing was published', NOT_SAVED)
      return
    }
    const job = {
      topic: topicOf(environment, remove),
      name: await publishing.startMany(siteFolder(site), environment, paths, remove)
    }
    showJob(site, job)
    await followJob(site, job)
  } catch (error) {
    notifyFailure('It is not known how far this got', sentenceOf(error))
  }
}

export const NOT_SAVED =
  'Something that you typed is not saved yet. The status bar says why; mend that, then try again.'

function topicOf(environment: Environment, remove: boolean): ShownTopic {
  if (remove) return environment === 'live' ? 'publish-remove' : 'preview-remove'
  return environment === 'live' ? 'publish' : 'preview'
}

export const failedOf = ({ resources }: ManyOutcome): readonly JobResource[] =>
  resources.filter(({ error }) => error !== undefined)

/** How it went, in one sentence. */
export function sentenceAbout({ environment, total, resources, removed }: ManyOutcome): string {
  if (removed === true) return removedSentence(total, resources)
  if (total === 0) return 'There is nothing here that you may publish.'
  const count = (status: number) => resources.filter((one) => one.status === status).length
  const [done, same] = [count(200), count(304)]
  const where = environment === 'live' ? 'live' : 'in preview'
  const items = (number: number) => `${numberText(number)} ${number === 1 ? 'item' : 'items'}`
  const left = total - resources.length
  return [
    `${items(done)} ${done === 1 ? 'is' : 'are'} ${where} now.`,
    same > 0
      ? `${items(same)} already ${same === 1 ? 'was' : 'were'}, as ${same === 1 ? 'it is' : 'they are'}.`
      : '',
    left > 0 ? `Stopped before ${items(left)}.` : ''
  ]
    .filter((part) => part !== '')
    .join(' ')
}

function removedSentence(total: number, resources: readonly JobResource[]): string {
  if (total === 0) return 'Nothing of it was published.'
  const done = resources.filter(({ error }) => error === undefined).length
  const left = total - resources.length
  const items = (number: number) => `${numberText(number)} ${number === 1 ? 'item' : 'items'}`
  return [
    `${items(done)} ${done === 1 ? 'is' : 'are'} not published any more.`,
    left > 0 ? `Stopped before ${items(left)}.` : ''
  ]
    .filter((part) => part !== '')
    .join(' ')
}

/** Says that all went well, and leads to what became of each. */
export const notifyDone = (outcome: ManyOutcome): void =>
  notifyWithAction(sentenceAbout(outcome), 'Show results', () => showJob(outcome.site, outcome.job))
