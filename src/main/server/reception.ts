import type { IncomingMessage, IncomingHttpHeaders } from 'node:http'
import { urlOf } from '../../common/api/url'
import { GalleyError } from '../../common/errors'
import type { Heard } from '../callers/heard'
import { isSessionLink } from './browser-sessions'
import type { MeasuredResponse } from './measured-response'
import { withoutBasePath, type IsTrusted } from './outside'
import { openLimiter, tooFast, type Counted, type Rates } from './rates'
import { openUploads, isUpload } from './uploads'
import { moveTo, refuse } from './refuse'
import { asPath, requestProblem } from './request-check'
import { isStream, openRouteNames } from './route-names'
import type { SessionCookie } from './session-cookie'
import { watch, type Watcher } from './watched'
import { addressOf, requestIdOf } from './who-asks'

interface ReceptionParts {
  /** Values of the Host header that are answered (A6). */
  readonly hosts: ReadonlySet<string>
  readonly basePath: string
  readonly isTrusted: IsTrusted
  /** Whether another process of the same workspace hands a request on: it has judged its host, and counted it. */
  readonly isPeer: (incoming: IncomingMessage) => boolean
  readonly cookie: SessionCookie | null
  readonly watchers: readonly Watcher[]
  readonly rates: Rates | undefined
  readonly pressure: Pressure
}

/** What a process takes at once, whoever asks (A12). */
export interface Pressure {
  /** How many processes serve the workspace; default 1. */
  readonly nodes?: () => number
  /** Uploads on their way at once; default any number. */
  readonly uploads?: number
  /** Whether what the store needs is behind with its answers; default never. */
  readonly isCrowded?: () => boolean
}

/** What is decided of a request before anybody looks at what it wants. */
interface Reception {
  /** Whether it goes on; if not, it is answered. */
  receive(incoming: IncomingMessage, outgoing: MeasuredResponse): boolean
  /** Whether it would go on; nothing is counted or answered yet. */
  welcomes(incoming: IncomingMessage): boolean
  /** To be told who asks. */
  heard(incoming: object): Heard
  /** How it was answered. */
  answered(incoming: object, status: number): void
  /** From now on only probes go on. */
  end(): void
}

export function openReception(parts: ReceptionParts): Reception {
  const { hosts, basePath, isTrusted, isPeer, cookie, watchers } = parts
  const { nodes = () => 1, isCrowded = () => false } = parts.pressure
  const limiter = parts.rates ? openLimiter(parts.rates, undefined, nodes) : null
  const uploads = openUploads({
    ofOne: parts.rates?.uploads ?? Infinity,
    inAll: parts.pressure.uploads ?? Infinity
  })
  const routeOf = openRouteNames()
  const listeners = new WeakMap<object, Heard>()
  const counted = new WeakMap<object, Counted & { readonly carriesToken: boolean }>()
  let ending = false

  /** Takes the base path away, where the proxy did not. @returns whether the target is the path itself */
  function open(incoming: IncomingMessage): boolean {
    asPath(incoming, hosts)
    const rest = withoutBasePath(incoming.url ?? '', basePath)
    if (rest !== null) incoming.url = rest
    return rest === null
  }

  function problemOf(incoming: IncomingMessage, pathname: string): GalleyError | null {
    const problem = requestProblem(incoming, isPeer(incoming) ? null : hosts)
    // a node that asks has nobody else to ask yet, and what it asks is answered before the service closes
    if (problem || !ending || probes.has(pathname) || isPeer(incoming)) return problem
    return new GalleyError('closed', 'This service is ending. Ask again in a moment.')
  }

  /** @returns seconds to wait; null: go on */
  function tooMuch(incoming: IncomingMessage, pathname: string): number | null {
    if (!limiter || probes.has(pathname) || isPeer(incoming)) return null
    const { method = '', headers } = incoming
    const reads = method === 'GET' || method === 'HEAD' || method === 'OPTIONS'
    const one = {
      kind: reads ? (isStream(pathname) ? 'streams' : 'reads') : 'writes',
      address: addressOf(incoming, isTrusted),
      credentials: credentialsIn(headers, cookie),
      signsIn: isSessionLink(pathname),
      carriesToken: carriesToken(headers)
    } as const
    counted.set(incoming, one)
    return limiter.ask(one)
  }

  /** Takes the place of an upload, until it is answered. @returns what is to be said where there is none */
  function tooManyUploads(incoming: IncomingMessage, outgoing: MeasuredResponse): GalleyError | null {
    if (!isUpload(incoming) || isPeer(incoming)) return null
    const one = counted.get(incoming)
    const place = uploads.begin(one && limiter ? limiter.whoIn(one) : [])
    if (place instanceof GalleyError) return place
    outgoing.once('close', place)
    return null
  }

  return {
    receive(incoming, outgoing) {
      const isBase = open(incoming)
      const pathname = pathnameOf(incoming)
      if (watchers.length > 0) {
        const id = requestIdOf(incoming, isTrusted)
        outgoing.setHeader('X-Request-Id', id)
        const told = { id, pathname, isStream: isStream(pathname), routeOf }
        listeners.set(incoming, watch(watchers, incoming, outgoing, told))
      }
      const problem = problemOf(incoming, pathname)
      if (problem) {
        if (ending) outgoing.setHeader('Connection', 'close')
        refuse(incoming, outgoing, problem)
        return false
      }
      if (isBase) {
        moveTo(incoming, outgoing, `${basePath}/`)
        return false
      }
      const wait = tooMuch(incoming, pathname)
      const refused =
        wait !== null
          ? tooFast(wait)
          : isCrowded() && !probes.has(pathname)
            ? crowded()
            : tooManyUploads(incoming, outgoing)
      if (refused === null) return true
      refuse(incoming, outgoing, refused, { 'Retry-After': String(wait ?? AGAIN_S) })
      return false
    },
    welcomes(incoming) {
      open(incoming)
      return problemOf(incoming, pathnameOf(incoming)) === null
    },
    heard: (incoming) => (kind) => {
      listeners.get(incoming)?.(kind)
      const one = counted.get(incoming)
      if (kind !== null && one) limiter?.known(one)
    },
    answered(incoming, status) {
      const one = counted.get(incoming)
      if (status === 401 && one && (one.carriesToken || one.signsIn)) limiter?.failed(one)
    },
    end: () => void (ending = true)
  }
}

const crowded = () =>
  new GalleyError('busy', 'More is asked just now than can be answered soon. Try again in a moment.')

/** Seconds after which what was too much for the moment is worth another try. */
const AGAIN_S = 2

const probes: ReadonlySet<string> = new Set([urlOf('readLiveness', {}), urlOf('readReadiness', {})])

const pathnameOf = ({ url = '' }: IncomingMessage): string => url.split(/[?#]/, 1)[0] ?? ''

/** More in one request than anybody is known by. */
const MOST_CREDENTIALS = 20

/** Every token that a request carries, and every session, as they were sent; the schemes are left out. */
function credentialsIn(headers: IncomingHttpHeaders, cookie: SessionCookie | null): readonly string[] {
  const own = headers['x-auth-token']
  const tokens = [headers.authorization ?? '', Array.isArray(own) ? own.join(',') : (own ?? '')]
    .flatMap((text) => text.split(','))
    .map((text) => text.trim().replace(/^(?:bearer|token) +/i, ''))
  const sessions = cookie?.valuesIn(headers.cookie ?? null) ?? []
  return [...new Set([...tokens, ...sessions])].filter((text) => text !== '').slice(0, MOST_CREDENTIALS)
}

/** Whether a request says by a token who asks: a browser’s session that is over is no failed sign-in. */
const carriesToken = ({ authorization, ...headers }: IncomingHttpHeaders): boolean =>
  authorization !== undefined || headers['x-auth-token'] !== undefined
