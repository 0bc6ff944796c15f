import { createSignal } from '../state/signal'
import { createStore, useStore } from '../state/store'
import { useEffect, useEffectEvent } from 'react'
import type { ServiceEvent } from '../../../common/api/events'
import { api } from './client'

/** `connecting` until the first answer; `lost` while the stream is broken and being opened again. */
type Connection = 'connecting' | 'live' | 'lost'

const connection = createStore<Connection>('connecting')
const serviceEvents = createSignal<ServiceEvent>(follow)

function follow(): () => void {
  return api.events(
    (event) => {
      serviceEvents.notify(event)
      if (event.type === 'rights') serviceEvents.notify({ type: 'hello', run: '', seq: event.seq })
    },
    (connected) => connection.set(connected ? 'live' : 'lost')
  )
}

/**
 * Listens to the one event stream of this window. A `hello` means: something may have been missed, read again
 * what is shown. It also follows `rights`, because what was refused may be there now, and the other way round.
 * @returns a function that ends it; the stream is closed with the last listener
 */
export const onServiceEvent = serviceEvents.subscribe

/** `onServiceEvent` for the life of a component; the listener always sees the current values. */
export function useServiceEvents(listener: (event: ServiceEvent) => void): void {
  const notify = useEffectEvent(listener)
  useEffect(() => onServiceEvent((event) => notify(event)), [])
}

export const useConnection = (): Connection => useStore(connection)
