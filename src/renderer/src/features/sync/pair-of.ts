import { useMemo } from 'react'
import type { ContentPath } from '../../../../common/content/paths'
import { syncNow, useSyncPart, type SyncNow } from './sync-store'

/** The pair that a file belongs to, and what its server is called. */
interface OwnPair {
  readonly pair: string
  readonly server: string
}

/** Null for a file without a server. */
export function usePairOf(path: ContentPath): OwnPair | null {
  const pair = useSyncPart((now) => find(now, path))
  const server = useSyncPart((now) => serverOf(now, pair?.remoteId))
  const id = pair?.id
  return useMemo(() => (id === undefined ? null : { pair: id, server }), [id, server])
}

/** As far as it is known now. */
export function pairOf(path: ContentPath): OwnPair | null {
  const pair = find(syncNow(), path)
  return pair ? { pair: pair.id, server: serverOf(syncNow(), pair.remoteId) } : null
}

const find = ({ overview }: SyncNow, path: ContentPath) =>
  overview?.pairs.find(({ local }) => path.startsWith(`${local}/`))

const serverOf = ({ overview }: SyncNow, id: string | undefined): string =>
  overview?.remotes.find((remote) => remote.id === id)?.name ?? 'the server'
