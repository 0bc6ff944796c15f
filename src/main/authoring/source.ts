import { headers as names, fieldHeaders } from '../../common/api/headers'
import { type ContentPath, pathToUrl } from '../../common/content/paths'
import { GalleyError, sentence } from '../../common/errors'
import { jsonAnswer } from '../http/answers'
import { requireNoBody, withSourceBody } from '../http/bodies'
import { requireConditions } from '../http/conditions'
import type { Known } from '../http/asked'
import { fileHeaders, validatorsOf } from '../http/file-answers'
import {
  extensionOf,
  hasExtension,
  pathAfterPrefix,
  requireBelowRoot,
  requireFilePath
} from '../http/request-path'
import { personOf } from '../callers/people'
import { removeWithAssets, trashedAlong } from './page-assets'
import { assetNames, type AuthoringParts } from './parts'
import type { WriteAnswer } from '../../common/api/types'
import { urlOf } from '../../common/api/url'
import { originOf } from '../http/origin-of'
import { sitePlace } from '../../common/publishing/addresses'

/** Creates or replaces a file, or makes a folder (S1). */
export function writeSource(parts: AuthoringParts, asked: Known): Promise<Response> {
  const path = pathAfterPrefix(asked.url)
  const isForm = /^multipart\//i.test(asked.request.headers.get('Content-Type') ?? '')
  return hasExtension(path) || isForm ? writeFile(parts, asked) : createFolder(asked, path)
}

async function writeFile({ origin }: AuthoringParts, asked: Known): Promise<Response> {
  const { headers, method } = asked.request
  const { access, caller, content, url } = asked
  const path = requireFilePath(pathAfterPrefix(url))
  await access.require('write', path)
  const session = sessionOf(headers)
  const { created, entry } = await withSourceBody(asked.request, extensionOf(path), (body) =>
    content.write(path, body.content, {
      by: personOf(caller),
      condition: (current) => requireConditions(method, headers, validatorsOf(current)),
      ...session,
      fileId: body.guid
    })
  )
  return Response.json(writeAnswer(asked.request.url, origin, entry.path), {
    status: created ? 201 : 200,
    headers: { ...fileHeaders(entry), 'Cache-Control': 'no-store' }
  })
}

/**
 * PUT or POST on a path without extension and without body (S1); `/{org}` and `/{org}/{repo}` make an
 * organization and a site.
 */
async function createFolder(asked: Known, path: ContentPath): Promise<Response> {
  const { headers, method } = asked.request
  requireBelowRoot(path)
  await asked.access.require('write', path)
  await requireNoBody(
    asked.request,
    'A file name needs an extension, for example “.html”; a folder is made without a body.'
  )
  requireConditions(method, headers, null)
  const created = await asked.content.createFolder(path, { by: personOf(asked.caller) })
  if (!created && headers.has('If-None-Match')) {
    throw new GalleyError('precondition-failed', 'The folder is there already.', { where: path })
  }
  return jsonAnswer({ path }, created ? 201 : 200)
}

/** Into the trash (S5). */
export async function removeSource(parts: AuthoringParts, asked: Known): Promise<Response> {
  const { headers, method } = asked.request
  const path = requireBelowRoot(pathAfterPrefix(asked.url))
  const assets = await assetNames(parts, asked)
  try {
    const item = await parts.longWork.run(asked.request, asked.caller, path, (running) =>
      removeWithAssets(
        asked.content,
        path,
        {
          by: personOf(asked.caller),
          condition: (current) => requireConditions(method, headers, validatorsOf(current)),
          ...running
        },
        assets
      )
    )
    return gone(item.id)
  } catch (error) {
    if (!(error instanceof GalleyError) || error.reason !== 'not-found') throw error
    requireConditions(method, headers, null)
    const along = await trashedAlong(asked.content, path, assets)
    if (along === null) throw error
    return gone(along)
  }
}

const gone = (id: string) => new Response(null, { status: 204, headers: { [names.trash]: id } })

/**
 * The editing session that an autosave names (V3), if any. What a program writes in which several people edit
 * is one of theirs (VR5).
 * @throws GalleyError bad-request
 */
function sessionOf(headers: Headers): { session?: string; collaborative?: boolean } {
  const isCollab = headers.get(fieldHeaders.initiator)?.trim().toLowerCase() === COLLAB
  const session = headers.get(names.session) ?? (isCollab ? COLLAB : null)
  if (session === null) return {}
  if (/^[\x21-\x7e]{1,100}$/.test(session)) return { session, ...(isCollab && { collaborative: true }) }
  throw new GalleyError(
    'bad-request',
    sentence`${{ field: names.session }} holds 1 to 100 visible ASCII characters.`,
    { where: names.session }
  )
}

const COLLAB = 'collab'

/**
 * The body of a successful write (S1): where the file is edited, where its content is, and where readers find
 * it once it is published.
 */
function writeAnswer(requestUrl: string, origin: string | undefined, path: ContentPath): WriteAnswer {
  const base = origin ?? originOf(requestUrl)
  return {
    source: {
      editUrl: `${base}/#/edit${pathToUrl(path)}`,
      contentUrl: base + urlOf('readFile', { at: path })
    },
    aem: {
      previewUrl: base + urlOf('readSite', { environment: 'preview', ...sitePlace(path) }),
      liveUrl: base + urlOf('readSite', { environment: 'live', ...sitePlace(path) })
    }
  }
}
