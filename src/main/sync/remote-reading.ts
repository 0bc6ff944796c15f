import type { ContentPath } from '../../common/content/paths'
import { GalleyError } from '../../common/errors'
import { syncKey, type RemoteFolder, type RemoteVersions, type SyncSurvey } from '../../common/sync'
import { within, type Pairs } from './pairs'
import type { SyncingParts } from './parts'
import {
  asRemoteTrouble,
  remoteContent,
  remoteExists,
  remoteVersionContent,
  remoteVersionsOf
} from './remote-history'
import { pathThere } from './remote-http'
import { isSite, pairPath, type Pair } from './settings'
import { folderOf, folderPath, survey } from './survey'

/** What a person looks at on a server. */
export interface RemoteReading {
  /** The history of a file on the server. @param path here @throws GalleyError unreachable when offline */
  remoteVersions(id: string, path: string): Promise<RemoteVersions>
  /** @param url of a version; null: what the server has now */
  remoteVersion(id: string, path: string, url: string | null): Promise<Uint8Array>
  folder(remoteId: string, path: string): Promise<RemoteFolder>
  survey(remoteId: string, folders: { readonly remote: string; readonly local: string }): Promise<SyncSurvey>
}

export function openRemoteReading(
  parts: Pick<SyncingParts, 'store' | 'serviceFolder'>,
  pairs: Pairs
): RemoteReading {
  const { askOnce } = pairs

  const thereOf = (pair: Pair, path: string) => placeThere(parts, pairs, pair, path)

  return {
    async remoteVersions(id, path) {
      const { pair, remote } = await pairs.find(id)
      const there = await thereOf(pair, path)
      return asRemoteTrouble(async () => {
        const ask = askOnce(remote)
        const [exists, versions] = await Promise.all([remoteExists(ask, there), remoteVersionsOf(ask, there)])
        return { pairId: id, remote: remote.name, path: there, exists, versions }
      })
    },
    async remoteVersion(id, path, url) {
      const { pair, remote } = await pairs.find(id)
      const there = await thereOf(pair, path)
      const bytes = await asRemoteTrouble(() =>
        url === null ? remoteContent(askOnce(remote), there) : remoteVersionContent(askOnce(remote), url)
      )
      if (!bytes)
        throw new GalleyError('not-found', 'The server does not have this file now.', { where: there })
      return bytes
    },
    folder: async (remoteId, path) => {
      const remote = await pairs.remotes.find(remoteId)
      const at = folderPath(path)
      return asRemoteTrouble(() => folderOf(askOnce(remote), at))
    },
    survey: async (remoteId, folders) => {
      const remote = await pairs.remotes.find(remoteId)
      const places = { remote: pairPath(folders.remote, 'remote'), local: pairPath(folders.local, 'local') }
      return asRemoteTrouble(() => survey(askOnce(remote), parts.store, places))
    }
  }
}

/** The path on the server of a file here. @throws bad-request when it is in another folder */
export async function placeThere(
  parts: Pick<SyncingParts, 'serviceFolder'>,
  pairs: Pick<Pairs, 'memoryOf'>,
  pair: Pair,
  path: string
): Promise<ContentPath> {
  const relative = within(pair, path).slice(pair.local.length)
  const { files } = await pairs.memoryOf(pair)
  const known = files.files.get(syncKey(relative))?.agreed?.remotePath
  const names = { local: await parts.serviceFolder(), remote: pair.serviceFolder }
  const place = {
    root: pair.remote,
    serviceFolder: isSite(pair.local) && isSite(pair.remote) ? names : null
  }
  return pathThere(place, known ?? (pair.lowerCase ? relative.toLowerCase() : relative))
}
