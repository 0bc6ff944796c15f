import type { z } from 'zod'
import { GalleyError } from '../../common/errors'
import {
  conflictWish,
  decisionWish,
  offerWish,
  pairChange,
  pairWish,
  remoteWish,
  signInWish,
  runWish,
  surveyWish,
  testWish,
  tokenWish,
  undoWish
} from '../../common/sync/shapes'
import { requireOwner } from '../permissions/access'
import { errorAnswer } from '../http/errors'
import { readSmallJson } from '../http/small-bodies'
import type { Caller } from '../callers/types'
import type { Syncing } from './index'
import { sideAnswer, type ConflictSide } from './side-answer'

type Handler = (request: Request, query: URLSearchParams) => Promise<Response>
type Methods = Readonly<Partial<Record<'GET' | 'POST' | 'PUT' | 'DELETE', Handler>>>

const MOST_BYTES = 8 * 1024 * 1024

/** `/sync[/…]`: remotes, pairs, runs and conflicts. The owner's alone. @throws GalleyError */
export async function syncAnswer(
  syncing: Syncing,
  request: Request,
  url: URL,
  caller: Caller
): Promise<Response> {
  requireOwner(caller)
  const methods = methodsAt(syncing, url.pathname)
  if (!methods) throw new GalleyError('not-found', 'There is nothing at this address.')
  const name = request.method === 'HEAD' ? 'GET' : request.method
  const handler =
    name === 'GET' || name === 'POST' || name === 'PUT' || name === 'DELETE' ? methods[name] : undefined
  if (handler) return handler(request, url.searchParams)
  const allow = Object.keys(methods)
    .map((one) => (one === 'GET' ? 'GET, HEAD' : one))
    .join(', ')
  return errorAnswer(new GalleyError('not-allowed', `This address answers ${allow}.`), { Allow: allow })
}

/** @throws GalleyError bad-path for a broken percent escape */
function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment)
  } catch {
    throw new GalleyError('bad-path', 'The address holds a broken percent escape.', { where: segment })
  }
}

/** Null for what is no address. */
function methodsAt(syncing: Syncing, pathname: string): Methods | null {
  const [, , kind, id, what, ...more] = pathname.split('/').map(decoded)
  if (more.length > 0) return null
  if (kind === undefined) return { GET: async () => json(await syncing.overview()) }
  if (kind === 'remotes') return id === undefined ? remotes(syncing) : remote(syncing, id, what)
  if (kind === 'sign-in-offer' && id === undefined)
    return {
      POST: async (request) => json(await syncing.remotes.offer((await wished(offerWish, request)).base))
    }
  if (kind === 'pairs') return id === undefined ? pairs(syncing) : pair(syncing, id, what)
  return null
}

const remotes = (syncing: Syncing): Methods => ({
  POST: async (request) => json(await syncing.remotes.add(await wished(remoteWish, request)), 201)
})

function remote(syncing: Syncing, id: string, what: string | undefined): Methods | null {
  if (what === undefined) return { DELETE: async () => done(await syncing.removeRemote(id)) }
  if (what === 'token')
    return {
      PUT: async (request) => {
        const { token } = await wished(tokenWish, request)
        return json({ id, kept: await syncing.remotes.setToken(id, token) })
      }
    }
  if (what === 'sign-in')
    return {
      POST: async (request) => {
        const { setting, agreed } = await wished(signInWish, request)
        return json({ address: await syncing.remotes.signIn(id, setting, agreed) }, 202)
      },
      DELETE: async () => done(await syncing.remotes.signOut(id))
    }
  if (what === 'test')
    return {
      POST: async (request) => json(await syncing.remotes.test(id, (await wished(testWish, request)).path))
    }
  if (what === 'folder')
    return { GET: async (_, query) => json(await syncing.folder(id, query.get('path') ?? '/')) }
  if (what === 'survey')
    return { POST: async (request) => json(await syncing.survey(id, await wished(surveyWish, request))) }
  return null
}

const pairs = (syncing: Syncing): Methods => ({
  POST: async (request) => json({ id: await syncing.addPair(await wished(pairWish, request)) }, 201)
})

function pair(syncing: Syncing, id: string, what: string | undefined): Methods | null {
  switch (what) {
    case undefined:
      return {
        PUT: async (request) => done(await syncing.changePair(id, await wished(pairChange, request))),
        DELETE: async () => done(await syncing.removePair(id))
      }
    case 'run':
      return {
        POST: async (request) => {
          await syncing.begin(id, await wished(runWish, request))
          return json(await syncing.overview(), 202)
        }
      }
    case 'stop':
      return { POST: async () => done(await syncing.stop(id)) }
    case 'conflicts':
      return { GET: async () => json(await syncing.conflicts(id)) }
    case 'conflict':
      return {
        POST: async (request) => {
          const { key, choices } = await wished(conflictWish, request)
          return json(await syncing.conflict(id, key, new Map(Object.entries(choices))))
        }
      }
    case 'decision':
      return {
        POST: async (request) => {
          const { key, choices, ...decision } = await wished(decisionWish, request)
          return json(
            await syncing.decide(id, key, { ...decision, choices: new Map(Object.entries(choices)) })
          )
        }
      }
    case 'side':
      return {
        GET: async (request, query) =>
          sideAnswer(await syncing.side(id, named(query, 'key'), sideOf(query)), request)
      }
    case 'files':
      return {
        GET: async (_, query) =>
          json(await syncing.files(id, { folder: query.get('folder'), limit: limitOf(query.get('limit')) }))
      }
    case 'versions':
      return { GET: async (_, query) => json(await syncing.remoteVersions(id, named(query, 'path'))) }
    case 'version':
      return {
        GET: async (_, query) =>
          content(await syncing.remoteVersion(id, named(query, 'path'), query.get('url')))
      }
    case 'decisions':
      return { GET: async () => json(await syncing.decisions(id)) }
    case 'activity':
      return { GET: async () => json(await syncing.activity(id)) }
    case 'undo':
      return {
        POST: async (request) => json(await syncing.undo(id, (await wished(undoWish, request)).key))
      }
    default:
      return null
  }
}

function named(query: URLSearchParams, name: 'path' | 'key'): string {
  const value = query.get(name)
  if (value !== null && value !== '') return value
  throw new GalleyError('bad-request', `“${name}” says which file.`, { where: name })
}

function sideOf(query: URLSearchParams): ConflictSide {
  const side = query.get('side')
  if (side === 'base' || side === 'local' || side === 'remote') return side
  throw new GalleyError('bad-request', '“side” is “base”, “local” or “remote”.', { where: 'side' })
}

function limitOf(text: string | null): number {
  if (text === null) return 1000
  const limit = Number(text)
  if (Number.isInteger(limit) && limit >= 0 && limit <= MOST_FILES) return limit
  throw new GalleyError('bad-request', `“limit” is a number from 0 to ${MOST_FILES.toLocaleString('en')}.`, {
    where: 'limit'
  })
}

const MOST_FILES = 10_000

/** @throws GalleyError bad-request, which names the member that is wrong */
async function wished<T>(shape: z.ZodType<T>, request: Request): Promise<T> {
  const parsed = shape.safeParse((await readSmallJson(request, MOST_BYTES)) ?? {})
  if (parsed.success) return parsed.data
  const where = parsed.error.issues[0]?.path.join('.') || 'body'
  throw new GalleyError('bad-request', `“${where}” of the body is missing, or not as it should be.`, {
    where
  })
}

const headers = { 'Cache-Control': 'no-store' }
const json = (value: unknown, status = 200) => Response.json(value, { status, headers })
/** Whatever a server keeps, it is never shown as a page of this origin. */
const content = (bytes: Uint8Array) =>
  new Response(new Uint8Array(bytes), {
    headers: {
      ...headers,
      'Content-Type': 'application/octet-stream',
      'X-Content-Type-Options': 'nosniff',
      'Content-Disposition': 'attachment'
    }
  })
const done = (_: void) => new Response(null, { status: 204, headers })
