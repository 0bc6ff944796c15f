import { createStore, useStore } from '../state/store'
import { useEffect, useEffectEvent } from 'react'
import type { ServiceEvent } from '../../../common/api/events'
import { api } from './client'

/** `connecting` until the first answer; `lost` while the stream is broken and being opened again. */
type Connection = 'connecting' | 'live' | 'lost'

type Listener = (event: ServiceEvent) => void

const listeners = new Set<Listener>()
const connection = createStore<Connection>('connecting')
let stop: (() => void) | null = null

/**
 * Listens to the one event stream of this window. A `hello` means: something may have been missed, read again
 * what is shown.
 * @returns a function that ends it; the stream is closed with the last listener
 */
export function onServiceEvent(listener: Listener): () => void {
  listeners.add(listener)
  stop ??= api.events(
    (event) => listeners.forEach((notify) => notify(event)),
    (connected) => connection.set(connected ? 'live' : 'lost')
  )
  return () => {
    listeners.delete(listener)
    if (listeners.size > 0) return
    stop?.()
    stop = null
  }
}

/** `onServiceEvent` for the life of a component; the listener always sees the current values. */
export function useServiceEvents(listener: Listener): void {
  const notify = useEffectEvent(listener)
  useEffect(() => onServiceEvent((event) => notify(event)), [])
}

export const useConnection = (): Connection => useStore(connection)
