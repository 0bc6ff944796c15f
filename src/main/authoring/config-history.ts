import type { HistoryRecord } from '../../common/api/types'
import { segmentsOf, splitName } from '../../common/content/paths'
import { GalleyError } from '../../common/errors'
import { configsFor } from '../permissions/configs'
import type { Methods, ServiceContext } from '../http/context'
import { etagOf } from '../http/entity-tags'
import { configPath, pathAfterAppPrefix } from '../http/request-path'
import { sendable } from '../http/sendable'
import { writtenIn } from './version-list'

/** `GET /app/configs/{org}[/…]`: the paths at and below this one that have a config of their own. */
export function configListRoutes({ store }: ServiceContext): Methods {
  return {
    async GET(c) {
      const paths = await configsFor(store, c.env.access).list(configPath(c.env.url, 2))
      return Response.json(
        paths.map((path) => ({ path })),
        { headers }
      )
    }
  }
}

/** `GET /app/config-history/{org}[/…]`: the versions of a config, newest first (C2). */
export function configHistoryRoutes({ store }: ServiceContext): Methods {
  return {
    async GET(c) {
      const path = configPath(c.env.url, 2)
      const versions = await configsFor(store, c.env.access).versions(path)
      const [org = '', ...rest] = segmentsOf(path)
      const records = versions.map((version): HistoryRecord => {
        const { fileId, id, users, timestamp, label } = version
        return {
          url: `/app/config-version/${encodeURIComponent(org)}/${fileId}/${id}.json`,
          users: users.map(({ email }) => ({ email })),
          timestamp,
          path: rest.join('/'),
          ...(label === undefined ? {} : { label }),
          ...writtenIn(version)
        }
      })
      return Response.json(records, { headers })
    }
  }
}

/** `GET /app/config-version/{org}/{file_id}/{version_id}.json`: what the config was. */
export function configVersionRoutes({ store }: ServiceContext): Methods {
  return {
    async GET(c) {
      const [org = '', fileId = '', file = '', ...more] = segmentsOf(pathAfterAppPrefix(c.env.url))
      const { name, ext } = splitName(file)
      const found =
        more.length === 0 && ext === 'json'
          ? await configsFor(store, c.env.access).readVersion(org, fileId.toLowerCase(), name.toLowerCase())
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
  }
}

const headers = { 'Cache-Control': 'private, no-cache', 'X-Content-Type-Options': 'nosniff' }
