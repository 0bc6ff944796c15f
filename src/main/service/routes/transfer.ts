import type { TransferAnswer } from '../../../common/api/types'
import type { ContentPath } from '../../../common/content/paths'
import { contentPath, segmentsOf } from '../../../common/content/paths'
import { GalleyError } from '../../../common/errors'
import type { TransferOptions } from '../../store/types'
import { authorize } from '../authorize'
import type { Methods, RouteContext, ServiceContext } from '../context'
import { pathAfterPrefix, requireBelowRoot, requireFilePath } from '../request-path'
import { personOf } from '../session'
import { readSmallForm } from '../small-bodies'

/** `POST /move/…` (S4): keeps ids and history. */
export function moveRoutes({ store }: ServiceContext): Methods {
  return {
    POST: (c) => transfer({ store }, c, 'write', (from, to, options) => store.move(from, to, options))
  }
}

/** `POST /copy/…` (S4): new ids, no history. */
export function copyRoutes({ store }: ServiceContext): Methods {
  return { POST: (c) => transfer({ store }, c, 'read', (from, to, options) => store.copy(from, to, options)) }
}

type Transfer = (from: ContentPath, to: ContentPath, options: TransferOptions) => Promise<number>

async function transfer(
  { store }: Pick<ServiceContext, 'store'>,
  c: RouteContext,
  atSource: 'read' | 'write',
  run: Transfer
): Promise<Response> {
  const from = requireBelowRoot(pathAfterPrefix(c.req.url))
  const form = await readSmallForm(c.req.raw)
  const to = destinationOf(form, from)
  authorize(c.env.caller, atSource, from)
  authorize(c.env.caller, 'write', to)
  const entry = await store.stat(from)
  if (!entry) throw new GalleyError('not-found', 'There is nothing to move or copy.', { where: from })
  if (from === to) throw new GalleyError('into-itself', 'It is there already.', { where: to })
  if (entry.kind === 'file') requireFilePath(to)
  const overwrite = [form.get('overwrite'), c.req.query('overwrite')].includes('true')
  const files = await run(from, to, { by: personOf(c.env.caller), overwrite })
  return Response.json({ files, path: to } satisfies TransferAnswer, {
    headers: { 'Cache-Control': 'no-store' }
  })
}

/** The form field `destination`: a content path, as a person would write it, in the same organization. */
function destinationOf(form: ReadonlyMap<string, string>, from: ContentPath): ContentPath {
  const destination = form.get('destination')
  if (destination === undefined || destination === '') {
    throw new GalleyError('bad-request', 'The form has no field “destination”.', { where: 'destination' })
  }
  const to = requireBelowRoot(contentPath(destination))
  if (segmentsOf(to)[0] === segmentsOf(from)[0]) return to
  throw new GalleyError('across-orgs', 'Moves and copies stay in one organization.', { where: to })
}
