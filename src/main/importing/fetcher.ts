import {
  Agent as HttpAgent,
  request as httpRequest,
  type IncomingHttpHeaders,
  type IncomingMessage
} from 'node:http'
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https'
import type { LookupFunction } from 'node:net'
import { pipeline, type Readable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib'
import type { ImportLimits } from './limits'
import { guardedLookup } from './reach'
import { failureOfStatus, WebFailure } from './web-failure'

export interface WebRequest {
  readonly method: 'GET' | 'HEAD' | 'POST'
  readonly url: string
  /** Headers for one address: asked anew for each redirect, so that no token goes to another host (IM9). */
  readonly headers: (url: URL) => Readonly<Record<string, string>>
  readonly body?: string
  readonly maxBytes: number
  readonly signal: AbortSignal
  /** Whether a redirect is followed. */
  readonly follow: (from: URL, to: URL) => boolean
}

export interface WebAnswer {
  readonly status: number
  readonly headers: IncomingHttpHeaders
  /** Where the answer came from in the end. */
  readonly url: string
  /** Where it leads, when that was not followed; there is no body then. */
  readonly redirect: string | null
  /** Decompressed, limited in size and time. */
  readonly chunks: AsyncIterable<Uint8Array>
  discard(): void
}

/** Asks other hosts: no more than it may, no faster than they like, and never for ever (IM5). */
export interface Fetcher {
  /** Runs the work until it succeeds, or fails for good. Tries again after failures that may pass. */
  retrying<T>(url: string, signal: AbortSignal, work: () => Promise<T>): Promise<T>
  /** One request with its redirects. @throws WebFailure for every answer that is no success and no redirect */
  open(request: WebRequest): Promise<WebAnswer>
  /** The whole answer, tried again as often as it may be. */
  read(request: WebRequest): Promise<WebAnswer & { readonly bytes: Uint8Array }>
  close(): void
}

export function openFetcher(
  limits: ImportLimits,
  userAgent: string,
  lookup: LookupFunction = guardedLookup()
): Fetcher {
  const options = { keepAlive: true, maxSockets: limits.atOnce * 2 }
  const agents = { 'http:': new HttpAgent(options), 'https:': new HttpsAgent(options) }
  /** When a host that asked for time may be asked again. */
  const gates = new Map<string, number>()

  async function retrying<T>(url: string, signal: AbortSignal, work: () => Promise<T>): Promise<T> {
    const { origin } = new URL(url)
    for (let count = 1; ; count++) {
      await passGate(origin, signal)
      try {
        return await work()
      } catch (error) {
        if (signal.aborted || !(error instanceof WebFailure) || !error.passing || count >= limits.tries)
          throw error
        const own = limits.backoffMs * 2 ** (count - 1) * (0.5 + Math.random())
        const wait = Math.min(limits.longestWaitMs, Math.max(error.wait ?? 0, own))
        if (error.wait !== null) gates.set(origin, Math.max(gates.get(origin) ?? 0, Date.now() + wait))
        else await sleep(wait, undefined, { signal })
      }
    }
  }

  async function passGate(origin: string, signal: AbortSignal): Promise<void> {
    for (;;) {
      const wait = (gates.get(origin) ?? 0) - Date.now()
      if (wait <= 0) return
      await sleep(wait, undefined, { signal })
    }
  }

  async function open(request: WebRequest): Promise<WebAnswer> {
    const seen = new Set<string>()
    let url = new URL(request.url)
    for (;;) {
      if (seen.has(url.href) || seen.size > limits.redirects)
        throw new WebFailure(
          'loop',
          `The address leads from one to the next without end, at last to ${url.href}.`
        )
      seen.add(url.href)
      const answer = await once(request, url)
      const to = redirectIn(answer, url)
      if (to === null) return answerOf(answer, request, url)
      answer.destroy()
      if (!request.follow(url, to)) {
        return {
          status: answer.statusCode ?? 0,
          headers: answer.headers,
          url: url.href,
          redirect: to.href,
          chunks: nothing(),
          discard: () => {}
        }
      }
      url = to
    }
  }

  function once({ method, headers, body, signal }: WebRequest, url: URL): Promise<IncomingMessage> {
    return new Promise((resolve, reject) => {
      const isSecure = url.protocol === 'https:'
      const sent = (isSecure ? httpsRequest : httpRequest)(url, {
        method,
        signal,
        lookup,
        agent: isSecure ? agents['https:'] : agents['http:'],
        headers: {
          'User-Agent': userAgent,
          Accept: '*/*',
          'Accept-Encoding': method === 'HEAD' ? 'identity' : 'gzip, deflate, br',
          ...(body === undefined ? {} : { 'Content-Length': String(Buffer.byteLength(body)) }),
          ...headers(url)
        }
      })
      const timer = setTimeout(() => sent.destroy(tooSlow()), limits.headMs)
      sent.once('response', (answer) => {
        clearTimeout(timer)
        resolve(answer)
      })
      sent.once('error', (error) => {
        clearTimeout(timer)
        reject(asFailure(error))
      })
      sent.end(body)
    })
  }

  function answerOf(answer: IncomingMessage, { method, maxBytes }: WebRequest, url: URL): WebAnswer {
    const { statusCode: status = 0, headers } = answer
    const failure = failureOfStatus(status, headers['retry-after'])
    const announced = Number(headers['content-length'] ?? 0)
    if (failure) {
      answer.destroy()
      throw failure
    }
    if (announced > maxBytes) {
      answer.destroy()
      throw tooLarge(maxBytes)
    }
    if (method === 'HEAD') answer.resume()
    return {
      status,
      headers,
      url: url.href,
      redirect: null,
      chunks: method === 'HEAD' ? nothing() : limited(answer, maxBytes, limits),
      discard: () => void answer.destroy()
    }
  }

  return {
    retrying,
    open,
    read: (request) =>
      retrying(request.url, request.signal, async () => {
        const answer = await open(request)
        const parts: Uint8Array[] = []
        for await (const chunk of answer.chunks) parts.push(chunk)
        return { ...answer, bytes: Buffer.concat(parts) }
      }),
    close() {
      agents['http:'].destroy()
      agents['https:'].destroy()
    }
  }
}

async function* nothing(): AsyncGenerator<Uint8Array> {}

/** The body, decompressed; refused when it is larger, slower or longer under way than it may be. */
async function* limited(
  answer: IncomingMessage,
  maxBytes: number,
  limits: ImportLimits
): AsyncGenerator<Uint8Array> {
  const end = Date.now() + limits.wholeMs
  const parts = decompressed(answer)[Symbol.asyncIterator]()
  let size = 0
  try {
    for (;;) {
      const part = await within(Math.min(limits.idleMs, end - Date.now()), () => parts.next())
      if (part.done === true) return
      const chunk: unknown = part.value
      if (!(chunk instanceof Uint8Array)) throw new WebFailure('unreachable', 'The answer cannot be read.')
      size += chunk.length
      if (size > maxBytes) throw tooLarge(maxBytes)
      yield chunk
    }
  } catch (error) {
    throw asFailure(error)
  } finally {
    answer.destroy()
  }
}

function decompressed(answer: IncomingMessage): Readable {
  const coding = answer.headers['content-encoding']?.trim().toLowerCase() ?? 'identity'
  if (coding === 'identity' || coding === '') return answer
  const stream =
    coding === 'gzip' || coding === 'x-gzip'
      ? createGunzip()
      : coding === 'br'
        ? createBrotliDecompress()
        : coding === 'deflate'
          ? createInflate()
          : null
  if (!stream)
    throw new WebFailure(
      'unreachable',
      `The answer is packed in a way that Galley does not know (${coding}).`
    )
  // a failure of one end is thrown by whoever reads the other
  return pipeline(answer, stream, () => undefined)
}

async function within<T>(ms: number, work: () => Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  try {
    return await Promise.race([
      work(),
      new Promise<never>((_, reject) => {
        timer = setTimeout(() => reject(tooSlow()), Math.max(0, ms))
      })
    ])
  } finally {
    clearTimeout(timer)
  }
}

function redirectIn({ statusCode: status = 0, headers }: IncomingMessage, from: URL): URL | null {
  const { location } = headers
  if (![301, 302, 303, 307, 308].includes(status) || location === undefined) return null
  try {
    return new URL(location, from)
  } catch {
    return null
  }
}

function tooSlow(): WebFailure {
  return new WebFailure('unreachable', 'The source did not answer in time, also after several tries.', {
    passing: true
  })
}

function tooLarge(maxBytes: number): WebFailure {
  const most =
    maxBytes >= 1024 * 1024 ? `${Math.floor(maxBytes / 1024 / 1024)} MB` : `${Math.floor(maxBytes / 1024)} KB`
  return new WebFailure('size', `This is larger than what is imported (${most}).`)
}

/** What goes wrong below HTTP may pass: a connection that broke off, a host that starts again. */
function asFailure(error: unknown): Error {
  if (error instanceof WebFailure) return error
  if (error instanceof Error && error.name === 'AbortError') return error
  const code = error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : ''
  if (code === 'ENOTFOUND')
    return new WebFailure('unreachable', 'There is no host of this name. Is the address right?', {
      cause: error
    })
  if (/^(?:ERR_TLS|CERT|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO_VERIFY)/.test(code))
    return new WebFailure('unreachable', `The host cannot prove who it is (${code}).`, { cause: error })
  if (/^Z_|ERR__|ERR_BROTLI|ERR_ZLIB/.test(code))
    return new WebFailure('broken', 'The answer is packed wrongly.', { cause: error })
  return new WebFailure(
    'unreachable',
    `The connection failed${code === '' ? '' : ` (${code})`}, also after several tries.`,
    {
      passing: true,
      cause: error
    }
  )
}
