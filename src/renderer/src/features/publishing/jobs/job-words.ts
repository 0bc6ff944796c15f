import { csvFile, guardedCell } from '../../../../../common/csv'
import type { Environment } from '../../../../../common/publishing/environments'
import type { JobDetails, JobListed, JobResource } from '../../../../../common/publishing/jobs'
import { numberText } from '../../../components/formats'

/** The kinds of jobs that a person starts and comes back to. */
export const shownTopics = ['publish', 'preview', 'publish-remove', 'preview-remove', 'index'] as const

export type ShownTopic = (typeof shownTopics)[number]

export const topicWords: Readonly<Record<ShownTopic, string>> = {
  publish: 'Publish',
  preview: 'Preview',
  'publish-remove': 'Unpublish from live',
  'preview-remove': 'Unpublish from preview',
  index: 'Update the index'
}

/** What became of one item. */
export const results = ['failed', 'done', 'same'] as const

export type Result = (typeof results)[number]

export const resultOf = ({ status, error }: JobResource): Result =>
  error !== undefined ? 'failed' : status === 304 ? 'same' : 'done'

/** What a result is called in a job of this kind. */
export function resultWords(topic: ShownTopic, result: Result): string {
  if (result === 'failed') return 'Failed'
  if (result === 'same') return 'Not changed'
  return doneWords[topic]
}

const doneWords: Readonly<Record<ShownTopic, string>> = {
  publish: 'Live',
  preview: 'In preview',
  'publish-remove': 'Taken from live',
  'preview-remove': 'Taken from preview',
  index: 'Read'
}

export const resourcesOf = ({ data }: JobDetails): readonly JobResource[] =>
  isResults(data.resources) ? data.resources : []

const isResults = (resources: JobDetails['data']['resources']): resources is JobResource[] =>
  Array.isArray(resources)

/**
 * The items of one result, or all, whose address or reason holds the words, in any case; what failed comes
 * first.
 */
export function shownItems(
  items: readonly JobResource[],
  result: Result | 'all',
  search: string
): readonly JobResource[] {
  const wanted = search.trim().toLowerCase()
  const holds = ({ path, error = '' }: JobResource) =>
    wanted === '' || path.toLowerCase().includes(wanted) || error.toLowerCase().includes(wanted)
  const found = items.filter((item) => (result === 'all' || resultOf(item) === result) && holds(item))
  return [...found].sort((a, b) => order(a) - order(b) || (a.path < b.path ? -1 : a.path > b.path ? 1 : 0))
}

const order = (item: JobResource): number => results.indexOf(resultOf(item))

/** How a job stands, in a few words. */
export function stateWords({ state, cancelled, error, progress }: JobStanding): string {
  const { total, processed, failed } = progress
  const number = (count: number) => numberText(count)
  const far = `${number(processed)} of ${number(total)}`
  if (state === 'created') return 'Waiting'
  if (state === 'running') return total === 0 ? 'Looking what there is' : far
  if (cancelled === true) return `Stopped after ${far}`
  if (error !== undefined) return `Cut off after ${far}`
  const items = `${number(processed)} ${processed === 1 ? 'item' : 'items'}`
  return failed > 0 ? `${items}, ${number(failed)} failed` : items
}

type JobStanding = Pick<JobListed, 'state' | 'cancelled' | 'error' | 'progress'>

/** `bad` asks for attention, `busy` goes on. */
export function toneOf({ state, cancelled, error, progress }: JobStanding): 'busy' | 'good' | 'warn' | 'bad' {
  if (state !== 'stopped') return 'busy'
  if (error !== undefined) return 'bad'
  return cancelled === true || progress.failed > 0 ? 'warn' : 'good'
}

/** What a job did, to be done again for these paths. Null: a query index, which is made as a whole. */
export function requestOf(
  topic: ShownTopic
): { readonly environment: Environment; readonly remove: boolean } | null {
  switch (topic) {
    case 'publish':
      return { environment: 'live', remove: false }
    case 'preview':
      return { environment: 'preview', remove: false }
    case 'publish-remove':
      return { environment: 'live', remove: true }
    case 'preview-remove':
      return { environment: 'preview', remove: true }
    case 'index':
      return null
  }
}

/** The paths that a job was asked for, as a new one takes them. */
export const pathsOf = ({ data }: JobDetails): string[] =>
  data.paths.map((request) => ('prefix' in request ? `${request.prefix}*` : request.path))

/** One line an item. */
export function resultsCsv(topic: ShownTopic, items: readonly JobResource[]): string {
  const lines = items.map((item) => [
    item.path,
    item.resourcePath,
    resultWords(topic, resultOf(item)),
    item.status,
    item.error ?? ''
  ])
  return csvFile([['Address', 'File', 'Result', 'Status', 'Why'], ...lines])
}

/** For the clipboard: tabs between, so that it can be pasted into a sheet. */
export const resultsText = (topic: ShownTopic, items: readonly JobResource[]): string =>
  items
    .map((item) =>
      [item.path, resultWords(topic, resultOf(item)), item.error ?? ''].map(guardedCell).join('\t').trimEnd()
    )
    .join('\n')
