import type { Store } from '../store/types'
import { contentsOf, isEmptyMemory, parseFileMemory, type FileMemory, type SyncMemory } from './memory'

/** What is known of the files and of the configs of one pair. */
export interface PairMemory {
  readonly files: SyncMemory
  readonly configs: SyncMemory
  /** How many wait for a decision. */
  conflicts(): number
}

/** Reads a pair's log. What cannot be understood is left out: it is found out anew. */
export async function openMemory(store: Store, pairId: string): Promise<PairMemory> {
  const log = await store.sync.log(pairId)
  const files = new Map<string, FileMemory>()
  const configs = new Map<string, FileMemory>()
  for (const [key, value] of await log.entries()) {
    const memory = parsed(value)
    if (!memory) continue
    if (key.startsWith(CONFIG)) configs.set(key.slice(CONFIG.length), memory)
    else files.set(key, memory)
  }
  const over = (known: Map<string, FileMemory>, prefix: string): SyncMemory => ({
    files: known,
    async put(key, memory) {
      const isEmpty = isEmptyMemory(memory)
      await log.put(prefix + key, isEmpty ? null : memory, contentsOf(memory))
      if (isEmpty) known.delete(key)
      else known.set(key, memory)
    }
  })
  const count = (known: ReadonlyMap<string, FileMemory>) =>
    [...known.values()].filter(({ conflict }) => conflict).length
  return {
    files: over(files, ''),
    configs: over(configs, CONFIG),
    conflicts: () => count(files) + count(configs)
  }
}

const CONFIG = 'config '

function parsed(value: unknown): FileMemory | null {
  try {
    return parseFileMemory(value)
  } catch {
    return null
  }
}
