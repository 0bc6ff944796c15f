import { useSyncExternalStore } from 'react'

/** Something that happens; whoever wants to know subscribes. */
interface Signal<T> {
  /** @returns a function that ends it */
  readonly subscribe: (listener: (told: T) => void) => () => void
  readonly notify: (value: T) => void
  /** Counts up each time. */
  readonly count: () => number
}

/**
 * @param begin called when there is a first listener; what it returns, when there is none any more
 * @param linger milliseconds that the last may be gone before it ends: what is drawn anew listens again at
 * once
 */
export function createSignal<T>(begin?: () => () => void, linger?: number): Signal<T> {
  const listeners = new Set<(told: T) => void>()
  let count = 0
  let end: (() => void) | undefined
  const rest = () => {
    if (listeners.size > 0) return
    end?.()
    end = undefined
  }
  return {
    subscribe: (listener) => {
      listeners.add(listener)
      end ??= begin?.()
      return () => {
        if (!listeners.delete(listener) || listeners.size > 0) return
        if (linger === undefined) rest()
        else setTimeout(rest, linger)
      }
    },
    notify: (value) => {
      count++
      for (const listener of listeners) listener(value)
    },
    count: () => count
  }
}

interface Source {
  readonly subscribe: (listener: () => void) => () => void
}

/** What `read` finds; drawn anew only when that is another value after something happened. */
export const useRead = <T>(source: Source | null, read: () => T): T =>
  useSyncExternalStore(source?.subscribe ?? never, read)

/** Draws anew each time that it happens. */
export const useSignal = <T>(signal: Pick<Signal<T>, 'subscribe' | 'count'>): number =>
  useRead(signal, signal.count)

const never = () => () => {}
