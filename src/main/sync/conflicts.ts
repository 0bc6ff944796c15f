import { contentPath } from '../../common/content/paths'
import { GalleyError } from '../../common/errors'
import type { Choices } from '../../common/formats'
import type { SyncConflict, SyncConflictDetail, SyncDecision } from '../../common/sync'
import { localConfigs } from './config-sides'
import { decideConflict, openConflictsOf, showConflict, type Deciding } from './decide'
import { localSide, storeContents } from './local-store'
import { mergingFor } from './merging'
import type { Pairs } from './pairs'
import type { SyncingParts } from './parts'
import type { Pair } from './settings'
import type { ConflictSide, KeptSide } from './side-answer'
import { decisionsOf, undoDecision } from './undo'

/** What waits for a person, and what people decided. */
export interface Conflicts {
  conflicts(id: string): Promise<SyncConflict[]>
  conflict(id: string, key: string, choices: Choices): Promise<SyncConflictDetail>
  decide(
    id: string,
    key: string,
    decision: { readonly choices: Choices; readonly state: string; readonly keepBoth: boolean }
  ): Promise<{ readonly path: string; readonly beside: string | null }>
  /** One side of a conflict. @throws GalleyError not-found when it has none */
  side(id: string, key: string, side: ConflictSide): Promise<KeptSide>
  decisions(id: string): Promise<SyncDecision[]>
  undo(id: string, key: string): Promise<{ readonly path: string; readonly removed: string | null }>
}

export function openConflicts(parts: SyncingParts, pairs: Pairs): Conflicts {
  const { store, by } = parts

  /** The files of the pair, or its configs, by what stands before the key. */
  async function decidingAt(id: string, key: string): Promise<{ deciding: Deciding; key: string }> {
    const { pair } = await pairs.find(id)
    const isConfig = key.startsWith('config ')
    return { deciding: await decidingOf(pair, isConfig), key: isConfig ? key.slice('config '.length) : key }
  }

  async function decidingOf(pair: Pair, isConfig: boolean): Promise<Deciding> {
    const memory = await pairs.memoryOf(pair)
    const root = contentPath(pair.local)
    return {
      isConfig,
      local: isConfig ? localConfigs(store, root, by) : localSide(store, root, by),
      memory: isConfig ? memory.configs : memory.files,
      contents: storeContents(store),
      merge: mergingFor(parts, pair, await parts.serviceFolder())
    }
  }

  return {
    async conflicts(id) {
      const { pair } = await pairs.find(id)
      return [
        ...openConflictsOf(await decidingOf(pair, false)),
        ...openConflictsOf(await decidingOf(pair, true))
      ]
    },
    async conflict(id, key, choices) {
      const at = await decidingAt(id, key)
      return showConflict(at.deciding, at.key, choices)
    },
    async decide(id, key, decision) {
      const at = await decidingAt(id, key)
      const decided = await decideConflict(at.deciding, at.key, decision)
      if (parts.byItself) pairs.runnerOf((await pairs.find(id)).pair).soon()
      parts.onChange?.()
      return decided
    },
    async side(id, key, side) {
      const at = await decidingAt(id, key)
      const conflict = at.deciding.memory.files.get(at.key)?.conflict
      const hash = conflict?.[side]
      const kept = hash == null ? null : await store.sync.openContent(hash)
      if (conflict && kept) return { path: conflict.path, ...kept }
      throw new GalleyError('not-found', 'There is no such side of a conflict (any more).', { where: key })
    },
    async decisions(id) {
      const { pair } = await pairs.find(id)
      return [
        ...decisionsOf(await decidingOf(pair, false)),
        ...decisionsOf(await decidingOf(pair, true))
      ].sort((a, b) => b.at - a.at)
    },
    async undo(id, key) {
      const { pair } = await pairs.find(id)
      const done = await pairs.runnerOf(pair).between(async () => {
        const at = await decidingAt(id, key)
        return undoDecision(at.deciding, at.key)
      })
      parts.onChange?.()
      return done
    }
  }
}
