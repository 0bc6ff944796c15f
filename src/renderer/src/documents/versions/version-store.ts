import type { ContentPath } from '../../../../common/content/paths'
import { api, onServiceEvent, sentenceOf } from '../../api'
import { createStore, useStore, type Store } from '../../state/store'
import { knownVersions, type KnownVersion } from './written'

/** The versions of one file, as last read. */
type Versions =
  | { readonly kind: 'loading' }
  | { readonly kind: 'failed'; readonly message: string }
  | { readonly kind: 'ready'; readonly versions: readonly KnownVersion[] }

const loading: Versions = { kind: 'loading' }

/** One file's version list: read when first asked for, again whenever the service tells of a change. */
interface VersionList {
  readonly versions: Store<Versions>
  readonly load: () => Promise<void>
}

const lists = new Map<ContentPath, VersionList>()

/** The versions of the file, newest first, kept up to date; read once for all who show them. */
export function useVersions(path: ContentPath): { versions: Versions; reload: () => void } {
  const { versions, load } = listOf(path)
  return { versions: useStore(versions), reload: () => void load() }
}

function listOf(path: ContentPath): VersionList {
  const known = lists.get(path)
  if (known) return known
  let turn = 0
  const load = async () => {
    const mine = ++turn
    try {
      const read = knownVersions(await api.history(path))
      if (turn === mine) versions.set({ kind: 'ready', versions: read })
    } catch (problem) {
      if (turn === mine && versions.now().kind !== 'ready')
        versions.set({ kind: 'failed', message: sentenceOf(problem) })
    }
  }
  const versions = createStore<Versions>(loading, () => {
    const stop = onServiceEvent((event) => {
      const mine = 'path' in event && event.path === path
      if (event.type === 'hello' || (mine && (event.type === 'version' || event.type === 'file'))) void load()
    })
    void load()
    return () => {
      stop()
      lists.delete(path)
    }
  })
  const list = { versions, load }
  lists.set(path, list)
  return list
}
