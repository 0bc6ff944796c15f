import { signInAddress } from '../common/api/routes'
import { GalleyError } from '../common/errors'
import { accessFor } from './permissions/access'
import { contentFor } from './permissions/content'
import { openImporting } from './importing'
import { openSecrets } from './secrets'
import { openSyncing } from './sync'
import type { StoreDocument } from './store/types'
import { syncAnswer } from './sync/routes'
import { createApp } from './app'
import { openCallers } from './callers/callers'
import { errorAnswer, isOurFault, unauthenticated } from './http/errors'
import { openContext } from './open-context'
import { openPublishing } from './publishing'
import { requireQuery } from './http/request-bounds'
import { ownerOf, tellOwner, type Settings } from './settings'
import { signInDocument } from './sign-in/sign-in-document'
import { openStillKnown } from './callers/still-known'
import type { CallerHint, Service, ServiceOptions } from './callers/types'

/**
 * The whole service over one store: a function from Request to Response. Every address needs a known caller; closing ends the
 * event streams, lets requests under way finish, and leaves the store to whoever opened it.
 */
export function createService(options: ServiceOptions): Service {
  const { store } = options
  const context = openContext(options)
  const { events } = context
  let settings: StoreDocument<Settings> | null = null
  context.settings().then(
    (found) => {
      tellOwner(store, found.value)
      settings = found
    },
    () => {} // told to each request that needs them
  )
  const callers = openCallers(context)
  const secrets = options.secrets ?? openSecrets(store.workspace.id)
  const publishing = openPublishing(context, callers)
  const importing = openImporting({
    store,
    workers: context.workers,
    publish: (event) => events.publish(event),
    accessOf: (caller) => accessFor(caller, context.rulesOf),
    appVersion: options.appVersion,
    serviceFolder: async () => (await context.settings()).value.serviceFolder,
    report: context.options.report,
    secrets,
    trust: context.trust,
    limits: options.importLimits,
    hosts: options.importHosts
  })
  const syncing = openSyncing({
    store,
    workers: context.workers,
    // named or renamed at any time
    by: () => ownerOf(settings?.value ?? { owner: null }),
    serviceFolder: async () => (await context.settings()).value.serviceFolder,
    onChange: () => events.publish({ type: 'sync' }),
    report: context.options.report,
    trust: context.trust,
    byItself: (options.syncs ?? true) && context.trust.byItself,
    openAddress: options.openAddress,
    secrets
  })
  const askStillKnown = openStillKnown()
  const app = createApp(context, fail)
  const running = new Set<Promise<unknown>>()
  let closed = false

  function fail(error: unknown): Response {
    if (error instanceof GalleyError && error.reason === 'disk-full') context.health.look()
    if (isOurFault(error)) context.options.report(error)
    return errorAnswer(error)
  }

  async function isKnown(request: Request, hint: CallerHint): Promise<boolean> {
    if (closed) return false
    return typeof hint === 'object' ? hint.isOpen() : (await callers.identify(request, hint)) !== null
  }

  async function answer(request: Request, hint: CallerHint): Promise<Response> {
    try {
      const changing = context.serviceFolder.changing()
      if (changing) await changing
      const url = new URL(request.url)
      requireQuery(url)
      const published = publishing.answer(request, url, hint)
      if (published) return await published
      if (url.pathname === signInAddress) return await signInDocument(context, request, url)
      const caller = await callers.identify(request, hint)
      if (!caller) return unauthenticated()
      const access = accessFor(caller, context.rulesOf)
      if (url.pathname === '/sync' || url.pathname.startsWith('/sync/'))
        return await syncAnswer(syncing, request, url, caller)
      if (url.pathname === '/import' || url.pathname.startsWith('/import/'))
        return await importing.answer({ request, url, caller, access })
      const content = contentFor(store, access)
      const stillKnown = () => askStillKnown(credentialsOf(request, hint), () => isKnown(request, hint))
      return await app.fetch(request, { caller, access, content, url, stillKnown })
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
    signedIn: () => events.publish({ type: 'sessions' }),
    async close() {
      closed = true
      await Promise.all([
        publishing.close(),
        importing.close(),
        syncing.close(),
        context.workers.close(),
        context.health.close()
      ])
      events.close()
      await Promise.allSettled([...running, context.settings(), context.serviceFolder.changing()])
      await Promise.all([context.uses.settled(), context.sessions.settled()])
    }
  }
}

/** The same for requests of which one is known for as long as the other is. */
const credentialsOf = (request: Request, hint: CallerHint): string =>
  typeof hint === 'object'
    ? `session ${hint.session.hash}`
    : `${hint} ${request.headers.get('Authorization') ?? ''}`
