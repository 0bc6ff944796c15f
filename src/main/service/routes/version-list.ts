import type { VersionRecord } from '../../../common/api/types'
import { segmentsOf } from '../../../common/content/paths'
import type { Version } from '../../store/types'
import type { Methods } from '../context'
import { extensionOf, pathAfterPrefix, requireBelowRoot } from '../request-path'

/** `GET /versionlist/{org}/{repo}/{path}` (V1): newest first; `[]` without versions or without a file. */
export function versionListRoutes(): Methods {
  return {
    async GET(c) {
      const path = requireBelowRoot(pathAfterPrefix(c.env.url))
      const versions = await c.env.content.versions(path)
      const records = versions
        .filter((version) => version.size > 0)
        .sort((a, b) => b.timestamp - a.timestamp)
        .map((version) => recordOf(segmentsOf(path)[0] ?? '', version))
      return Response.json(records, {
        headers: { 'Cache-Control': 'private, no-cache', 'X-Content-Type-Options': 'nosniff' }
      })
    }
  }
}

function recordOf(org: string, version: Version): VersionRecord {
  const { fileId, id, users, timestamp, path, label } = version
  return {
    url: `/versionsource/${encodeURIComponent(org)}/${fileId}/${id}.${encodeURIComponent(extensionOf(path))}`,
    users: users.map(({ email }) => ({ email })),
    timestamp,
    path: segmentsOf(path).slice(1).join('/'),
    ...(label === undefined ? {} : { label })
  }
}
