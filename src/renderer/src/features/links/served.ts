import { contentPath, isWithin, type ContentPath } from '../../../../common/content/paths'
import type { SyncOverview } from '../../../../common/sync/shapes'

/** The origins of the servers that a workspace is connected to, of those that a link can name. */
export const serversOf = ({ remotes }: SyncOverview): string[] => [
  ...new Set(remotes.flatMap(({ base }) => httpsOrigin(base) ?? []))
]

/** Where what lies on a server lies here; null where no pair brings it here. */
export function placeHere(
  { remotes, pairs }: SyncOverview,
  server: string,
  there: ContentPath
): ContentPath | null {
  const known = new Set(remotes.filter(({ base }) => httpsOrigin(base) === server).map(({ id }) => id))
  const pair = pairs.find(
    ({ remoteId, remote }) => known.has(remoteId) && isWithin(there, contentPath(remote))
  )
  return pair ? contentPath(pair.local + there.slice(pair.remote.length)) : null
}

/** Where a document lies for others: on the server of its pair, else wherever it is. */
export function placeForOthers(
  { remotes, pairs }: SyncOverview,
  path: ContentPath
): { readonly server: string | null; readonly path: ContentPath } {
  const pair = pairs.find(({ local }) => isWithin(path, contentPath(local)))
  const server = httpsOrigin(remotes.find(({ id }) => id === pair?.remoteId)?.base ?? '')
  if (!pair || server === null) return { server: null, path }
  return { server, path: contentPath(pair.remote + path.slice(pair.local.length)) }
}

function httpsOrigin(base: string): string | null {
  try {
    const url = new URL(base)
    return url.protocol === 'https:' ? url.origin : null
  } catch {
    return null
  }
}
