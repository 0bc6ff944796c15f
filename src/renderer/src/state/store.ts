import { useSyncExternalStore } from 'react'

/** State outside of React: one value that is replaced, never changed in itself. */
interface Store<S> {
  readonly now: () => S
  /** Tells who watches; nobody when it is the same value. */
  readonly set: (next: S) => void
  /** @returns a function that ends it */
  readonly subscribe: (listener: () => void) => () => void
}

export function createStore<S>(initial: S): Store<S> {
  let state = initial
  const listeners = new Set<() => void>()
  return {
    now: () => state,
    set: (next) => {
      if (Object.is(next, state)) return
      state = next
      for (const notify of listeners) notify()
    },
    subscribe: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    }
  }
}

/** Values by a key, one of which is replaced. */
interface Entries<K, V> extends Store<ReadonlyMap<K, V>> {
  /** Null takes the entry out. */
  readonly put: (key: K, value: V | null) => void
}

export function createEntries<K, V>(): Entries<K, V> {
  const store = createStore<ReadonlyMap<K, V>>(new Map())
  return {
    ...store,
    put: (key, value) => {
      const next = new Map(store.now())
      if (value !== null) next.set(key, value)
      else if (!next.delete(key)) return
      store.set(next)
    }
  }
}

/** What is true now; drawn anew when it changes. */
export const useStore = <S>({ now, subscribe }: Store<S>): S => useSyncExternalStore(subscribe, now)

/** What `select` takes out of it; drawn anew only when that changes. */
export const useSelected = <S, T>({ now, subscribe }: Store<S>, select: (state: S) => T): T =>
  useSyncExternalStore(subscribe, () => select(now()))
