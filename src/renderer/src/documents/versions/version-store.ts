import { useSyncExternalStore } from 'react'
import type { ContentPath } from '../../../../common/content/paths'
import { api, onServiceEvent, sentenceOf } from '../../api'
import { knownVersions, type KnownVersion } from './written'

/** The versions of one file, as last read. */
type Versions =
  | { readonly kind: 'loading' }
  | { readonly kind: 'failed'; readonly message: string }
  | { readonly kind: 'ready'; readonly versions: readonly KnownVersion[] }

const loading: Versions = { kind: 'loading' }

/** One file's version list: read when first asked for, again whenever the service tells of a change. */
class VersionList {
  private state: Versions = loading
  private readonly listeners = new Set<() => void>()
  private stop: (() => void) | null = null
  private turn = 0

  constructor(
    private readonly path: ContentPath,
    private readonly onUnused: () => void
  ) {}

  snapshot = (): Versions => this.state

  subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener)
    if (!this.stop) {
      this.stop = onServiceEvent((event) => {
        const mine = 'path' in event && event.path === this.path
        if (event.type === 'hello' || (mine && (event.type === 'version' || event.type === 'file')))
          void this.load()
      })
      void this.load()
    }
    return () => {
      this.listeners.delete(listener)
      if (this.listeners.size > 0) return
      this.stop?.()
      this.stop = null
      this.onUnused()
    }
  }

  load = async (): Promise<void> => {
    const turn = ++this.turn
    try {
      const versions = knownVersions(await api.history(this.path))
      if (turn === this.turn) this.set({ kind: 'ready', versions })
    } catch (problem) {
      if (turn === this.turn && this.state.kind !== 'ready')
        this.set({ kind: 'failed', message: sentenceOf(problem) })
    }
  }

  private set(state: Versions): void {
    this.state = state
    this.listeners.forEach((notify) => notify())
  }
}

const lists = new Map<ContentPath, VersionList>()

/** The versions of the file, newest first, kept up to date; read once for all who show them. */
export function useVersions(path: ContentPath): { versions: Versions; reload: () => void } {
  const list = listOf(path)
  const versions = useSyncExternalStore(list.subscribe, list.snapshot)
  return { versions, reload: () => void list.load() }
}

function listOf(path: ContentPath): VersionList {
  const known = lists.get(path)
  if (known) return known
  const list = new VersionList(path, () => lists.delete(path))
  lists.set(path, list)
  return list
}
