/** Something that happens; whoever wants to know subscribes. */
interface Signal<T> {
  subscribe(listener: (told: T) => void): () => void
  notify(value: T): void
  /** Counts up each time: a snapshot for `useSyncExternalStore`. */
  readonly count: () => number
}

export function createSignal<T>(): Signal<T> {
  const listeners = new Set<(told: T) => void>()
  let count = 0
  return {
    subscribe: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    notify: (value) => {
      count++
      for (const listener of listeners) listener(value)
    },
    count: () => count
  }
}
