import { importOperations } from '../../common/api/operations/importing'
import {
  contentPath,
  contentPathFromUrl,
  ROOT,
  segmentsOf,
  type ContentPath
} from '../../common/content/paths'
import { GalleyError, sentence } from '../../common/errors'
import { urlOf } from '../../common/api/url'
import { isMedia } from '../../common/importing/kinds'
import { reportCsv } from '../../common/importing/report'
import {
  importActions,
  type ImportItem,
  type ImportShown,
  type ImportRequest,
  type ItemContents
} from '../../common/importing/shapes'
import type { Access } from '../permissions/access'
import { refuseServiceName } from '../permissions/new-organization'
import { doneAnswer } from '../http/answers'
import { after, type Asked, type Known, type Step } from '../http/asked'
import { nothingHere, openRoom, type Room } from '../http/room'
import { attachmentNamed } from '../http/file-answers'
import type { Store } from '../store/types'
import { begin } from './begin'
import type { ImportRunner } from './runner'
import type { ImportJob } from './job'
import type { ImportLimits } from './limits'
import type { ImportSource } from './source'
import { shownSource, siteReadBy } from './sources'

interface RouteParts {
  readonly runner: ImportRunner
  readonly store: Store
  readonly limits: ImportLimits
}

/** A request about the imports into a site; of all sites where there is none in the address. */
interface ImportAsked extends Known {
  readonly site: ContentPath
}

/** Imports into a site. Only who may write where they go may know of them (P6). */
export function openImportRoom(caller: Step<Asked, Known>, parts: RouteParts): Room {
  const { runner } = parts
  const enter = after(caller, async (asked): Promise<ImportAsked> => ({ ...asked, site: siteIn(asked.url) }))
  return openRoom({
    operations: importOperations,
    enter,
    pathOf: (pathname) => pathname.replace(/(?<=^\/import(?:\/[^/]+\/[^/]+)?)\/$/, ''),
    lost: async ({ access, site }) => void (await access.require('write', site)),
    bodies: {
      most: ({ id }) => (id === 'startImport' ? MAX_REQUEST_BYTES : MAX_ACTION_BYTES),
      wrong: (where) =>
        sentence`The request is not understood at “${{ where }}”. /openapi.html shows what it may hold.`
    },
    handlers: {
      listUnfinishedImports: (asked) => unfinished(parts, asked),
      startImport: (asked, { body }) => start(parts, asked, body),
      listImports: (asked) => list(parts, asked),
      async readImport(asked, { parameters: { name } }) {
        return json(shown(await known(runner, asked, name)))
      },
      async removeImport(asked, { parameters: { name } }) {
        await runner.remove(await known(runner, asked, name))
        return doneAnswer()
      },
      async listImportItems(asked, { parameters: { name } }) {
        return listItems(parts, asked, await known(runner, asked, name))
      },
      async readImportItem(asked, { parameters: { name, number } }) {
        return contents(parts, asked, await known(runner, asked, name), Number(number))
      },
      async exportImport(asked, { parameters: { name } }) {
        return report(parts, await known(runner, asked, name))
      },
      async actOnImport(asked, { parameters: { name, action }, body }) {
        // it is looked for before the body is read
        const job = await known(runner, asked, name)
        const wanted = importActions.find((one) => one === action)
        if (!wanted) throw nothingHere()
        return json(shown(await runner.act(job, wanted, await body(), asked.url.origin)))
      }
    }
  })
}

function siteIn({ pathname }: URL): ContentPath {
  if (/^\/import\/?$/.test(pathname)) return ROOT
  const [, , org = '', site = ''] = pathname.split('/')
  const path = contentPathFromUrl(`/${org}/${site}`)
  if (path.startsWith('/.') || segmentsOf(path).length !== 2)
    throw new GalleyError('bad-path', 'Name an organization and a site: /import/org/site.', { where: path })
  return path
}

async function start(
  { runner, limits, store }: RouteParts,
  { site, url, caller, access }: ImportAsked,
  body: () => Promise<ImportRequest>
): Promise<Response> {
  // before the body: nothing of the request is told to who may not write anywhere here
  const mayHere = (await access.at(site)).maySee(site)
  if (!mayHere) await access.require('write', site)
  const wanted = await body()
  const begun = begin(site, wanted, limits)
  await access.require('write', begun.target)
  await refuseServiceName(store, begun.target)
  const from = siteReadBy(begun.source)
  if (from !== null && !(await access.at(from)).maySee(from)) await access.require('read', from)
  const { withMedia = true, ownNetwork = false } = wanted
  const job = await runner.start(site, begun, { withMedia, ownNetwork }, caller, url.origin)
  return json(shown(job), 202)
}

async function list({ runner }: RouteParts, { access, site }: ImportAsked): Promise<Response> {
  const there = await access.at(site)
  if (!there.maySee(site)) await access.require('write', site)
  const jobs: ImportJob[] = []
  for (const job of await runner.list(site)) if (await mayKnow(access, job)) jobs.push(job)
  if (jobs.length === 0 && !there.may('write', site) && !there.maySee(site))
    await access.require('write', site)
  return json({ imports: jobs.map(shown) })
}

/**
 * What is under way, or waits in the middle, wherever it goes (IM7): after a start, nothing of it is
 * forgotten.
 */
async function unfinished({ runner }: RouteParts, { access }: ImportAsked): Promise<Response> {
  const found: ImportShown[] = []
  for (const job of await runner.unfinished()) {
    if (await mayKnow(access, job)) found.push(shown(job))
  }
  return json({ imports: found })
}

/** An import that the caller may know of. */
async function known(runner: ImportRunner, { access, site }: ImportAsked, name: string): Promise<ImportJob> {
  const job = await runner.find(site, name)
  if (job && (await mayKnow(access, job))) return job
  await access.require('write', site)
  throw new GalleyError('not-found', 'There is no such import.', { where: name })
}

/**
 * An import tells of all that it meets where it goes: it is shown to who began it, and to who may read all of
 * that.
 */
async function mayKnow(access: Access, { target, caller }: ImportJob): Promise<boolean> {
  const path = contentPath(target)
  const there = await access.at(path)
  if (!there.may('write', path)) return false
  return access.unrestricted || there.mayThroughout('read', path) || caller.people.some(access.isCaller)
}

async function listItems({ runner }: RouteParts, { url }: ImportAsked, job: ImportJob): Promise<Response> {
  const number = (name: string, otherwise: number) => {
    const text = url.searchParams.get(name)
    if (text === null) return otherwise
    if (/^\d{1,9}$/.test(text)) return Number(text)
    throw new GalleyError('bad-request', sentence`“${{ name }}” is a whole number, 0 or more.`, {
      where: name
    })
  }
  const items = await runner.items(job)
  const offset = number('offset', 0)
  const limit = number('limit', items.length)
  return json({ total: items.length, offset, items: items.slice(offset, offset + limit) })
}

async function contents(
  { runner, store }: RouteParts,
  { request, url, access }: ImportAsked,
  job: ImportJob,
  number: number
): Promise<Response> {
  const item = (await runner.items(job))[number]
  if (!item) throw new GalleyError('not-found', 'There is no such item.', { where: String(number) })
  if (item.path !== null) await access.require('read', contentPath(item.path))
  const found: ItemContents = {
    path: item.path ?? '',
    current: item.path === null ? null : await currentText(store, item),
    incoming: await runner.ask(job, url.origin, (source) => incomingText(source, item, request.signal))
  }
  return json(found)
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
      sentence`The source cannot be read now: ${{ why: cause instanceof Error ? cause.message : 'no answer' }}`,
      { where: item.address, cause }
    )
  }
}

async function report({ runner }: RouteParts, job: ImportJob): Promise<Response> {
  const text = reportCsv(await runner.items(job))
  return new Response(text, {
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
  return {
    name,
    state,
    target,
    source: shownSource(job.source),
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
      self: urlOf('readImport', { at: site, name }),
      items: urlOf('listImportItems', { at: site, name }),
      report: urlOf('exportImport', { at: site, name })
    }
  }
}

const MAX_REQUEST_BYTES = 10 * 1024 * 1024
const MAX_ACTION_BYTES = 1024 * 1024

function json(value: unknown, status = 200): Response {
  return Response.json(value, {
    status,
    headers: { 'Cache-Control': 'private, no-store', 'X-Content-Type-Options': 'nosniff' }
  })
}
