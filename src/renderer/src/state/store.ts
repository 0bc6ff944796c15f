import { createSignal, useRead } from './signal'

/** State outside of React: one value that is replaced, never changed in itself. */
export interface Store<S> {
  readonly now: () => S
  /** Tells who watches; nobody when it is the same value. */
  readonly set: (next: S) => void
  /** @returns a function that ends it */
  readonly subscribe: (listener: () => void) => () => void
}

/** @param begin, linger as those of a signal: what keeps it true while somebody watches */
export function createStore<S>(initial: S, begin?: () => () => void, linger?: number): Store<S> {
  let state = initial
  const { subscribe, notify } = createSignal<void>(begin, linger)
  return {
    now: () => state,
    set: (next) => {
      if (Object.is(next, state)) return
      state = next
      notify()
    },
    subscribe
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
export const useStore = <S>(store: Store<S>): S => useRead(store, store.now)

/** What `select` takes out of it; drawn anew only when that changes. */
export const useSelected = <S, T>(store: Store<S>, select: (state: S) => T): T =>
  useRead(store, () => select(store.now()))
