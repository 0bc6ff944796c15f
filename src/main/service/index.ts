import { GalleyError } from '../../common/errors'
import { createApp } from './app'
import { identify } from './callers'
import type { ServiceContext } from './context'
import { errorAnswer, isOurFault, unauthenticated } from './errors'
import { openEventHub } from './event-hub'
import { openSettings } from './settings'
import type { Service, ServiceOptions } from './types'

/**
 * The whole service over one store: a function from Request to Response. Every address needs a known caller; closing ends the
 * event streams, lets requests under way finish, and leaves the store to whoever opened it.
 */
export function createService(options: ServiceOptions): Service {
  const { store } = options
  const events = openEventHub(store)
  const settings = openSettings(store)
  settings.catch(() => {}) // told to each request that needs it
  const context: ServiceContext = { store, options, events, settings: () => settings }
  const app = createApp(context, fail)
  const running = new Set<Promise<unknown>>()
  let closed = false

  function fail(error: unknown): Response {
    if (isOurFault(error)) (options.report ?? console.error)(error)
    return errorAnswer(error)
  }

  async function answer(request: Request, hint: 'owner' | 'anyone'): Promise<Response> {
    try {
      const caller = await identify(request, hint, context)
      if (!caller) return unauthenticated()
      return await app.fetch(request, { caller })
    } catch (error) {
      return fail(error)
    }
  }

  return {
    async fetch(request, hint) {
      if (closed) return errorAnswer(new GalleyError('closed', 'The workspace was closed. Open it again.'))
      const answering = answer(request, hint)
      running.add(answering)
      try {
        return await answering
      } finally {
        running.delete(answering)
      }
    },
    async close() {
      closed = true
      events.close()
      await Promise.allSettled([...running, settings])
    }
  }
}
