import { createEntries, useSelected } from '../../state/store'
import type { ContentPath } from '../../../../common/content/paths'
import { reasonOf, sentenceOf } from '../../api'
import type { StateRef } from '../../workbench/workbench'
import { sync } from '../../api/sync'
import { knownVersions, type KnownVersion } from './written'

/** A version that lies on a server, among those of this workspace. */
export interface RemoteVersion extends KnownVersion {
  readonly remote: { readonly pair: string; readonly server: string; readonly url: string }
}

/** What is known of a file's history on its server; it is read when somebody asks for it. */
type RemoteHistory =
  | { readonly kind: 'off' }
  | { readonly kind: 'loading' }
  | { readonly kind: 'failed'; readonly message: string; readonly isOffline: boolean }
  | {
      readonly kind: 'ready'
      readonly pair: string
      readonly server: string
      /** Whether the server has the file now. */
      readonly exists: boolean
      readonly versions: readonly RemoteVersion[]
    }

const off: RemoteHistory = { kind: 'off' }
const known = createEntries<ContentPath, RemoteHistory>()

export function useRemoteHistory(path: ContentPath): RemoteHistory {
  return useSelected(known, (histories) => histories.get(path) ?? off)
}

/**
 * Reads the versions that the server keeps of a file, and shows them (Y34).
 * @param pair that the file belongs to
 */
export async function showRemoteHistory(path: ContentPath, pair: string): Promise<void> {
  known.put(path, { kind: 'loading' })
  try {
    const { remote: server, exists, versions } = await sync.remoteVersions(pair, path)
    if (known.now().get(path)?.kind !== 'loading') return
    known.put(path, {
      kind: 'ready',
      pair,
      server,
      exists,
      versions: knownVersions(
        versions.map(({ url, timestamp, users, label }) => ({
          url: `remote:${pair}:${url}`,
          path,
          timestamp,
          users,
          ...(label === null ? {} : { label }),
          remote: { pair, server, url }
        }))
      )
    })
  } catch (problem) {
    known.put(path, {
      kind: 'failed',
      message: sentenceOf(problem),
      isOffline: reasonOf(problem) === 'unreachable'
    })
  }
}

export function hideRemoteHistory(path: ContentPath): void {
  known.put(path, null)
}

export const isRemote = (version: KnownVersion): version is RemoteVersion => 'remote' in version

/** What the server has now, as a state that can be compared. */
export const remoteNow = (
  path: ContentPath,
  pair: string,
  server: string
): Extract<StateRef, { kind: 'remote' }> => ({ kind: 'remote', path, pair, server, url: null })
