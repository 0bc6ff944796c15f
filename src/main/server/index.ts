import { getRequestListener } from '@hono/node-server'
import type { Server } from 'node:http'
import { createServer, IncomingMessage } from 'node:http'
import { GalleyError } from '../../common/errors'
import type { Service } from '../service'
import type { OpenRecords } from '../store/types'
import { openSessionBook } from '../callers/sessions/session-book'
import { openLinks } from '../callers/sessions/links'
import type { BrowserSessions } from './browser-sessions'
import { browserSessions } from './browser-sessions'
import { createFrontDoor } from './front-door'
import { allowedHosts, originOf } from './hosts'
import { createPacking, takeAsked, type Asked } from './packing'
import { readRest } from './read-rest'
import { refuse } from './refuse'
import { asPath, requestProblem } from './request-check'
import { sessionCookie } from './session-cookie'

export { isLoopback } from './hosts'
export { openServedAt } from './served-at'

export interface ServerOptions {
  readonly service: Service
  /** Default: loopback only (A6). */
  readonly host?: string
  /** 0 picks a free one. */
  readonly port: number
  /** The built user interface; without it only the service answers. */
  readonly uiFolder?: string
  /**
   * Where browsers that are signed in, and the links that sign them in, are kept (A5); without it nobody
   * signs in here.
   */
  readonly records?: OpenRecords
  /** Told each link of the owner's: the first at the start, the next whenever one was opened. */
  readonly onLink?: (link: string) => void
  readonly limits?: Partial<ServerLimits>
}

/** Milliseconds. */
interface ServerLimits {
  /** For all headers to arrive. */
  readonly headers: number
  /** For a whole request, body included. */
  readonly request: number
  /** For a connection on which nothing moves. */
  readonly idle: number
  /** For requests under way when the server closes. */
  readonly closing: number
}

export interface RunningServer {
  readonly origin: string
  readonly port: number
  /** Refuses what is new, lets requests under way finish, then closes the service; the store stays open. */
  close(): Promise<void>
}

const defaultLimits: ServerLimits = { headers: 15_000, request: 3_600_000, idle: 120_000, closing: 10_000 }

/** Puts a service behind HTTP. @throws GalleyError io-failed or no-access when the address cannot be had */
export async function startServer(options: ServerOptions): Promise<RunningServer> {
  const limits = { ...defaultLimits, ...options.limits }
  const host = options.host ?? '127.0.0.1'
  const server = createServer({
    headersTimeout: limits.headers,
    requestTimeout: limits.request,
    connectionsCheckingInterval: Math.min(1000, limits.headers)
  })
  server.setTimeout(limits.idle)
  const kept = options.records ? await openKept(options.records) : null
  // from here to the last listener without a pause: a request that came before it would never be answered
  const port = await listen(server, host, options.port)
  const hosts = allowedHosts(host, port)
  const origin = originOf(host, port)
  const sessions = kept && sessionsAt(origin, kept, options.onLink)
  const frontDoor = createFrontDoor({
    service: options.service,
    sessions,
    origins: new Set([...hosts].map((name) => `http://${name}`)),
    uiFolder: options.uiFolder
  })
  const pack = createPacking()
  const askedOf = new WeakMap<object, Asked>()
  const toDoor: Parameters<typeof getRequestListener>[0] = async (request, { incoming }) => {
    const answer = await frontDoor(request, hostOf(incoming.headers.host))
    const asked = askedOf.get(incoming)
    const response = asked ? await pack(answer, request.method, asked) : answer
    const mayHaveBody = request.method !== 'GET' && request.method !== 'HEAD'
    if (!response.ok && mayHaveBody && incoming instanceof IncomingMessage) await readRest(incoming)
    return response
  }
  const answer = getRequestListener(toDoor, { overrideGlobalObjects: false })
  server.on('request', (incoming, outgoing) => {
    asPath(incoming, hosts)
    const problem = requestProblem(incoming, hosts)
    if (problem) return refuse(incoming, outgoing, problem)
    askedOf.set(incoming, takeAsked(incoming))
    void answer(incoming, outgoing)
  })
  // nobody is asked to send on what is refused anyway (A6)
  server.on('checkContinue', (incoming, outgoing) => {
    asPath(incoming, hosts)
    if (!requestProblem(incoming, hosts)) outgoing.writeContinue()
    else outgoing.setHeader('Connection', 'close')
    server.emit('request', incoming, outgoing)
  })
  if (options.onLink) await sessions?.notifyLink()
  return {
    origin,
    port,
    async close() {
      await close(server, options.service, limits.closing)
      await kept?.book.settled()
    }
  }
}

/** What is kept of sign-ins, without what has ended. */
async function openKept(records: OpenRecords) {
  const [book, links] = [openSessionBook(records), openLinks(records)]
  await Promise.all([book.sweep(), links.sweep()])
  return { book, links }
}

function sessionsAt(
  origin: string,
  kept: Awaited<ReturnType<typeof openKept>>,
  onLink: (link: string) => void = () => {}
): BrowserSessions {
  const cookie = sessionCookie(new URL(origin))
  return browserSessions({ ...kept, cookie, onLink: (path) => onLink(origin + path) })
}

/** As the request names it; which hosts count was checked before. */
const hostOf = (host: string | undefined) => (host ?? '').toLowerCase()

async function listen(server: Server, host: string, port: number): Promise<number> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error) => reject(listenFailure(error, host, port)))
    server.listen({ host, port }, resolve)
  })
  const address = server.address()
  if (typeof address === 'object' && address) return address.port
  throw new GalleyError('internal', 'The listener has no port.')
}

function listenFailure(cause: Error, host: string, port: number): GalleyError {
  const code = 'code' in cause ? cause.code : ''
  const problem =
    code === 'EADDRINUSE'
      ? 'another program uses this port. Choose another with --port, or 0 for a free one.'
      : code === 'EACCES'
        ? 'this account may not use this port. Choose one above 1023.'
        : 'this machine has no such address. Check --host.'
  return new GalleyError(
    code === 'EACCES' ? 'no-access' : 'io-failed',
    `Cannot listen on ${host}:${port}: ${problem}`,
    {
      cause
    }
  )
}

async function close(server: Server, service: Service, patience: number): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()))
  const sweep = setInterval(() => server.closeIdleConnections(), 25)
  const giveUp = setTimeout(() => server.closeAllConnections(), patience)
  server.closeIdleConnections()
  try {
    await Promise.all([closed, service.close()])
  } finally {
    clearInterval(sweep)
    clearTimeout(giveUp)
  }
}
