import { setTimeout as sleep } from 'node:timers/promises'
import { GalleyError, type Reason } from '../../common/errors'
import { piecesOf } from './pieces'

export interface Asked {
  readonly headers?: Readonly<Record<string, string>>
  /** A function: made anew for each attempt, and sent in pieces. */
  readonly body?: string | FormData | (() => ReadableStream<Uint8Array>)
  /** How long its beginning may be waited for, where it is much that is sent. */
  readonly patienceMs?: number
  /** Statuses that are an answer; all others are failures. */
  readonly ok: readonly number[]
}

export interface Answer {
  readonly status: number
  readonly headers: Headers
  json(): Promise<unknown>
  bytes(): Promise<Uint8Array>
  /** In pieces, as they come. */
  stream(): AsyncIterable<Uint8Array>
}

/** One request to a remote. @throws GalleyError unreachable, unauthenticated, forbidden … */
export type Ask = (method: string, path: string, asked: Asked) => Promise<Answer>

export interface AskOptions {
  /** Without a slash at its end. */
  readonly base: string
  /** Asked for with each request, so that it may be renewed. */
  readonly token: () => Promise<string | null>
  /** Asked when the server does not take the token: whether there is another one now. */
  readonly renew?: () => Promise<boolean>
  readonly fetch?: typeof fetch
  readonly signal?: AbortSignal
  /** How often a question is asked that is not answered; fewer where a person waits. */
  readonly tries?: number
  /** For tests. */
  readonly wait?: (milliseconds: number) => Promise<unknown>
}

const MOST_TRIES = 4
const PATIENCE_MS = 120_000
const LONGEST_WAIT_MS = 60_000
const again = new Set([408, 425, 429, 500, 502, 503, 504])

/**
 * Asks a server, with patience: what may pass is tried again after a growing, uneven wait, or when the server says so
 * (`Retry-After`). What is no question, a write or a deletion, is tried again only when the server said that it did not do it.
 */
export function openAsk(options: AskOptions): Ask {
  const send = options.fetch ?? fetch
  const mostTries = options.tries ?? MOST_TRIES
  const wait = options.wait ?? ((milliseconds: number) => pause(milliseconds, options.signal))

  async function once(method: string, path: string, { headers, body, patienceMs }: Asked): Promise<Begun> {
    const token = await options.token()
    const limit = new AbortController()
    const late = setTimeout(() => limit.abort(), patienceMs ?? PATIENCE_MS)
    const stop = () => limit.abort()
    const release = () => options.signal?.removeEventListener('abort', stop)
    options.signal?.addEventListener('abort', stop)
    try {
      const answer = await send(options.base + path, {
        method,
        headers: { ...headers, ...(token === null ? {} : { Authorization: `Bearer ${token}` }) },
        ...(typeof body === 'function'
          ? { body: body(), duplex: 'half' }
          : body === undefined
            ? {}
            : { body }),
        redirect: 'manual',
        signal: limit.signal
      })
      return { answer, release }
    } catch (cause) {
      release()
      if (options.signal?.aborted) throw new GalleyError('cancelled', 'The sync was stopped.', { cause })
      throw new GalleyError('unreachable', `${options.base} does not answer${whyOf(cause)}.`, { cause })
    } finally {
      clearTimeout(late)
    }
  }

  return async (method, path, asked) => {
    let isRenewed = false
    const isQuestion = method === 'GET' || method === 'HEAD'
    for (let attempt = 1; ; attempt += 1) {
      let begun: Begun
      try {
        begun = await once(method, path, asked)
      } catch (error) {
        const mayPass = error instanceof GalleyError && error.reason === 'unreachable'
        if (!mayPass || !isQuestion || attempt >= mostTries) throw error
        await wait(growing(attempt))
        continue
      }
      const { answer, release } = begun
      // only what was asked for is read to its end, and may be stopped in its middle
      if (!asked.ok.includes(answer.status) || method !== 'GET' || !answer.ok) release()
      if (asked.ok.includes(answer.status)) return answerOf(begun, options.signal)
      const told = retryAfter(answer)
      await answer.body?.cancel().catch(() => undefined)
      // what was refused for its token was not done
      if (answer.status === 401 && !isRenewed && (await options.renew?.())) {
        isRenewed = true
        continue
      }
      const isUndone = answer.status === 429 || (answer.status === 503 && told !== null)
      if (again.has(answer.status) && (isQuestion || isUndone) && attempt < mostTries) {
        await wait(Math.min(LONGEST_WAIT_MS, told ?? growing(attempt)))
        continue
      }
      throw failure(answer.status, options.base, path)
    }
  }
}

/** Waits. @throws GalleyError cancelled when it is stopped */
export async function pause(milliseconds: number, signal?: AbortSignal): Promise<void> {
  try {
    await sleep(milliseconds, undefined, signal ? { signal } : {})
  } catch (cause) {
    throw new GalleyError('cancelled', 'The sync was stopped.', { cause })
  }
}

/** Half of it is chance, so that clients that failed together do not come back together. */
const growing = (attempt: number) => 250 * 2 ** attempt * (0.5 + Math.random() / 2)

function retryAfter(answer: Response): number | null {
  const text = answer.headers.get('Retry-After')
  if (text === null) return null
  if (/^\d{1,5}$/.test(text)) return Number(text) * 1000
  const at = Date.parse(text)
  const now = Date.parse(answer.headers.get('Date') ?? '')
  return Number.isNaN(at) || Number.isNaN(now) ? null : Math.max(0, at - now)
}

/** An answer of which the beginning has come. */
interface Begun {
  readonly answer: Response
  /** To be called when nothing more of it is waited for. */
  readonly release: () => void
}

function answerOf({ answer, release }: Begun, signal?: AbortSignal): Answer {
  // one answer that breaks off says nothing about the others: what is next tells whether the server is there at all
  const read = async <T>(work: () => Promise<T>, reason: Reason = 'io-failed'): Promise<T> => {
    try {
      return await work()
    } catch (cause) {
      if (signal?.aborted) throw new GalleyError('cancelled', 'The sync was stopped.', { cause })
      throw new GalleyError(reason, 'The server’s answer broke off, or is not what it says.', { cause })
    }
  }
  return {
    status: answer.status,
    headers: answer.headers,
    json: () => read(async (): Promise<unknown> => answer.json(), 'unreachable').finally(release),
    bytes: () => read(async () => new Uint8Array(await answer.arrayBuffer())).finally(release),
    async *stream() {
      const pieces = answer.body ? piecesOf(answer.body)[Symbol.asyncIterator]() : null
      try {
        for (;;) {
          const next = pieces && (await read(() => pieces.next()))
          if (!next || next.done) return
          yield next.value
        }
      } finally {
        release()
      }
    }
  }
}

function failure(status: number, base: string, where: string): GalleyError {
  const [reason, message] = sentences(status, base)
  return new GalleyError(reason, message, { where })
}

function sentences(status: number, base: string): readonly [Reason, string] {
  if (status === 401) return ['unauthenticated', `${base} does not accept the token. Sign in again.`]
  if (status === 403) return ['forbidden', 'The token does not have the right to do this there.']
  if (status >= 300 && status < 400)
    return [
      'unreachable',
      `${base} sends its callers elsewhere (${status}). Give the address of the service itself.`
    ]
  if (status === 404) return ['not-found', 'The server does not have this, or not under this address.']
  if (status === 409) return ['name-clash', 'The server has another file or folder of this name.']
  if (status === 413) return ['too-large', 'The server does not take files of this size.']
  if (status === 429) return ['io-failed', 'The server asks for fewer requests. The next sync goes on.']
  if (status >= 500) return ['io-failed', `The server failed (${status}). The next sync tries again.`]
  return ['bad-request', `The server refused it (${status}).`]
}

/** The cause in the words of the network, for people: certificates, names, refused connections. */
function whyOf(error: unknown): string {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : ''
  if (code === 'ECONNREFUSED') return ': nothing listens at this address'
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') return ': there is no server of this name, or no network'
  if (code === 'ECONNRESET' || code === 'UND_ERR_SOCKET') return ': the connection broke off'
  if (/CERT|SIGNATURE|ISSUER/.test(code)) return `: its certificate is not trusted (${code})`
  return code === '' ? '' : ` (${code})`
}
