import type { OpenRecords } from '../../store/types'

/**
 * Records of this run alone: for a workspace that came from elsewhere with sessions and links of its own,
 * which do not count (T1).
 */
export function memoryRecords(): OpenRecords {
  const kinds = new Map<string, Map<string, unknown>>()
  let changes = 0
  return (kind, parse) => {
    const kept = kinds.get(kind) ?? new Map<string, unknown>()
    kinds.set(kind, kept)
    return {
      get: (key) => Promise.resolve(kept.has(key) ? parse(kept.get(key), key) : null),
      list: () =>
        Promise.resolve({
          records: [...kept].map(([key, value]) => ({ key, value: parse(value, key) })),
          damaged: []
        }),
      put(key, value) {
        changes += 1
        kept.set(key, value)
        return Promise.resolve()
      },
      change(key, change) {
        const before = kept.has(key) ? parse(kept.get(key), key) : null
        const next = change(before)
        if (next === null) return Promise.resolve(before)
        changes += 1
        kept.set(key, next)
        return Promise.resolve(next)
      },
      remove(key) {
        changes += 1
        return Promise.resolve(kept.delete(key))
      },
      stamp: () => Promise.resolve(changes)
    }
  }
}
