import type { versionOperations } from '../../common/api/operations/versions'
import { urlOf } from '../../common/api/url'
import type { HistoryRecord } from '../../common/api/types'
import { contentPath, orgOf, segmentsOf, splitName } from '../../common/content/paths'
import { GalleyError } from '../../common/errors'
import { configsFor } from '../permissions/configs'
import type { Known } from '../http/asked'
import type { Handlers } from '../http/room'
import { etagOf } from '../http/entity-tags'
import { configPath, pathAfterAppPrefix } from '../http/request-path'
import { sendable } from '../http/sendable'
import type { Store } from '../store/types'
import { writtenIn } from './version-list'

/** Where configs are, and what they were (C2). */
export function configHistoryHandlers(store: Store) {
  return {
    /** The paths at and below this one that have a config of their own. */
    async listConfigs(asked) {
      const paths = await configsFor(store, asked.access).list(configPath(asked.url, 2))
      return Response.json(
        paths.map((path) => ({ path })),
        { headers }
      )
    },
    /** Newest first. */
    async listConfigVersions(asked) {
      const path = configPath(asked.url, 2)
      const versions = await configsFor(store, asked.access).versions(path)
      const at = contentPath(orgOf(path))
      const records = versions.map((version): HistoryRecord => {
        const { fileId, id, users, timestamp, label } = version
        return {
          url: urlOf('readConfigVersion', { at, file_id: fileId, version_id: id }),
          users: users.map(({ email }) => ({ email })),
          timestamp,
          path: segmentsOf(path).slice(1).join('/'),
          ...(label === undefined ? {} : { label }),
          ...writtenIn(version)
        }
      })
      return Response.json(records, { headers })
    },
    async readConfigVersion(asked) {
      const [org = '', fileId = '', file = '', ...more] = segmentsOf(pathAfterAppPrefix(asked.url))
      const { name, ext } = splitName(file)
      const found =
        more.length === 0 && ext === 'json'
          ? await configsFor(store, asked.access).readVersion(org, fileId.toLowerCase(), name.toLowerCase())
          : null
      if (!found) {
        throw new GalleyError(
          'forbidden',
          'There is no such version, or you may not read it. Use the url of the history.'
        )
      }
      return new Response(sendable(found.bytes), {
        headers: { ...headers, ETag: etagOf(found.version.hash), 'Content-Type': 'application/json' }
      })
    }
  } satisfies Partial<Handlers<Known, typeof versionOperations>>
}

const headers = { 'Cache-Control': 'private, no-cache', 'X-Content-Type-Options': 'nosniff' }
