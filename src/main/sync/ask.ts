import { setTimeout as sleep } from 'node:timers/promises'
import { GalleyError, sentence, type Reason, type Sentence } from '../../common/errors'
import {
  answers,
  jsonOf,
  networkTrouble,
  openOutgoing,
  OutgoingFailure,
  type AnswerLimits,
  type Outgoing
} from '../outgoing'
import { Heads } from './heads'

export interface Asked {
  readonly headers?: Readonly<Record<string, string>>
  /** A function: made anew for each attempt, and sent in pieces. */
  readonly body?: string | Uint8Array | (() => AsyncIterable<Uint8Array>)
  /** How long its beginning may be waited for, where it is much that is sent. */
  readonly patienceMs?: number
  /** Statuses that are an answer; all others are failures. */
  readonly ok: readonly number[]
  /** What the answer may cost; default: a document. */
  readonly limits?: AnswerLimits
}

export interface Answer {
  readonly status: number
  readonly headers: Heads
  /** Bytes of the body, where that is told. */
  readonly size: number | null
  json(): Promise<unknown>
  bytes(): Promise<Uint8Array>
  /** In pieces, as they come. @param limits in place of those that were asked with */
  stream(limits?: AnswerLimits): AsyncIterable<Uint8Array>
  /** How many bytes were read of it. */
  taken(): number
  /** Nothing more of it is wanted. */
  discard(): void
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
  /** For tests. */
  readonly outgoing?: Outgoing
  readonly signal?: AbortSignal
  /** How often a question is asked that is not answered; fewer where a person waits. */
  readonly tries?: number
  /** For tests. */
  readonly wait?: (milliseconds: number) => Promise<unknown>
}

const MOST_TRIES = 4
const LONGEST_WAIT_MS = 60_000
const again = new Set([408, 425, 429, 500, 502, 503, 504])

let shared: Outgoing | undefined
/** One for all remotes of this program: the owner named them, wherever they are. */
export const remotesOutgoing = (): Outgoing => (shared ??= openOutgoing())

/**
 * Asks a server, with patience: what may pass is tried again after a growing, uneven wait, or when the server
 * says so (`Retry-After`). What is no question, a write or a deletion, is tried again only when the server
 * said that it did not do it.
 */
export function openAsk(options: AskOptions): Ask {
  const outgoing = options.outgoing ?? remotesOutgoing()
  const mostTries = options.tries ?? MOST_TRIES
  const wait = options.wait ?? ((milliseconds: number) => pause(milliseconds, options.signal))
  const { base, signal } = options

  async function once(method: string, path: string, asked: Asked): Promise<Answer> {
    const { headers, body, patienceMs, limits = answers.document } = asked
    const token = await options.token()
    try {
      const answer = await outgoing.send({
        method,
        url: new URL(base + path),
        headers: { ...headers, ...(token === null ? {} : { Authorization: `Bearer ${token}` }) },
        ...(body !== undefined && { body: typeof body === 'function' ? body() : body }),
        limits: patienceMs === undefined ? limits : { ...limits, headMs: patienceMs },
        signal
      })
      const host = new URL(base).host
      let taken = 0
      async function* counted(own?: AnswerLimits): AsyncGenerator<Uint8Array> {
        for await (const piece of answer.chunks(own)) {
          taken += piece.length
          yield piece
        }
      }
      const bytes = async () => {
        const parts: Uint8Array[] = []
        for await (const piece of counted()) parts.push(piece)
        return Buffer.concat(parts)
      }
      return {
        status: answer.status,
        headers: new Heads(answer.headers),
        size: answer.size,
        json: () => reading(async () => jsonOf(await bytes(), host), 'unreachable', signal),
        bytes: () => reading(bytes, 'io-failed', signal),
        async *stream(own) {
          const pieces = counted(own)
          try {
            for (;;) {
              const next = await reading(() => pieces.next(), 'io-failed', signal)
              if (next.done === true) return
              yield next.value
            }
          } finally {
            await pieces.return(undefined)
          }
        },
        taken: () => taken,
        discard: () => answer.discard()
      }
    } catch (cause) {
      if (signal?.aborted) throw new GalleyError('cancelled', 'The sync was stopped.', { cause })
      if (cause instanceof GalleyError) throw cause
      throw new GalleyError('unreachable', networkTrouble(cause, new URL(base).host).message, { cause })
    }
  }

  return async (method, path, asked) => {
    let isRenewed = false
    const isQuestion = method === 'GET' || method === 'HEAD'
    for (let attempt = 1; ; attempt += 1) {
      let answer: Answer
      try {
        answer = await once(method, path, asked)
      } catch (error) {
        const mayPass = error instanceof GalleyError && error.reason === 'unreachable'
        if (!mayPass || !isQuestion || attempt >= mostTries) throw error
        await wait(growing(attempt))
        continue
      }
      const { status } = answer
      const isOk = asked.ok.includes(status)
      // only what was asked for is read to its end
      if (!isOk || method !== 'GET' || status !== 200) answer.discard()
      if (isOk) return answer
      const told = retryAfter(answer.headers)
      // what was refused for its token was not done
      if (status === 401 && !isRenewed && (await options.renew?.())) {
        isRenewed = true
        continue
      }
      const isUndone = status === 429 || (status === 503 && told !== null)
      if (again.has(status) && (isQuestion || isUndone) && attempt < mostTries) {
        await wait(Math.min(LONGEST_WAIT_MS, told ?? growing(attempt)))
        continue
      }
      throw failure(status, base, path)
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

function retryAfter(headers: Heads): number | null {
  const text = headers.get('Retry-After')
  if (text === null) return null
  if (/^\d{1,5}$/.test(text)) return Number(text) * 1000
  const at = Date.parse(text)
  const now = Date.parse(headers.get('Date') ?? '')
  return Number.isNaN(at) || Number.isNaN(now) ? null : Math.max(0, at - now)
}

/**
 * One answer that breaks off says nothing about the others: what is next tells whether the server is there at
 * all.
 */
async function reading<T>(work: () => Promise<T>, reason: Reason, signal?: AbortSignal): Promise<T> {
  try {
    return await work()
  } catch (cause) {
    if (signal?.aborted) throw new GalleyError('cancelled', 'The sync was stopped.', { cause })
    // also when it is asked for again
    if (cause instanceof OutgoingFailure && cause.trouble === 'size')
      throw new GalleyError('too-large', cause.message, { cause })
    throw new GalleyError(reason, 'The server’s answer broke off, or is not what it says.', { cause })
  }
}

function failure(status: number, base: string, where: string): GalleyError {
  const [reason, message] = sentences(status, base)
  return new GalleyError(reason, message, { where })
}

function sentences(status: number, base: string): readonly [Reason, string | Sentence] {
  if (status === 401)
    return ['unauthenticated', sentence`${{ base }} does not accept the token. Sign in again.`]
  if (status === 403) return ['forbidden', 'The token does not have the right to do this there.']
  if (status >= 300 && status < 400)
    return [
      'unreachable',
      sentence`${{ base }} sends its callers elsewhere (${{ status }}). Give the address of the service itself.`
    ]
  if (status === 404) return ['not-found', 'The server does not have this, or not under this address.']
  if (status === 409) return ['name-clash', 'The server has another file or folder of this name.']
  if (status === 413) return ['too-large', 'The server does not take files of this size.']
  if (status === 429) return ['io-failed', 'The server asks for fewer requests. The next sync goes on.']
  if (status >= 500)
    return ['io-failed', sentence`The server failed (${{ status }}). The next sync tries again.`]
  return ['bad-request', sentence`The server refused it (${{ status }}).`]
}
