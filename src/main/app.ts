import { Hono } from 'hono'
import { fieldHeaders, headers as names } from '../common/api/routes'
import { segmentsOf, type ContentPath } from '../common/content/paths'
import { GalleyError } from '../common/errors'
import type { Env, Handler, Method, Methods, RouteContext, ServiceContext } from './http/context'
import { errorAnswer } from './http/errors'
import { configPath, pathAfterPrefix } from './http/request-path'
import { accessRoutes } from './authoring/access'
import { configRoutes } from './authoring/config'
import { configHistoryRoutes, configListRoutes, configVersionRoutes } from './authoring/config-history'
import { draftRoutes, draftsRoutes } from './authoring/draft-routes'
import { eventRoutes } from './events/routes'
import { healthCheckRoutes, healthPlaceRoutes, healthRoutes } from './workspace/health'
import { identityProviderRoutes } from './sign-in/identity-provider'
import { listRoutes } from './authoring/list'
import { momentRoutes, momentRunRoutes, momentRunsRoutes } from './authoring/moment/routes'
import { openApiPageRoutes, openApiRoutes } from './http/openapi'
import { operationRoutes } from './events/long-work-routes'
import { sampleRoutes } from './workspace/sample-routes'
import { setAsideItemRoutes, setAsideRoutes } from './workspace/set-aside'
import {
  logoutRoutes,
  ownSessionRoutes,
  revokeAllRoutes,
  sessionRoutes,
  sessionsRoutes,
  signInLinkRoutes
} from './sign-in/sessions'
import { sourceRoutes } from './authoring/source'
import { tokenRoutes, tokensRoutes } from './sign-in/tokens'
import { copyRoutes, moveRoutes } from './authoring/transfer'
import { trashRoutes } from './authoring/trash'
import { trustRoutes } from './workspace/trust'
import { historyRoutes, versionListRoutes } from './authoring/version-list'
import { versionSourceRoutes } from './authoring/version-source'
import { serviceFolderRoutes, workspaceRoutes } from './workspace/workspace'

/** What the caller may do is told beside the answer (P7): of the path in the address, of its config, or nothing. */
type Subject = 'path' | 'list' | 'config' | null

/** The table of addresses; `fail` answers for every error. Routing sees paths as they were sent; each route decodes its content path once (N5). */
export function createApp(context: ServiceContext, fail: (error: unknown) => Response): Hono<Env> {
  const app = new Hono<Env>({ getPath: (_request, options) => pathnameIn(options), strict: true })
  const tree = (prefix: string, methods: Methods, subject: Subject) => {
    app.all(prefix, (c) => dispatch(c, methods, subject))
    app.all(`${prefix}/*`, (c) => dispatch(c, methods, subject))
  }
  const leaf = (path: string, methods: Methods) => app.all(path, (c) => dispatch(c, methods, null))

  tree('/source', sourceRoutes(context), 'path')
  tree('/list', listRoutes(), 'list')
  tree('/versionsource', versionSourceRoutes(), null)
  tree('/versionlist', versionListRoutes(), 'path')
  tree('/config', configRoutes(context), 'config')
  tree('/copy', copyRoutes(context), 'path')
  tree('/move', moveRoutes(context), 'path')
  tree('/trash', trashRoutes(context), null)
  leaf('/events', eventRoutes(context))
  leaf('/app/workspace', workspaceRoutes(context))
  leaf('/app/set-aside', setAsideRoutes(context))
  leaf('/app/set-aside/:name', setAsideItemRoutes(context))
  leaf('/app/health', healthRoutes(context))
  leaf('/app/health/check', healthCheckRoutes(context))
  leaf('/app/health/place', healthPlaceRoutes(context))
  leaf('/app/service-folder', serviceFolderRoutes(context))
  leaf('/app/sample', sampleRoutes(context))
  tree('/app/moment', momentRoutes(context), null)
  leaf('/app/moment-runs', momentRunsRoutes(context))
  leaf('/app/moment-runs/:id/:what', momentRunRoutes(context))
  leaf('/app/operations/:name', operationRoutes(context))
  leaf('/app/drafts', draftsRoutes(context))
  leaf('/app/drafts/:session', draftRoutes(context))
  leaf('/app/tokens', tokensRoutes(context))
  leaf('/app/tokens/:id', tokenRoutes(context))
  leaf('/app/trust', trustRoutes(context))
  leaf('/app/sessions', sessionsRoutes(context))
  leaf('/app/sessions/:id', sessionRoutes(context))
  leaf('/app/session', ownSessionRoutes(context))
  leaf('/logout', logoutRoutes(context))
  leaf('/app/sign-in-links', signInLinkRoutes(context))
  leaf('/app/revoke-all', revokeAllRoutes(context))
  leaf('/app/identity-provider', identityProviderRoutes(context))
  tree('/app/access', accessRoutes(context), null)
  tree('/app/configs', configListRoutes(context), null)
  tree('/app/history', historyRoutes(), 'path')
  tree('/app/config-history', configHistoryRoutes(context), null)
  tree('/app/config-version', configVersionRoutes(context), null)
  leaf('/openapi.json', openApiRoutes(context))
  leaf('/openapi.html', openApiPageRoutes(context))
  app.notFound(() => errorAnswer(new GalleyError('not-found', 'There is nothing at this address.')))
  app.onError(fail)
  return app
}

async function dispatch(c: RouteContext, methods: Methods, subject: Subject): Promise<Response> {
  const method = methodNames.find((name) => name === c.req.raw.method)
  const handler = method && methods[method]
  if (handler) return withActions(c, subject, await answered(handler, c))
  if (method === 'HEAD' && methods.GET) {
    return withoutBody(await withActions(c, subject, await answered(methods.GET, c)))
  }
  const allowed = methodNames.filter((name) => methods[name] ?? (name === 'HEAD' && methods.GET)).join(', ')
  return errorAnswer(new GalleyError('not-allowed', `This address answers ${allowed}.`), { Allow: allowed })
}

/** What is not there is an answer about its place too. */
async function answered(handler: Handler, c: RouteContext): Promise<Response> {
  try {
    return await handler(c)
  } catch (error) {
    if (error instanceof GalleyError && error.reason === 'not-found') return errorAnswer(error)
    throw error
  }
}

async function withActions(c: RouteContext, subject: Subject, answer: Response): Promise<Response> {
  if (subject === null || !(answer.ok || isAboutThePlace.has(answer.status))) return answer
  const { access, url } = c.env
  const path = subject === 'config' ? configPath(url) : pathAfterPrefix(url)
  const here = await access.at(path)
  const own = (subject === 'config' ? here.configActions(path) : here.actions(path)).join(',')
  answer.headers.set(names.actions, own)
  const below = belowOrganization(path)
  answer.headers.set(fieldHeaders.actions, `${below || '/'}=${own}`)
  if (subject === 'list')
    answer.headers.set(fieldHeaders.childActions, `${below}/**=${here.childActions(path).join(',')}`)
  return answer
}

/** Also to who has it already, and of what is not there yet: rights are judged before existence (P6), and editors ask before they begin. */
const isAboutThePlace: ReadonlySet<number> = new Set([304, 404])

/** `/org/site/a.html` → `/site/a.html`, in signs that a header carries; empty for the organization itself. */
const belowOrganization = (path: ContentPath): string =>
  segmentsOf(path)
    .slice(1)
    .map((segment) => `/${encodeURIComponent(segment)}`)
    .join('')

/** What HEAD answers where nothing cheaper than GET is known. */
async function withoutBody(answer: Response): Promise<Response> {
  await answer.body?.cancel()
  return new Response(null, { status: answer.status, headers: answer.headers })
}

/** The address was parsed before the caller was known. */
function pathnameIn(options: { env?: Env['Bindings'] } | undefined): string {
  if (options?.env) return options.env.url.pathname
  throw new GalleyError('internal', 'The address of the request is not known.')
}

const methodNames: readonly Method[] = ['GET', 'HEAD', 'POST', 'PUT', 'DELETE']
