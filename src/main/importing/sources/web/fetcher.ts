import { setTimeout as sleep } from 'node:timers/promises'
import {
  openOutgoing,
  type AddressPolicy,
  type AnswerLimits,
  type Outgoing,
  type OutgoingAnswer
} from '../../../outgoing'
import type { ImportLimits } from '../../limits'
import { asWebFailure, failureOfStatus, WebFailure } from '../../web-failure'

export interface WebRequest {
  readonly method: 'GET' | 'HEAD' | 'POST'
  readonly url: string
  /** Headers for one address: asked anew for each redirect, so that no token goes to another host (IM9). */
  readonly headers: (url: URL) => Readonly<Record<string, string>>
  readonly body?: string
  readonly maxBytes: number
  readonly signal: AbortSignal
  /** Whether a redirect is followed. From https to http none is. */
  readonly follow: (from: URL, to: URL) => boolean
}

export interface WebAnswer {
  readonly status: number
  readonly headers: OutgoingAnswer['headers']
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
  /**
   * One request with its redirects.
   * @throws WebFailure for every answer that is no success and no redirect
   */
  open(request: WebRequest): Promise<WebAnswer>
  /** The whole answer, tried again as often as it may be. */
  read(request: WebRequest): Promise<WebAnswer & { readonly bytes: Uint8Array }>
  close(): void
}

interface FetcherOptions {
  readonly userAgent: string
  readonly policy: AddressPolicy
  /** Stands in for the line and the system's directory of names, in tests. */
  readonly outgoing?: Outgoing
}

export function openFetcher(
  limits: ImportLimits,
  {
    userAgent,
    policy,
    outgoing = openOutgoing({ policy, userAgent, atOnce: limits.atOnce * 2 })
  }: FetcherOptions
): Fetcher {
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
      if (to === null) return answerOf(answer, url)
      answer.discard()
      const isDowngrade = url.protocol === 'https:' && to.protocol === 'http:'
      if (isDowngrade || !request.follow(url, to)) return { ...headOf(answer, url), redirect: to.href }
      url = to
    }
  }

  const once = ({ method, headers, body, signal, maxBytes }: WebRequest, url: URL) =>
    outgoing
      .send({
        method,
        url,
        headers: headers(url),
        ...(body !== undefined && { body }),
        limits: bounded(maxBytes, limits),
        signal
      })
      .catch((error: unknown) => asWebFailure(error, url))

  return {
    retrying,
    open,
    read: (request) =>
      retrying(request.url, request.signal, async () => {
        const answer = await open(request)
        return { ...answer, bytes: await wholeOf(answer) }
      }),
    close: () => outgoing.close()
  }
}

/** All that an answer holds. */
export async function wholeOf({ chunks }: WebAnswer): Promise<Uint8Array> {
  const parts: Uint8Array[] = []
  for await (const chunk of chunks) parts.push(chunk)
  return Buffer.concat(parts)
}

const bounded = (bytes: number, { headMs, idleMs, wholeMs }: ImportLimits): AnswerLimits => ({
  what: 'one thing',
  bytes,
  headMs,
  idleMs,
  wholeMs
})

function answerOf(answer: OutgoingAnswer, url: URL): WebAnswer {
  const failure = failureOfStatus(answer.status, answer.headers['retry-after'])
  if (!failure) return { ...headOf(answer, url), chunks: taken(answer, url) }
  answer.discard()
  throw failure
}

const headOf = ({ status, headers, discard }: OutgoingAnswer, url: URL): WebAnswer => ({
  status,
  headers,
  url: url.href,
  redirect: null,
  chunks: nothing(),
  discard
})

async function* taken(answer: OutgoingAnswer, url: URL): AsyncGenerator<Uint8Array> {
  try {
    yield* answer.chunks()
  } catch (error) {
    asWebFailure(error, url)
  }
}

async function* nothing(): AsyncGenerator<Uint8Array> {}

function redirectIn({ status, headers }: OutgoingAnswer, from: URL): URL | null {
  const { location } = headers
  if (![301, 302, 303, 307, 308].includes(status) || location === undefined) return null
  try {
    return new URL(location, from)
  } catch {
    return null
  }
}
