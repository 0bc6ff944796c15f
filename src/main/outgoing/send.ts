import type { lookup as lookUp } from 'node:dns'
import {
  Agent as HttpAgent,
  request as httpRequest,
  type ClientRequest,
  type IncomingHttpHeaders,
  type IncomingMessage
} from 'node:http'
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https'
import type { Socket } from 'node:net'
import { pipeline, Readable } from 'node:stream'
import { boundedBody, isPacked } from './body'
import { failureOf, OutgoingFailure, tooLarge, tooSlow } from './failure'
import { answers, HEAD_BYTES, HINTS, type AnswerLimits } from './limits'
import { anywhere, guardedLookup, type AddressPolicy } from './policy'

interface OutgoingRequest {
  readonly method: string
  readonly url: URL
  readonly headers: Readonly<Record<string, string>>
  /** Pieces are sent as they are made. */
  readonly body?: string | Uint8Array | AsyncIterable<Uint8Array>
  readonly limits: AnswerLimits
  readonly signal?: AbortSignal | undefined
}

/** An answer whose head is there. Its body is read once, or discarded: else its connection stays taken. */
export interface OutgoingAnswer {
  readonly status: number
  readonly headers: IncomingHttpHeaders
  /** Of the body, unpacked; null when that is not told. */
  readonly size: number | null
  /** Unpacked, in pieces, bounded. @param limits in place of the request's */
  chunks(limits?: AnswerLimits): AsyncGenerator<Uint8Array>
  /** All of it. @throws OutgoingFailure */
  bytes(): Promise<Uint8Array>
  /** It is of no use. */
  discard(): void
}

/** Asks other hosts, one request at a time: no redirect is followed, no cookie kept. */
export interface Outgoing {
  /** @throws OutgoingFailure · AbortError when the signal ends it */
  send(request: OutgoingRequest): Promise<OutgoingAnswer>
  /** Ends its connections. */
  close(): void
}

interface OutgoingOptions {
  /** Default: whatever is named may be asked. */
  readonly policy?: AddressPolicy
  /** To one host at a time. */
  readonly atOnce?: number
  readonly userAgent?: string
  /** Stands in for the system's, in tests. */
  readonly look?: typeof lookUp
}

/** A connection that nobody used for so long is not used again: servers close theirs after five seconds. */
const KEPT_MS = 4000

export function openOutgoing({ policy = anywhere, atOnce, userAgent, look }: OutgoingOptions = {}): Outgoing {
  const options = {
    keepAlive: true,
    timeout: KEPT_MS,
    ...(atOnce !== undefined && { maxSockets: atOnce }),
    // newer versions of Node go through a proxy when they are told to, which then looks names up
    ...(policy === anywhere && process.env['NODE_USE_ENV_PROXY'] === '1' && { proxyEnv: process.env })
  }
  const agents = { 'http:': new HttpAgent(options), 'https:': new HttpsAgent(options) }
  const lookup = guardedLookup(policy, look)

  function check(url: URL): void {
    if (url.protocol !== 'http:' && url.protocol !== 'https:')
      throw new OutgoingFailure('address', 'Only http and https addresses are asked.')
    if (isBlockedPort(url))
      throw new OutgoingFailure(
        'address',
        `No program may be asked at port ${url.port}. Check the address and its port.`
      )
    const refused = policy.host(url)
    if (refused) throw refused
  }

  function once({ method, url, headers, body, limits, signal }: OutgoingRequest): Promise<IncomingMessage> {
    return new Promise((resolve, reject) => {
      const isSecure = url.protocol === 'https:'
      const sent = (isSecure ? httpsRequest : httpRequest)({
        method,
        protocol: url.protocol,
        // without the name and password that an address may hold
        hostname: url.hostname.replace(/^\[|\]$/g, ''),
        port: url.port,
        path: url.pathname + url.search,
        ...(signal && { signal }),
        lookup,
        maxHeaderSize: HEAD_BYTES,
        agent: isSecure ? agents['https:'] : agents['http:'],
        headers: {
          Accept: '*/*',
          'Accept-Encoding': method === 'HEAD' ? 'identity' : 'gzip, deflate, br',
          ...(userAgent !== undefined && { 'User-Agent': userAgent }),
          ...lengthOf(method, body),
          ...headers
        }
      })
      const timer = setTimeout(() => sent.destroy(tooSlow(url.host)), limits.headMs)
      let hints = 0
      sent.on('information', () => {
        if (++hints > HINTS)
          sent.destroy(new OutgoingFailure('broken', `${url.host} only ever says that it will answer.`))
      })
      sent.once('socket', (socket) => {
        listenTo(socket)
        whenConnected(socket, () => checkPeer(sent, socket, url.hostname))
      })
      sent.once('response', (answer) => {
        clearTimeout(timer)
        resolve(answer)
      })
      sent.on('error', (error) => {
        clearTimeout(timer)
        reject(failureOf(error, url.host))
      })
      if (body === undefined || typeof body === 'string' || body instanceof Uint8Array) sent.end(body)
      // what goes wrong with the line shows at the request, what goes wrong with the source ends it
      else pipeline(Readable.from(body), sent, (error) => error && sent.destroy(error))
    })
  }

  function checkPeer(sent: ClientRequest, { remoteAddress }: Socket, hostname: string): void {
    const refused = remoteAddress === undefined ? null : policy.peer(hostname, remoteAddress)
    if (refused) sent.destroy(refused)
  }

  async function send(request: OutgoingRequest): Promise<OutgoingAnswer> {
    check(request.url)
    return answerOf(await once(request), request)
  }

  return {
    send,
    close() {
      agents['http:'].destroy()
      agents['https:'].destroy()
    }
  }
}

function answerOf(answer: IncomingMessage, { method, url, limits }: OutgoingRequest): OutgoingAnswer {
  const { statusCode: status = 0, headers } = answer
  const told = Number(headers['content-length'] ?? NaN)
  const size = isPacked(answer) || !Number.isSafeInteger(told) ? null : told
  const hasNone = method === 'HEAD' || status === 204 || status === 304
  if (hasNone) answer.resume()
  async function* chunks(own: AnswerLimits = limits): AsyncGenerator<Uint8Array> {
    if (hasNone) return
    if (size !== null && size > own.bytes) {
      answer.destroy()
      throw tooLarge(url.host, own.what, own.bytes)
    }
    yield* boundedBody(answer, url.host, own)
  }
  return {
    status,
    headers,
    size,
    chunks,
    async bytes() {
      const parts: Uint8Array[] = []
      for await (const part of chunks()) parts.push(part)
      return Buffer.concat(parts)
    },
    discard: () => void (hasNone || letGo(answer, url.host, size))
  }
}

/** Reads a short rest, so that the connection can be used again; ends it where there may be more. */
async function letGo(answer: IncomingMessage, host: string, size: number | null): Promise<void> {
  if (size !== null && size > answers.rest.bytes) return void answer.destroy()
  try {
    for await (const part of boundedBody(answer, host, answers.rest)) void part
  } catch {
    answer.destroy()
  }
}

function lengthOf(method: string, body: OutgoingRequest['body']): Record<string, string> {
  if (typeof body === 'string') return { 'Content-Length': String(Buffer.byteLength(body)) }
  if (body instanceof Uint8Array) return { 'Content-Length': String(body.length) }
  return body === undefined && !['GET', 'HEAD', 'DELETE'].includes(method) ? { 'Content-Length': '0' } : {}
}

/**
 * Where a signal ends a request whose answer has just been read, Node fails its connection while it goes back among
 * the free ones, and nobody listens to it: that would be the end of the program. Each is listened to once.
 */
function listenTo(socket: Socket): void {
  if (!socket.listeners('error').includes(toldToReader)) socket.on('error', toldToReader)
}

/** What goes wrong while somebody waits is told to them by the request or its answer. */
const toldToReader = () => undefined

function whenConnected(socket: Socket, then: () => void): void {
  if (socket.connecting) socket.once('connect', then)
  else then()
}

/** Ports of other protocols, at which browsers ask nobody either (Fetch Standard, 2.9). */
const blocked: ReadonlySet<number> = new Set([
  1, 7, 9, 11, 13, 15, 17, 19, 20, 21, 22, 23, 25, 37, 42, 43, 53, 69, 77, 79, 87, 95, 101, 102, 103, 104,
  109, 110, 111, 113, 115, 117, 119, 123, 135, 137, 139, 143, 161, 179, 389, 427, 465, 512, 513, 514, 515,
  526, 530, 531, 532, 540, 548, 554, 556, 563, 587, 601, 636, 989, 990, 993, 995, 1719, 1720, 1723, 2049,
  3659, 4045, 4190, 5060, 5061, 6000, 6566, 6665, 6666, 6667, 6668, 6669, 6679, 6697, 10080
])

/** Whether no web server is asked at the port of an address. */
const isBlockedPort = ({ port }: URL): boolean => port !== '' && blocked.has(Number(port))
