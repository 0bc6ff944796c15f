import type { HistoryRecord, VersionRecord } from '../../common/api/types'
import { urlOf } from '../../common/api/url'
import { namedOnly } from '../../common/person'
import { contentPath, orgOf } from '../../common/content/paths'
import type { ContentPath } from '../../common/content/paths'
import { hasVersions } from '../../common/formats/files'
import { GalleyError } from '../../common/errors'
import type { Version } from '../store/types'
import { doneAnswer } from '../http/answers'
import { withSourceBody } from '../http/bodies'
import { requireConditions } from '../http/conditions'
import { validatorsOf } from '../http/file-answers'
import type { Known } from '../http/asked'
import {
  extensionOf,
  pathAfterAppPrefix,
  pathAfterPrefix,
  requireBelowRoot,
  requireFilePath
} from '../http/request-path'
import { peopleOf, personOf } from '../callers/people'

/** Newest first; none without versions or without a file (V1). */
export const listVersions = (asked: Known): Promise<Response> =>
  answer(asked, requireBelowRoot(pathAfterPrefix(asked.url)), (record) => record)

/** The same, each with who wrote its content and when (V7). */
export const listHistory = (asked: Known): Promise<Response> =>
  answer(asked, requireBelowRoot(pathAfterAppPrefix(asked.url)), (record, version) => ({
    ...record,
    users: version.users.map(namedOnly),
    ...writtenIn(version)
  }))

/** Makes a version of what is sent, and leaves the file as it is (V8). */
export async function keepGivenUp(asked: Known): Promise<Response> {
  const { access, caller, content, url } = asked
  const { headers, method } = asked.request
  const path = requireFilePath(pathAfterAppPrefix(url))
  await access.require('write', path)
  if (!hasVersions(extensionOf(path)))
    throw new GalleyError('not-versioned', 'Only HTML and JSON files have versions.', { where: path })
  await withSourceBody(asked.request, extensionOf(path), async (body) => {
    const bytes = body.content instanceof Uint8Array ? body.content : null
    if (!bytes || bytes.length === 0)
      throw new GalleyError('bad-request', 'There is nothing to keep: the content is empty.', {
        where: 'body'
      })
    await content.createVersion(path, {
      by: personOf(caller),
      users: peopleOf(caller),
      content: bytes,
      condition: (current) => requireConditions(method, headers, validatorsOf(current))
    })
  })
  return doneAnswer(201)
}

/** Who wrote the content of a version and when, as a record of a history tells it. */
export function writtenIn({ written }: Version): Pick<HistoryRecord, 'written'> {
  return written ? { written: { by: written.by, at: Math.round(written.at) } } : {}
}

async function answer(
  asked: Known,
  path: ContentPath,
  told: (record: VersionRecord, version: Version) => VersionRecord | HistoryRecord
): Promise<Response> {
  const recordOf = recordsOf(contentPath(orgOf(path)))
  const versions = await asked.content.versions(path)
  const records = versions
    .filter((version) => version.size > 0)
    .sort((a, b) => b.timestamp - a.timestamp)
    .map((version) => told(recordOf(version), version))
  return Response.json(records, {
    headers: { 'Cache-Control': 'private, no-cache', 'X-Content-Type-Options': 'nosniff' }
  })
}

/** Of a list that may be long: what is the same in all its addresses is made once. */
function recordsOf(org: ContentPath): (version: Version) => VersionRecord {
  const known = new Map<string, readonly string[]>()
  const urlFor = ({ fileId, id, path }: Version): string => {
    const ext = extensionOf(path)
    const key = `${fileId}.${ext}`
    const around =
      known.get(key) ?? urlOf('readVersion', { at: org, file_id: fileId, version_id: ID, ext }).split(ID)
    known.set(key, around)
    return around.join(id)
  }
  return (version) => {
    const { users, timestamp, path, label } = version
    return {
      url: urlFor(version),
      users: users.map(({ email }) => ({ email })),
      timestamp,
      path: path.slice(path.indexOf('/', 1) + 1),
      ...(label === undefined ? {} : { label })
    }
  }
}

/** Stands for the id of a version, which is a GUID as this is, and of no version. */
const ID = 'ffffffff-0000-ffff-0000-ffffffffffff'
