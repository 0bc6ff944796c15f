import { getRequestListener } from '@hono/node-server'
import { createServer, IncomingMessage } from 'node:http'
import type { Service } from '../service'
import type { OpenRecords } from '../store/types'
import { openSessionBook } from '../callers/sessions/session-book'
import { openLinks } from '../callers/sessions/links'
import type { BrowserSessions } from './browser-sessions'
import { browserSessions } from './browser-sessions'
import { endListener } from './ending'
import { createFrontDoor } from './front-door'
import { allowedHosts, originOf } from './hosts'
import { listen } from './listen'
import { MeasuredResponse } from './measured-response'
import { nobodyTrusted, type IsTrusted, type Outside } from './outside'
import type * as Metrics from './metrics'
import { createPacking, takeAsked, type Asked } from './packing'
import { openPeerRequests, type Peers } from './peers'
import type { Rates } from './rates'
import { readRest } from './read-rest'
import { openReception, type Pressure } from './reception'
import { sessionCookie, type SessionCookie } from './session-cookie'
import type { Watcher } from './watched'

export { isLoopback } from './hosts'
export { parseOutside, parseProxies, type Outside } from './outside'
export { teamRates, usualRates, type Rates } from './rates'
export type { Pressure } from './reception'
export { openServedAt } from './served-at'
export { PEER_HEADER, PEER_SAVE, PEER_SESSION_HEADER } from './peers'
export type { RequestRecord, Watcher } from './watched'

/** Opens the listener for figures; what it needs is loaded when somebody asks for it. */
export async function startMetrics(...parts: Parameters<typeof Metrics.startMetrics>) {
  return (await import('./metrics')).startMetrics(...parts)
}

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
  /** What the service is called where people reach it; default: where it listens (OP5). */
  readonly outside?: Outside
  /** Whose word on who asks is taken; default nobody's. */
  readonly isTrusted?: IsTrusted
  /** How much one caller may ask (A11); default: as much as they like. */
  readonly rates?: Rates
  /** What this process takes at once, whoever asks; default: whatever comes. */
  readonly pressure?: Pressure
  /** Other processes that serve the same workspace, and hand requests on to this one; default none. */
  readonly peers?: Peers
  /** Told of every request. */
  readonly watchers?: readonly Watcher[]
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
  /** Says that it is not ready, and ends each connection with its next answer; all else goes on. */
  leave(): void
  /** Refuses what is new, lets requests under way finish, then closes the service; the store stays open. */
  close(): Promise<void>
}

const defaultLimits: ServerLimits = { headers: 15_000, request: 3_600_000, idle: 120_000, closing: 10_000 }

/**
 * How long a connection stays without a request: longer than proxies keep theirs, most of them for a minute. The side that closes
 * first may do so just as the other one sends, which cannot know then whether it was heard.
 */
const KEPT_MS = 75_000

/** Puts a service behind HTTP. @throws GalleyError io-failed or no-access when the address cannot be had */
export async function startServer(options: ServerOptions): Promise<RunningServer> {
  const { outside, service, isTrusted = nobodyTrusted, watchers = [] } = options
  const limits = { ...defaultLimits, ...options.limits }
  const host = options.host ?? '127.0.0.1'
  const server = createServer({
    ServerResponse: MeasuredResponse,
    headersTimeout: limits.headers,
    requestTimeout: limits.request,
    keepAliveTimeout: KEPT_MS,
    connectionsCheckingInterval: Math.min(1000, limits.headers)
  })
  server.setTimeout(limits.idle)
  const kept = options.records ? await openKept(options.records) : null
  // from here to the last listener without a pause: a request that came before it would never be answered
  const port = await listen(server, { host, port: options.port, option: '--host' })
  const here = originOf(host, port)
  const base = outside?.base ?? here
  const hosts = new Set([...allowedHosts(host, port), ...(outside ? [outside.host] : [])])
  const cookie = kept && sessionCookie(new URL(base))
  const sessions = kept && cookie && sessionsAt(base, cookie, kept, options.onLink)
  const basePath = outside?.basePath ?? ''
  const frontDoor = createFrontDoor({
    service,
    sessions,
    origins: new Set([...[...hosts].map((name) => `http://${name}`), ...(outside ? [outside.origin] : [])]),
    uiFolder: options.uiFolder,
    basePath
  })
  const pack = createPacking()
  const packingOf = new WeakMap<object, Asked>()
  const peers = openPeerRequests(options.peers ?? null)
  const reception = openReception({
    hosts,
    basePath,
    isTrusted,
    isPeer: peers.isFrom,
    cookie,
    watchers,
    rates: options.rates,
    pressure: options.pressure ?? {}
  })
  const toDoor: Parameters<typeof getRequestListener>[0] = async (request, { incoming }) => {
    const handedOn = incoming instanceof IncomingMessage ? peers.sessionOf(incoming) : null
    const answer = await frontDoor(request, {
      host: hostOf(incoming.headers.host),
      heard: reception.heard(incoming),
      handedOn
    })
    reception.answered(incoming, answer.status)
    const asked = packingOf.get(incoming)
    const response = asked ? await pack(answer, request.method, asked) : answer
    const mayHaveBody = request.method !== 'GET' && request.method !== 'HEAD'
    if (!response.ok && mayHaveBody && incoming instanceof IncomingMessage) await readRest(incoming)
    return response
  }
  const answer = getRequestListener(toDoor, { overrideGlobalObjects: false })
  let isLeaving = false
  server.on('request', (incoming, outgoing) => {
    if (isLeaving) outgoing.setHeader('Connection', 'close')
    if (peers.answer(incoming, outgoing) || !reception.receive(incoming, outgoing)) return
    packingOf.set(incoming, takeAsked(incoming))
    void answer(incoming, outgoing)
  })
  // nobody is asked to send on what is refused anyway (A6)
  server.on('checkContinue', (incoming, outgoing) => {
    if (reception.welcomes(incoming)) outgoing.writeContinue()
    else outgoing.setHeader('Connection', 'close')
    server.emit('request', incoming, outgoing)
  })
  if (options.onLink) await sessions?.notifyLink()
  return {
    origin: here,
    port,
    leave() {
      isLeaving = true
      service.leave?.()
    },
    async close() {
      reception.end()
      await endListener(server, service, limits.closing)
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
  base: string,
  cookie: SessionCookie,
  kept: Awaited<ReturnType<typeof openKept>>,
  onLink: (link: string) => void = () => {}
): BrowserSessions {
  return browserSessions({ ...kept, cookie, onLink: (path) => onLink(base + path) })
}

/** As the request names it; which hosts count was checked before. */
const hostOf = (host: string | undefined) => (host ?? '').toLowerCase()
