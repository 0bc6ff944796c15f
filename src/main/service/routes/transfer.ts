import type { TransferAnswer } from '../../../common/api/types'
import type { ContentPath } from '../../../common/content/paths'
import { contentPath, segmentsOf } from '../../../common/content/paths'
import { GalleyError } from '../../../common/errors'
import type { Action } from '../../../common/permissions/rules'
import { headers as names } from '../../../common/api/routes'
import type { TransferOptions } from '../../store/types'
import type { Methods, RouteContext, ServiceContext } from '../context'
import type { EventHub } from '../event-hub'
import { pathAfterPrefix, requireBelowRoot, requireFilePath, withOpenOrganization } from '../request-path'
import { personOf } from '../session'
import { readSmallForm } from '../small-bodies'

/** `POST /move/…` (S4): keeps ids and history. */
export function moveRoutes({ events }: ServiceContext): Methods {
  return { POST: (c) => transfer(c, events, 'write', c.env.content.move) }
}

/** `POST /copy/…` (S4): new ids, no history. */
export function copyRoutes({ events }: ServiceContext): Methods {
  return { POST: (c) => transfer(c, events, 'read', c.env.content.copy) }
}

type Transfer = (from: ContentPath, to: ContentPath, options: TransferOptions) => Promise<number>

async function transfer(
  c: RouteContext,
  events: EventHub,
  atSource: Action,
  run: Transfer
): Promise<Response> {
  const { access, caller, content, url } = c.env
  const from = requireBelowRoot(pathAfterPrefix(url))
  const operation = operationOf(c.req.raw.headers)
  await access.require(atSource, from)
  const form = await readSmallForm(c.req.raw)
  const to = destinationOf(form, from)
  await access.require('write', to)
  const entry = await content.stat(from)
  if (!entry) throw new GalleyError('not-found', 'There is nothing to move or copy.', { where: from })
  if (from === to) throw new GalleyError('into-itself', 'It is there already.', { where: to })
  if (entry.kind === 'file') requireFilePath(to)
  const overwrite = [form.get('overwrite'), url.searchParams.get('overwrite')].includes('true')
  const files = await run(from, to, {
    by: personOf(caller),
    overwrite,
    signal: c.req.raw.signal,
    ...(operation === null ? {} : { onProgress: progressTo(events, operation, from) })
  })
  return Response.json({ files, path: to } satisfies TransferAnswer, {
    headers: { 'Cache-Control': 'no-store' }
  })
}

/** The name that the caller gives a long operation, to know its progress among the events. @throws GalleyError bad-request */
function operationOf(headers: Headers): string | null {
  const operation = headers.get(names.operation)
  if (operation === null || /^[\x21-\x7e]{1,100}$/.test(operation)) return operation
  throw new GalleyError('bad-request', `${names.operation} holds 1 to 100 visible ASCII characters.`, {
    where: names.operation
  })
}

/** Tells how far it is, a few times a second and at the end. */
function progressTo({ publish }: EventHub, operation: string, path: ContentPath) {
  let told = -Infinity
  return (done: number, total: number) => {
    const now = performance.now()
    if (now - told < PROGRESS_MS && done < total) return
    told = now
    publish({ type: 'progress', operation, path, done, total })
  }
}

const PROGRESS_MS = 100

/** The form field `destination`: a content path, as a person would write it, in the same organization. */
function destinationOf(form: ReadonlyMap<string, string>, from: ContentPath): ContentPath {
  const destination = form.get('destination')
  if (destination === undefined || destination === '') {
    throw new GalleyError('bad-request', 'The form has no field “destination”.', { where: 'destination' })
  }
  const to = requireBelowRoot(withOpenOrganization(contentPath(destination)))
  if (segmentsOf(to)[0] === segmentsOf(from)[0]) return to
  throw new GalleyError('across-orgs', 'Moves and copies stay in one organization.', { where: to })
}
