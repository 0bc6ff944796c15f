import { Hono } from 'hono'
import { GalleyError } from '../../common/errors'
import type { Env, Methods, RouteContext, ServiceContext } from './context'
import { errorAnswer } from './errors'
import { eventRoutes } from './routes/events'
import { listRoutes } from './routes/list'
import { sampleRoutes } from './routes/sample'
import { sourceRoutes } from './routes/source'
import { copyRoutes, moveRoutes } from './routes/transfer'
import { trashRoutes } from './routes/trash'
import { versionListRoutes } from './routes/version-list'
import { versionSourceRoutes } from './routes/version-source'
import { workspaceRoutes } from './routes/workspace'

/** The table of addresses; `fail` answers for every error. Routing sees paths as they were sent; each route decodes its content path once (N5). */
export function createApp(context: ServiceContext, fail: (error: unknown) => Response): Hono<Env> {
  const app = new Hono<Env>({ getPath: (request) => new URL(request.url).pathname, strict: true })
  const tree = (prefix: string, methods: Methods) => {
    app.all(prefix, (c) => dispatch(c, methods))
    app.all(`${prefix}/*`, (c) => dispatch(c, methods))
  }
  const leaf = (path: string, methods: Methods) => app.all(path, (c) => dispatch(c, methods))

  tree('/source', sourceRoutes(context))
  tree('/list', listRoutes(context))
  tree('/versionsource', versionSourceRoutes(context))
  tree('/versionlist', versionListRoutes(context))
  tree('/copy', copyRoutes(context))
  tree('/move', moveRoutes(context))
  tree('/trash', trashRoutes(context))
  leaf('/events', eventRoutes(context))
  leaf('/app/workspace', workspaceRoutes(context))
  leaf('/app/sample', sampleRoutes(context))
  app.notFound(() => errorAnswer(new GalleyError('not-found', 'There is nothing at this address.')))
  app.onError(fail)
  return app
}

async function dispatch(c: RouteContext, methods: Methods): Promise<Response> {
  const method = methodNames.find((name) => name === c.req.raw.method)
  const handler = method && methods[method]
  if (handler) return handler(c)
  if (method === 'HEAD' && methods.GET) return withoutBody(await methods.GET(c))
  const allowed = methodNames.filter((name) => methods[name] ?? (name === 'HEAD' && methods.GET)).join(', ')
  return errorAnswer(new GalleyError('not-allowed', `This address answers ${allowed}.`), { Allow: allowed })
}

/** What HEAD answers where nothing cheaper than GET is known. */
async function withoutBody(answer: Response): Promise<Response> {
  await answer.body?.cancel()
  return new Response(null, { status: answer.status, headers: answer.headers })
}

const methodNames = ['GET', 'HEAD', 'POST', 'PUT', 'DELETE'] as const
