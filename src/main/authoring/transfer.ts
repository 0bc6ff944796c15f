import { headers } from '../../common/api/headers'
import type { ContentPath } from '../../common/content/paths'
import { isInClientTrash, segmentsOf } from '../../common/content/paths'
import { GalleyError } from '../../common/errors'
import type { Known } from '../http/asked'
import { pathAfterPrefix, pathInForm, requireBelowRoot, requireFilePath } from '../http/request-path'
import { personOf } from '../callers/people'
import { readSmallForm } from '../http/small-bodies'
import type { Route } from '../store/types'
import { copyWithAssets, moveWithAssets, planFor, wentAlong } from './page-assets'
import { assetNames, type AuthoringParts } from './parts'

/** Keeps ids and history (S4). */
export const move = (parts: AuthoringParts, asked: Known): Promise<Response> => transfer(parts, asked, 'move')

/** New ids, no history (S4). */
export const copy = (parts: AuthoringParts, asked: Known): Promise<Response> => transfer(parts, asked, 'copy')

async function transfer(parts: AuthoringParts, asked: Known, kind: 'move' | 'copy'): Promise<Response> {
  const { access, caller, content, url } = asked
  const from = requireBelowRoot(pathAfterPrefix(url))
  await access.require(kind === 'move' ? 'write' : 'read', from)
  const form = await readSmallForm(asked.request)
  const to = destinationOf(form, from)
  await access.require('write', to)
  const names = await assetNames(parts, asked)
  const overwrite = [form.get('overwrite'), url.searchParams.get('overwrite')].includes('true')
  const went = overwrite ? null : await wentAlong(content, kind, { from, to }, names)
  if (went !== null) return done(went)
  const entry = await content.stat(from)
  if (!entry) throw new GalleyError('not-found', 'There is nothing to move or copy.', { where: from })
  if (from === to) throw new GalleyError('into-itself', 'It is there already.', { where: to })
  if (entry.kind === 'file') requireFilePath(to)
  if (kind === 'move' && follows(form) && !isInClientTrash(to))
    return followed(parts, asked, { from, to }, form, overwrite)
  const run = kind === 'move' ? moveWithAssets : copyWithAssets
  return done(
    await parts.longWork.run(asked.request, caller, from, (running) =>
      run(content, from, to, { by: personOf(caller), overwrite, ...running }, names)
    )
  )
}

/** With everything that links (LK2). */
async function followed(
  parts: AuthoringParts,
  asked: Known,
  route: Route,
  form: ReadonlyMap<string, string>,
  overwrite: boolean
): Promise<Response> {
  const { content, caller, request } = asked
  const { from, to } = route
  if (overwrite && (await content.stat(to))?.kind === 'folder')
    throw new GalleyError(
      'bad-request',
      'A folder that is put into another is moved without its links. Leave “links” out.',
      {
        where: 'links'
      }
    )
  const { files } = await planFor(content, route, await assetNames(parts, asked))
  const options = {
    overwrite,
    plan: form.get('plan') ?? null,
    except: new Set(
      (form.get('except') ?? '').split('\n').flatMap((line) => (line.trim() === '' ? [] : [line.trim()]))
    ),
    redirects: form.get('redirects') === 'true'
  }
  const moving = () =>
    parts.longWork.run(request, caller, from, (running) =>
      parts.links.move(asked, [{ from, to }], options, running)
    )
  const { change, links } = await parts.pace(asked, moving)
  return done(files, { [headers.rewritten]: String(links), [headers.change]: change })
}

/** @throws GalleyError bad-request for what is neither */
function follows(form: ReadonlyMap<string, string>): boolean {
  const links = form.get('links') ?? 'leave'
  if (links === 'follow' || links === 'leave') return links === 'follow'
  throw new GalleyError('bad-request', '“links” is “follow” or “leave”.', { where: 'links' })
}

const done = (files: number, more: Readonly<Record<string, string>> = {}) =>
  new Response(null, {
    status: 204,
    headers: { [headers.files]: String(files), 'Cache-Control': 'no-store', ...more }
  })

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
