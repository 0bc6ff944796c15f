import { useSyncExternalStore } from 'react'
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
export type RemoteHistory =
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
const known = new Map<ContentPath, RemoteHistory>()
const listeners = new Set<() => void>()

export function useRemoteHistory(path: ContentPath): RemoteHistory {
  return useSyncExternalStore(subscribe, () => known.get(path) ?? off)
}

/** Reads the versions that the server keeps of a file, and shows them (Y34). @param pair that the file belongs to */
export async function showRemoteHistory(path: ContentPath, pair: string): Promise<void> {
  set(path, { kind: 'loading' })
  try {
    const { remote: server, exists, versions } = await sync.remoteVersions(pair, path)
    if (known.get(path)?.kind !== 'loading') return
    set(path, {
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
    set(path, {
      kind: 'failed',
      message: sentenceOf(problem),
      isOffline: reasonOf(problem) === 'unreachable'
    })
  }
}

export function hideRemoteHistory(path: ContentPath): void {
  known.delete(path)
  listeners.forEach((tell) => tell())
}

export const isRemote = (version: KnownVersion): version is RemoteVersion => 'remote' in version

/** What the server has now, as a state that can be compared. */
export const remoteNow = (
  path: ContentPath,
  pair: string,
  server: string
): Extract<StateRef, { kind: 'remote' }> => ({ kind: 'remote', path, pair, server, url: null })

function set(path: ContentPath, history: RemoteHistory): void {
  known.set(path, history)
  listeners.forEach((tell) => tell())
}

function subscribe(changed: () => void): () => void {
  listeners.add(changed)
  return () => listeners.delete(changed)
}
