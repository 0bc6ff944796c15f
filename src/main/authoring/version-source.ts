import { contentTypeOf, hasVersions } from '../../common/formats/files'
import { segmentsOf, splitName } from '../../common/content/paths'
import { publishedLabels } from '../../common/content/version-labels'
import { GalleyError } from '../../common/errors'
import { doneAnswer } from '../http/answers'
import { judge, requireConditions } from '../http/conditions'
import type { Known } from '../http/asked'
import { etagOf } from '../http/entity-tags'
import { contentHeaders } from '../http/file-answers'
import { readLabel } from './labels'
import { extensionOf, pathAfterPrefix, requireFilePath } from '../http/request-path'
import { sendableOnce } from '../http/sendable'
import { peopleOf, personOf } from '../callers/people'

/** A snapshot of the current content (V2). */
export async function createVersion(asked: Known): Promise<Response> {
  const { access, caller, content, url } = asked
  const path = requireFilePath(pathAfterPrefix(url))
  await access.require('write', path)
  const label = await readLabel(asked.request)
  if (!hasVersions(extensionOf(path))) {
    const entry = await content.stat(path)
    if (entry?.kind !== 'file') throw new GalleyError('not-found', 'There is no such file.', { where: path })
    throw new GalleyError('not-versioned', 'Only HTML and JSON files have versions.', { where: path })
  }
  await content.createVersion(path, {
    by: personOf(caller),
    users: peopleOf(caller),
    // clients label what they have published, which publishing has done already
    once: Object.values(publishedLabels).some((one) => one === label),
    ...(label === undefined ? {} : { label })
  })
  return doneAnswer(201)
}

/**
 * The content of a version, byte for byte; newer clients put the repository before the ids. Everything that
 * is no version of this organization is 403 alike (P6).
 */
export async function readVersion(asked: Known): Promise<Response> {
  const [org = '', ...rest] = segmentsOf(pathAfterPrefix(asked.url))
  const [fileId = '', file = ''] = rest.slice(-2)
  const [site, ...others] = rest.slice(0, -2)
  const { name: versionId, ext } = splitName(file)
  if (others.length > 0 || !isGuid(fileId) || !isGuid(versionId)) throw refused()
  const found = await asked.content.readVersion(org, fileId.toLowerCase(), versionId.toLowerCase())
  if (!found || extensionOf(found.version.path) !== ext) throw refused()
  if (
    site !== undefined &&
    ![found.lastPath, found.version.path].some((path) => segmentsOf(path)[1] === site)
  )
    throw refused()

  const { method, headers } = asked.request
  const { hash, timestamp } = found.version
  const etag = etagOf(hash)
  const validators = { ETag: etag, 'Cache-Control': 'private, no-cache' }
  const current = { etag, lastModified: timestamp }
  const verdict = judge(method, headers, current)
  if (verdict === 'failed') requireConditions(method, headers, current)
  if (verdict === 'not-modified') return new Response(null, { status: 304, headers: validators })
  return new Response(method === 'HEAD' ? null : sendableOnce(found.bytes), {
    headers: {
      ...validators,
      ...contentHeaders(ext),
      'Content-Type': contentTypeOf(ext),
      'Content-Length': String(found.bytes.length)
    }
  })
}

const isGuid = (text: string) => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text)

function refused(): GalleyError {
  return new GalleyError(
    'forbidden',
    'There is no such version, or you may not read it. Use the url that the version list gives.'
  )
}
