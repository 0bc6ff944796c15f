import type { ContentPath } from '../../../common/content/paths'
import { urlOf } from '../../../common/api/url'
import { GalleyError, sentence } from '../../../common/errors'
import { DEFINITION_FILE, type IndexDefinition } from '../../../common/query-index'
import { emptyColumns } from '../../../common/query-index/empty-columns'
import type { IndexOverview, IndexTrial, IndexWarning, PageIndex } from '../../../common/query-index/answers'
import { filesFor, resourcePathOf, siteFolder, webPathOf } from '../../../common/publishing/addresses'
import { doneAnswer } from '../../http/answers'
import { chunksOf, collect } from '../../http/chunks'
import { httpDateOf } from '../../http/conditions'
import type { PublishingParts } from '../parts'
import { takingTurns } from '../../system/turns'
import type { JobRunner } from '../job-runner'
import type { Job } from '../job-record'
import { accepted, newJob, placeOf } from '../job-routes'
import { readRequest } from '../job-requests'
import type { queryIndexOperations } from '../../../common/api/operations/query-index'
import type { Handlers } from '../../http/room'
import { answer, type PublishRequest } from '../publish-routes'
import { sheetQueryOf } from '../sheet-query'
import { entryFrom, isIndexed, sourcePage, type IndexEntry } from './entries'
import type { QueryIndices } from '.'
import { rowsOf, type FileRow } from './index-file'
import { noIndex, type MadeIndex } from './site-index'
import { MOST_DEFINITION_BYTES } from './source-definition'

interface IndexRouteParts {
  readonly context: PublishingParts
  readonly indices: QueryIndices
  readonly runner: JobRunner
}

/** The query index of a site (U3). */
export function indexHandlers(parts: IndexRouteParts) {
  const { leader } = parts.context
  const here =
    (answer: (asked: PublishRequest) => Promise<Response>) =>
    (asked: PublishRequest): Promise<Response> =>
      leader ? leader.handOn(asked) : answer(asked)
  return {
    readIndex: here((asked) => overview(parts, asked)),
    tryIndex: here((asked) => tryOut(parts, asked)),
    makeIndex: here((asked) => startIndex(parts, asked)),
    readPageIndex: here((asked) => onePage(parts, asked, false)),
    makePageIndex: here((asked) => onePage(parts, asked, true)),
    removePageIndex: here((asked) => takeOut(parts, asked))
  } satisfies Handlers<PublishRequest, typeof queryIndexOperations>
}

const WAIT_MS = 2000
const MOST_WARNINGS = 100

async function overview({ indices }: IndexRouteParts, asked: PublishRequest): Promise<Response> {
  const site = siteOf(asked)
  await asked.publisher.requireSome(site)
  const definitionPath = `${site}/${DEFINITION_FILE}` as ContentPath
  const mayRead = await asked.publisher.may('read', definitionPath)
  // whoever may not read the definition is told what is told where there is none
  const index = mayRead ? indices.of(site) : null
  const made = mayRead ? await indices.made(site, WAIT_MS) : null
  const source = (await index?.source()) ?? null
  const body: IndexOverview = {
    definition: {
      status: source ? 200 : 404,
      path: definitionPath,
      issues: source ? [...source.issues] : []
    },
    state: made ? 'made' : made === null ? 'none' : 'making',
    current: !!made && source?.text === made.force.text,
    inForceSince: made ? httpDateOf(made.force.at) : null,
    indices: made
      ? await Promise.all(
          made.definition.indices.map(async (one) => ({
            name: one.name,
            target: one.target,
            indexedUrl: addressOf(asked, site, one.target),
            total: (await rowsFor(asked, site, rowsOf(made, one))).length,
            lastModified: httpDateOf(made.force.changedAt)
          }))
        )
      : [],
    warnings: made ? await warningsFor(asked, site, made) : []
  }
  return answer(body, asked.request)
}

/** The rows of which the publisher may read the pages. */
async function rowsFor(
  { publisher }: PublishRequest,
  site: ContentPath,
  rows: readonly FileRow[]
): Promise<readonly FileRow[]> {
  if (await publisher.readsThroughout(site)) return rows
  const judged = await Promise.all(rows.map(({ file }) => publisher.may('read', file)))
  return rows.filter((_, number) => judged[number])
}

/** Those of columns first, which matter more. */
async function warningsFor(
  asked: PublishRequest,
  site: ContentPath,
  made: MadeIndex
): Promise<IndexWarning[]> {
  const told = await readable(asked, warningsIn(made))
  const found: IndexWarning[] = []
  for (const one of made.definition.indices) {
    const rows = (await rowsFor(asked, site, rowsOf(made, one))).map(({ row }) => row)
    found.push(...emptyColumns(one.name, namesOf(one), rows, told))
  }
  return [...found, ...told].slice(0, MOST_WARNINGS)
}

const namesOf = ({ properties }: IndexDefinition): string[] => properties.map(({ name }) => name)

/**
 * `POST` with a definition as YAML: what is wrong with it, and rows of live pages by it. Nothing is changed.
 */
async function tryOut({ context, indices }: IndexRouteParts, asked: PublishRequest): Promise<Response> {
  const site = siteOf(asked)
  const { publisher, request } = asked
  await publisher.requireSome(site)
  const { limit, offset } = sheetQueryOf(new URL(request.url).searchParams)
  const body = await chunksOf(request)
  const bytes = await collect(body.chunks, MOST_DEFINITION_BYTES).finally(() => body.discard())
  const work = indices.workOf(site)
  const { definition, issues } = await work.definition(new TextDecoder().decode(bytes))
  const { store } = context
  const live = (await store.published.list('live', site)).filter(isIndexed)
  const states = new Map<string, (typeof live)[number]>()
  const turn = takingTurns()
  for (const state of live) {
    await turn()
    if (await publisher.may('read', state.path)) states.set(webPathOf(state.path), state)
  }
  const trial: IndexTrial = { issues: [...issues], indices: [], pages: states.size, warnings: [] }
  if (!definition) return answer(trial, request)
  const matches = await work.match(definition.indices, [...states.keys()])
  const rules = await indices.rulesOf(site)
  for (const [number, one] of definition.indices.entries()) {
    const paths = [...(matches[number] ?? [])].sort()
    const shown = paths.slice(offset, offset + Math.min(limit ?? SHOWN, MOST_SHOWN))
    const read = await Promise.all(
      shown.map(async (path) => {
        const state = states.get(path)
        if (!state) return { row: { path }, warnings: [] }
        const page = await work.page([one], state.size, () => sourcePage(store, state, rules), true)
        const { rows, warnings } = entryFrom(state.path, '', page)
        return {
          row: { path, ...rows[one.name] },
          warnings: warnings.map((warning) => ({ path, ...warning }))
        }
      })
    )
    const data = read.map(({ row }) => row)
    trial.warnings.push(
      ...read.flatMap(({ warnings }) => warnings).slice(0, Math.max(0, MOST_WARNINGS - trial.warnings.length))
    )
    trial.warnings.unshift(...emptyColumns(one.name, namesOf(one), data, trial.warnings))
    const columns = ['path', ...namesOf(one).filter((name) => name !== 'path')]
    trial.indices.push({ name: one.name, target: one.target, columns, total: paths.length, offset, data })
  }
  return answer(trial, request)
}

const SHOWN = 50
const MOST_SHOWN = 200

/** `GET`: what the index says of a page. `POST`: reads the page again first. */
async function onePage(
  { indices }: IndexRouteParts,
  asked: PublishRequest,
  again: boolean
): Promise<Response> {
  await asked.request.body?.cancel()
  const { publisher, address } = asked
  const [file] = filesFor(address.site, address.rest)
  await publisher.require(again ? 'write' : 'read', file)
  const site = siteFolder(file)
  if (again) await indices.of(site).update(new Set([file]), { force: true })
  const made = await indices.made(site, WAIT_MS)
  if (!made) throw noIndex(site)
  const entry = made.entries.get(file)
  if (!entry)
    throw new GalleyError('not-found', 'The index knows no such page: only what is live is in it.', {
      where: file
    })
  const names = Object.keys(entry.rows)
  const index = made.definition.indices.find(({ name }) => name === names[0])
  const body: PageIndex = {
    webPath: webPathOf(file),
    resourcePath: resourcePathOf(file),
    index: index
      ? {
          name: index.name,
          indexedUrl: addressOf(asked, site, index.target),
          lastModified: httpDateOf(made.force.changedAt),
          status: 200,
          row: { path: webPathOf(file), ...entry.rows[index.name] }
        }
      : null,
    indices: names,
    warnings: entry.warnings.map((one) => ({ path: webPathOf(file), ...one }))
  }
  return answer(body, asked.request)
}

/** `DELETE`: the page is in no index until it is published again, or the index is made anew. */
async function takeOut({ indices }: IndexRouteParts, asked: PublishRequest): Promise<Response> {
  await asked.request.body?.cancel()
  const { publisher, address } = asked
  const [file] = filesFor(address.site, address.rest)
  await publisher.require('write', file)
  const site = siteFolder(file)
  if (!(await indices.made(site, WAIT_MS))) throw noIndex(site)
  if (!(await indices.of(site).remove(file)))
    throw new GalleyError('not-found', 'This page is in no index.', { where: file })
  return doneAnswer()
}

/** `POST …/*`: puts the source's definition in force and reads every page anew, as a job. */
async function startIndex(
  { context, indices, runner }: IndexRouteParts,
  asked: PublishRequest
): Promise<Response> {
  const place = placeOf(context, asked)
  await asked.publisher.require('write', place.site)
  // what is wrong with the definition is told with line and column
  await asked.publisher.require('read', `${place.site}/${DEFINITION_FILE}` as ContentPath)
  const wanted = await readRequest(asked.request, place.address)
  await requireGood(indices, place.site, wanted.indexNames)
  const index = indices.of(place.site)
  const files = new Set(wanted.paths.flatMap((path) => ('path' in path ? [path.files[0]] : [])))
  const all = wanted.paths.some((path) => 'prefix' in path)
  const job = newJob(runner, asked, place, 'index', {
    paths: [...wanted.paths],
    ...(wanted.indexNames ? { indexNames: [...wanted.indexNames] } : {}),
    phase: 'created',
    resources: []
  })
  const begun = await runner.start(job, async (change, signal) => {
    const total =
      (count: number) =>
      (one: Job): Job => ({
        ...one,
        progress: { ...one.progress, total: count },
        data: { ...one.data, phase: 'running' }
      })
    // of pages that the publisher may not read the job tells nothing, not even how many there are
    const whole = await asked.publisher.readsThroughout(place.site)
    const notifying: Promise<void>[] = []
    await index.update(all ? 'all' : files, {
      force: true,
      asked: true,
      signal,
      onStart: (count) => change(total(whole ? count : 0)),
      onPage: (entry) => {
        const notify = () => change((one) => withPage(one, entry, whole))
        if (whole) return notify()
        notifying.push(
          asked.publisher.may('read', entry.file).then((reads) => (reads ? notify() : undefined))
        )
      }
    })
    await Promise.all(notifying)
  })
  return accepted(asked, begun)
}

/** @param whole whether the total is known, else it grows */
function withPage(job: Job, { file, warnings }: IndexEntry, whole: boolean): Job {
  const failed = warnings.find(({ property }) => property === '')
  const { resources } = job.data
  if (Array.isArray(resources))
    resources.push({
      path: webPathOf(file),
      resourcePath: resourcePathOf(file),
      status: failed ? 500 : 200,
      ...(failed ? { error: failed.message } : {})
    })
  const { processed, failed: before, total } = job.progress
  const failures = before + (failed ? 1 : 0)
  return {
    ...job,
    progress: { total: whole ? total : processed + 1, processed: processed + 1, failed: failures }
  }
}

/** @throws GalleyError bad-request with line and column, not-found */
async function requireGood(
  indices: QueryIndices,
  site: ContentPath,
  names: readonly string[] | null
): Promise<void> {
  const source = await indices.of(site).source()
  const wrong = source?.issues.find(({ severity }) => severity === 'error')
  const where = `${site}/${DEFINITION_FILE}`
  if (wrong)
    throw new GalleyError(
      'bad-request',
      sentence`Line ${{ line: wrong.line }}, column ${{ column: wrong.column }}: ${{ problem: wrong.message }}`,
      { where }
    )
  const definition = source?.definition ?? null
  if (!definition && !(await indices.made(site, WAIT_MS))) throw noIndex(site)
  const unknown = names?.find((name) => !definition?.indices.some((one) => one.name === name))
  if (unknown !== undefined)
    throw new GalleyError(
      'bad-request',
      sentence`The definition has no index “${{ name: unknown.slice(0, 100) }}”.`,
      { where: 'indexNames' }
    )
}

const siteOf = ({ address }: PublishRequest): ContentPath => siteFolder(filesFor(address.site, '/')[0])

const addressOf = ({ origin }: PublishRequest, at: ContentPath, target: string): string =>
  origin + urlOf('readSite', { environment: 'live', at, path: target })

const warningsIn = ({ entries }: MadeIndex) =>
  [...entries.values()].flatMap(({ file, warnings }) => warnings.map((one) => ({ file, ...one })))

async function readable(
  { publisher }: PublishRequest,
  warnings: readonly (Omit<IndexWarning, 'path'> & { readonly file: ContentPath })[]
): Promise<IndexWarning[]> {
  const told: IndexWarning[] = []
  for (const { file, ...one } of warnings) {
    if (told.length >= MOST_WARNINGS) break
    if (await publisher.may('read', file)) told.push({ path: webPathOf(file), ...one })
  }
  return told
}
