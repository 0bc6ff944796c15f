import { mergedOrder } from './order'

/** Things of one side by their keys, in their order. */
export type Keyed<T> = ReadonlyMap<string, T>

interface KeyedMerge<T> {
  readonly base: Keyed<T>
  readonly local: Keyed<T>
  readonly remote: Keyed<T>
  /** What becomes of one thing; `undefined`: it goes. */
  readonly item: (
    key: string,
    base: T | undefined,
    local: T | undefined,
    remote: T | undefined
  ) => T | undefined
  /** A text by which two things added at one place are put in order. */
  readonly rank: (item: T) => string
  readonly clash: () => 'local' | 'remote'
}

/** Merges two lists whose things have keys: thing by thing, and then their order. */
export function mergeKeyed<T>({ base, local, remote, item, rank, clash }: KeyedMerge<T>): Map<string, T> {
  const merged = new Map<string, T>()
  for (const key of new Set([...base.keys(), ...local.keys(), ...remote.keys()])) {
    const value = item(key, base.get(key), local.get(key), remote.get(key))
    if (value !== undefined) merged.set(key, value)
  }
  const orders = { base: [...base.keys()], local: [...local.keys()], remote: [...remote.keys()] }
  const ranked = (key: string) => {
    const value = merged.get(key)
    return value === undefined ? '' : rank(value)
  }
  const result = new Map<string, T>()
  for (const key of mergedOrder(orders, new Set(merged.keys()), ranked, clash)) {
    const value = merged.get(key)
    if (value !== undefined) result.set(key, value)
  }
  return result
}
