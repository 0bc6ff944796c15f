import { headers as names } from '../../common/api/headers'
import type { ContentPath } from '../../common/content/paths'
import { segmentsOf } from '../../common/content/paths'
import { GalleyError } from '../../common/errors'
import type { Action } from '../../common/permissions/rules'
import type { TransferOptions } from '../store/types'
import type { Known } from '../http/asked'
import type { LongWork } from '../events/long-work'
import { pathAfterPrefix, pathInForm, requireBelowRoot, requireFilePath } from '../http/request-path'
import { personOf } from '../callers/people'
import { readSmallForm } from '../http/small-bodies'

/** Keeps ids and history (S4). */
export const move = (asked: Known, longWork: LongWork): Promise<Response> =>
  transfer(asked, longWork, 'write', asked.content.move)

/** New ids, no history (S4). */
export const copy = (asked: Known, longWork: LongWork): Promise<Response> =>
  transfer(asked, longWork, 'read', asked.content.copy)

type Transfer = (from: ContentPath, to: ContentPath, options: TransferOptions) => Promise<number>

async function transfer(
  asked: Known,
  longWork: LongWork,
  atSource: Action,
  run: Transfer
): Promise<Response> {
  const { access, caller, content, url } = asked
  const from = requireBelowRoot(pathAfterPrefix(url))
  await access.require(atSource, from)
  const form = await readSmallForm(asked.request)
  const to = destinationOf(form, from)
  await access.require('write', to)
  const entry = await content.stat(from)
  if (!entry) throw new GalleyError('not-found', 'There is nothing to move or copy.', { where: from })
  if (from === to) throw new GalleyError('into-itself', 'It is there already.', { where: to })
  if (entry.kind === 'file') requireFilePath(to)
  const overwrite = [form.get('overwrite'), url.searchParams.get('overwrite')].includes('true')
  const files = await longWork.run(asked.request, caller, from, (running) =>
    run(from, to, { by: personOf(caller), overwrite, ...running })
  )
  return new Response(null, {
    status: 204,
    headers: { [names.files]: String(files), 'Cache-Control': 'no-store' }
  })
}

/** The form field `destination`: a content path, as a person would write it, in the same organization. */
function destinationOf(form: ReadonlyMap<string, string>, from: ContentPath): ContentPath {
  const destination = form.get('destination')
  if (destination === undefined || destination === '') {
    throw new GalleyError('bad-request', 'The form has no field “destination”.', { where: 'destination' })
  }
  const to = pathInForm(destination)
  if (segmentsOf(to)[0] === segmentsOf(from)[0]) return to
  throw new GalleyError('across-orgs', 'Moves and copies stay in one organization.', { where: to })
}
