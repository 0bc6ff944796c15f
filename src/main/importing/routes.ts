import { contentPath, contentPathFromUrl, segmentsOf, type ContentPath } from '../../common/content/paths'
import { GalleyError } from '../../common/errors'
import { importRoutes } from '../../common/importing/client'
import { isMedia } from '../../common/importing/kinds'
import { reportCsv } from '../../common/importing/report'
import {
  actionWish,
  importActions,
  importWish,
  type ImportItem,
  type ImportShown,
  type ItemContents
} from '../../common/importing/shapes'
import { readSmallJson } from '../http/small-bodies'
import type { Access } from '../permissions/access'
import { errorAnswer } from '../http/errors'
import { attachmentNamed } from '../http/file-answers'
import type { Caller } from '../callers/types'
import type { Store } from '../store/types'
import { begin } from './begin'
import type { ImportBoard } from './board'
import type { ImportJob } from './job'
import type { ImportLimits } from './limits'
import type { ImportSource } from './source'

export interface ImportRequest {
  readonly request: Request
  readonly url: URL
  readonly caller: Caller
  readonly access: Access
}

export interface RouteParts {
  readonly board: ImportBoard
  readonly store: Store
  readonly limits: ImportLimits
}

/**
 * `/import/{org}/{site}[/{name}[/…]]`: imports into a site; `/import`: those of all sites that are not at their end. Only who may write where they
 * go may know of them (P6).
 * @throws GalleyError
 */
export async function importAnswer(parts: RouteParts, asked: ImportRequest): Promise<Response> {
  const { request, url, access } = asked
  if (/^\/import\/?$/.test(url.pathname)) return unfinished(parts, asked)
  const { site, name, rest } = placeIn(url.pathname)
  const allowed = allowedMethods(name, rest)
  const method = request.method === 'HEAD' ? 'GET' : request.method
  if (allowed === null) {
    await access.require('write', site)
    throw new GalleyError('not-found', 'There is nothing at this address.')
  }
  if (!allowed.includes(method)) {
    const allow = allowed.map((one) => (one === 'GET' ? 'GET, HEAD' : one)).join(', ')
    return errorAnswer(new GalleyError('not-allowed', `This address answers ${allow}.`), { Allow: allow })
  }
  if (name === undefined) return method === 'POST' ? start(parts, asked, site) : list(parts, asked, site)
  const job = await known(parts.board, asked, site, name)
  const [part, number] = rest
  if (part === undefined) {
    if (method === 'GET') return json(shown(job), request)
    await parts.board.remove(job)
    return new Response(null, { status: 204, headers: { 'Cache-Control': 'no-store' } })
  }
  if (part === 'items')
    return number === undefined ? listItems(parts, asked, job) : contents(parts, asked, job, Number(number))
  if (part === 'report.csv') return report(parts, asked, job)
  const action = importActions.find((one) => one === part)
  if (!action) throw new GalleyError('not-found', 'There is nothing at this address.')
  const wish = parsed(actionWish, await body(request, MAX_ACTION_BYTES))
  return json(shown(await parts.board.act(job, action, wish, url.origin)), request)
}

/** Null for what is no address of an import. */
function allowedMethods(name: string | undefined, rest: readonly string[]): string[] | null {
  const [part, number, ...more] = rest
  if (name === undefined) return part === undefined ? ['GET', 'POST'] : null
  if (part === undefined) return ['GET', 'DELETE']
  if (part === 'items' && more.length === 0)
    return number === undefined || /^\d{1,9}$/.test(number) ? ['GET'] : null
  if (number !== undefined) return null
  if (part === 'report.csv') return ['GET']
  return importActions.some((one) => one === part) ? ['POST'] : null
}

function placeIn(pathname: string): {
  readonly site: ContentPath
  readonly name: string | undefined
  readonly rest: readonly string[]
} {
  const [, , org = '', site = '', name, ...rest] = pathname.split('/')
  const path = contentPathFromUrl(`/${org}/${site}`)
  if (path.startsWith('/.') || segmentsOf(path).length !== 2)
    throw new GalleyError('bad-path', 'Name an organization and a site: /import/org/site.', { where: path })
  return { site: path, name: name === '' ? undefined : name, rest }
}

async function start(
  { board, limits }: RouteParts,
  { request, url, caller, access }: ImportRequest,
  site: ContentPath
): Promise<Response> {
  // before the body: nothing of the wish is told to who may not write anywhere here
  const mayHere = (await access.at(site)).maySee(site)
  if (!mayHere) await access.require('write', site)
  const wish = parsed(importWish, await body(request, MAX_WISH_BYTES))
  const begun = begin(site, wish, limits)
  await access.require('write', begun.target)
  const { source } = begun
  if (
    source.kind === 'published' &&
    !(await access.at(contentPath(source.site))).maySee(contentPath(source.site))
  )
    await access.require('read', contentPath(source.site))
  const { withMedia = true, ownNetwork = false } = wish
  const job = await board.start(site, begun, { withMedia, ownNetwork }, caller, url.origin)
  return json(shown(job), request, 202)
}

async function list(
  { board }: RouteParts,
  { request, access }: ImportRequest,
  site: ContentPath
): Promise<Response> {
  const there = await access.at(site)
  if (!there.maySee(site)) await access.require('write', site)
  const jobs: ImportJob[] = []
  for (const job of await board.list(site)) if (await mayKnow(access, job)) jobs.push(job)
  if (jobs.length === 0 && !there.may('write', site) && !there.maySee(site))
    await access.require('write', site)
  return json({ imports: jobs.map(shown) }, request)
}

/** What is under way, or waits in the middle, wherever it goes (IM7): after a start, nothing of it is forgotten. */
async function unfinished({ board }: RouteParts, { request, access }: ImportRequest): Promise<Response> {
  if (request.method !== 'GET' && request.method !== 'HEAD')
    return errorAnswer(new GalleyError('not-allowed', 'This address answers GET, HEAD.'), {
      Allow: 'GET, HEAD'
    })
  const found: ImportShown[] = []
  for (const job of await board.unfinished()) {
    if (await mayKnow(access, job)) found.push(shown(job))
  }
  return json({ imports: found }, request)
}

/** An import that the caller may know of. */
async function known(
  board: ImportBoard,
  { access }: ImportRequest,
  site: ContentPath,
  name: string
): Promise<ImportJob> {
  const job = await board.find(site, name)
  if (job && (await mayKnow(access, job))) return job
  await access.require('write', site)
  throw new GalleyError('not-found', 'There is no such import.', { where: name })
}

/** An import tells of all that it meets where it goes: it is shown to who began it, and to who may read all of that. */
async function mayKnow(access: Access, { target, caller }: ImportJob): Promise<boolean> {
  const path = contentPath(target)
  const there = await access.at(path)
  if (!there.may('write', path)) return false
  return access.unrestricted || there.mayThroughout('read', path) || caller.people.some(access.isCaller)
}

async function listItems(
  { board }: RouteParts,
  { request, url }: ImportRequest,
  job: ImportJob
): Promise<Response> {
  const number = (name: string, otherwise: number) => {
    const text = url.searchParams.get(name)
    if (text === null) return otherwise
    if (/^\d{1,9}$/.test(text)) return Number(text)
    throw new GalleyError('bad-request', `“${name}” is a whole number, 0 or more.`, { where: name })
  }
  const items = await board.items(job)
  const offset = number('offset', 0)
  const limit = number('limit', items.length)
  return json({ total: items.length, offset, items: items.slice(offset, offset + limit) }, request)
}

async function contents(
  { board, store }: RouteParts,
  { request, url, access }: ImportRequest,
  job: ImportJob,
  number: number
): Promise<Response> {
  const item = (await board.items(job))[number]
  if (!item) throw new GalleyError('not-found', 'There is no such item.', { where: String(number) })
  if (item.path !== null) await access.require('read', contentPath(item.path))
  const found: ItemContents = {
    path: item.path ?? '',
    current: item.path === null ? null : await currentText(store, item),
    incoming: await board.ask(job, url.origin, (source) => incomingText(source, item, request.signal))
  }
  return json(found, request)
}

async function currentText(store: Store, { path, kind }: ImportItem): Promise<string | null> {
  if (path === null || isMedia(kind)) return null
  const file = await store.read(contentPath(path))
  return file ? new TextDecoder().decode(file.bytes) : null
}

async function incomingText(
  source: ImportSource,
  item: ImportItem,
  signal: AbortSignal
): Promise<string | null> {
  if (isMedia(item.kind)) return null
  try {
    return await source.take(item, signal, ({ body }) =>
      Promise.resolve(body instanceof Uint8Array ? new TextDecoder().decode(body) : null)
    )
  } catch (cause) {
    throw new GalleyError(
      'not-found',
      `The source cannot be read now: ${cause instanceof Error ? cause.message : 'no answer'}`,
      {
        where: item.address,
        cause
      }
    )
  }
}

async function report({ board }: RouteParts, { request }: ImportRequest, job: ImportJob): Promise<Response> {
  const text = reportCsv(await board.items(job))
  return new Response(request.method === 'HEAD' ? null : text, {
    headers: {
      'Content-Type': 'text/csv; charset=utf-8',
      'Content-Disposition': attachmentNamed(`${job.name}.csv`),
      'Cache-Control': 'private, no-store',
      'X-Content-Type-Options': 'nosniff'
    }
  })
}

/** An import as it is told: without who may do what, and without anything secret. */
function shown(job: ImportJob): ImportShown {
  const {
    name,
    state,
    target,
    createTime,
    startTime,
    runTime,
    stopTime,
    error,
    replace,
    withMedia,
    progress,
    items,
    refused,
    repeated,
    asked,
    counts
  } = job
  const site = contentPath(job.site)
  const { source } = job
  return {
    name,
    state,
    target,
    source: {
      kind: source.kind,
      from:
        source.kind === 'published' ? source.site : source.kind === 'service' ? source.address : source.from,
      ...(source.kind === 'list' ? {} : { environment: source.environment }),
      ...(source.kind === 'list' || source.paths === undefined ? {} : { paths: source.paths })
    },
    user: job.caller.people[0].email,
    createTime,
    ...(startTime === undefined ? {} : { startTime }),
    ...(runTime === undefined ? {} : { runTime }),
    ...(stopTime === undefined ? {} : { stopTime }),
    ...(error === undefined ? {} : { error }),
    replace,
    withMedia,
    progress,
    items,
    refused,
    repeated,
    hosts: asked,
    counts,
    links: {
      self: importRoutes.one(site, name),
      items: importRoutes.items(site, name),
      report: importRoutes.report(site, name)
    }
  }
}

const MAX_WISH_BYTES = 10 * 1024 * 1024
const MAX_ACTION_BYTES = 1024 * 1024

const body = async (request: Request, most: number): Promise<unknown> =>
  (await readSmallJson(request, most)) ?? {}

interface Shape<T> {
  safeParse(value: unknown):
    | { readonly success: true; readonly data: T }
    | {
        readonly success: false
        readonly error: {
          readonly issues: readonly { readonly path: readonly PropertyKey[]; readonly message: string }[]
        }
      }
}

function parsed<T>(shape: Shape<T>, value: unknown): T {
  const read = shape.safeParse(value)
  if (read.success) return read.data
  const [issue] = read.error.issues
  const where = issue?.path.map(String).join('.') || 'body'
  throw new GalleyError(
    'bad-request',
    `The request is not understood at “${where}”. /openapi.html shows what it may hold.`,
    { where }
  )
}

function json(value: unknown, request: Request, status = 200): Response {
  const text = JSON.stringify(value)
  return new Response(request.method === 'HEAD' ? null : text, {
    status,
    headers: {
      'Content-Type': 'application/json',
      'Cache-Control': 'private, no-store',
      'X-Content-Type-Options': 'nosniff'
    }
  })
}
