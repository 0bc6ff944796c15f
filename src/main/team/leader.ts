import { request as ask, type IncomingMessage } from 'node:http'
import { pipeline } from 'node:stream/promises'
import { setTimeout as pause } from 'node:timers/promises'
import { urlOf } from '../../common/api/url'
import { GalleyError } from '../../common/errors'
import { chunksOf } from '../http/chunks'
import type { Leader } from '../http/leader'
import type { CallerHint } from '../callers/types'
import { PEER_HEADER, PEER_SAVE, PEER_SESSION_HEADER } from '../server'

interface LeaderParts {
  /** Where the node that leads is reached; null while none does. */
  readonly addressNow: () => Promise<string | null>
  readonly secret: string
  /** How long what is handed on waits for a node that leads, in milliseconds. */
  readonly patience?: number
}

/** So long an address counts, in milliseconds: a node that leads ends seldom. */
const KNOWN_MS = 1_000
const CONNECT_MS = 3_000
/** Another one leads some seconds after one has died. */
const PATIENCE_MS = 8_000
const AGAIN_MS = 250
/** What a node answers to another one when it does not lead any more. */
const MISDIRECTED = 421
/** A stream that says nothing for so long has lost its node: each has a beat. */
const SILENT_MS = 120_000
/** What is saved first takes eight seconds there. */
const SAVE_MS = 9_000

/**
 * The node that leads, asked over HTTP with what the caller sent: it judges tokens by itself, and takes from here whose browser it
 * is, which is known only where the browser asked.
 */
export function openLeader({ addressNow, secret, patience = PATIENCE_MS }: LeaderParts): Leader {
  let known: { readonly address: Promise<string | null>; readonly at: number } | null = null

  async function address(): Promise<string> {
    if (!known || performance.now() - known.at > KNOWN_MS)
      known = { address: addressNow(), at: performance.now() }
    const found = await known.address.catch(() => null)
    if (found === null) throw away()
    return found
  }

  /** Another one leads soon: until then what nobody has begun, or what changes nothing, is asked again. */
  async function again(
    { method, signal }: Request,
    work: () => Promise<IncomingMessage>
  ): Promise<IncomingMessage> {
    const changesNothing = method === 'GET' || method === 'HEAD'
    const until = performance.now() + patience
    for (;;)
      try {
        return await work()
      } catch (error) {
        known = null
        const mayAsk = (changesNothing && !signal.aborted) || isUnheard(error)
        if (!mayAsk || performance.now() > until) throw error
        await pause(AGAIN_MS)
      }
  }

  return {
    async handOn({ request, hint }) {
      // two nodes that each hold the other for the leader
      if (request.headers.has(PEER_HEADER)) return new Response(null, { status: MISDIRECTED })
      const { pathname, search } = new URL(request.url)
      const body = await chunksOf(request)
      const answer = await again(request, async () => {
        const found = await send(
          `${await address()}${pathname}${search}`,
          request,
          body,
          toldOf(secret, hint)
        )
        if (found.statusCode !== MISDIRECTED) return found
        found.resume()
        // what was sent cannot be sent again
        throw body.empty
          ? new GalleyError('busy', 'It does not lead any more.')
          : new Error('It does not lead.')
      }).catch((error: unknown) => {
        throw away(error)
      })
      // of a line nobody knows how long it is: whoever has it comes again when it ends
      return responseOf(answer, request.method, pathname === urlOf('openLine', {}))
    },
    async save(path) {
      try {
        const url = new URL(PEER_SAVE, await address())
        url.searchParams.set('path', path)
        const signal = AbortSignal.timeout(SAVE_MS)
        const request = new Request(url, { method: 'POST', signal })
        const answer = await send(url.href, request, await chunksOf(request), toldOf(secret, 'anyone'))
        answer.resume()
      } catch {
        // what is stored is gone on with
      }
    }
  }
}

/** Nothing was sent: no node leads, or the one that did does not listen any more. */
const isUnheard = (error: unknown): boolean =>
  error instanceof GalleyError || (error instanceof Error && 'code' in error && error.code === 'ECONNREFUSED')

/** What one node tells another one beside the request. No header of the caller's takes the place of these. */
const toldOf = (secret: string, hint: CallerHint): Readonly<Record<string, string>> => ({
  [PEER_HEADER]: secret,
  [PEER_SESSION_HEADER]: typeof hint === 'object' ? hint.session.hash : ''
})

/** @throws whatever keeps it from being answered */
async function send(
  url: string,
  request: Request,
  { empty, chunks }: Awaited<ReturnType<typeof chunksOf>>,
  told: Readonly<Record<string, string>>
): Promise<IncomingMessage> {
  const headers: Record<string, string> = {}
  for (const [name, value] of request.headers) if (!ofConnection.has(name)) headers[name] = value
  headers['host'] = new URL(request.url).host
  Object.assign(headers, told)
  const { method, signal } = request
  const outgoing = ask(url, { method, headers, signal, agent: false })
  const late = setTimeout(() => outgoing.destroy(new Error('It does not answer.')), CONNECT_MS)
  outgoing.once('socket', (socket) => {
    socket.once('connect', () => {
      clearTimeout(late)
      // an answer may come before all was sent; where nobody listens all of it is still there to be sent again
      if (empty) outgoing.end()
      else pipeline(chunks, outgoing).catch(() => undefined)
    })
    socket.setTimeout(SILENT_MS, () => socket.destroy(new Error('It says nothing any more.')))
  })
  const answered = new Promise<IncomingMessage>((resolve, reject) => {
    outgoing.once('response', resolve)
    // also after the answer has begun: whoever reads it hears of it
    outgoing.on('error', reject)
  })
  try {
    return await answered
  } finally {
    clearTimeout(late)
  }
}

function responseOf(answer: IncomingMessage, method: string, mayEnd: boolean): Response {
  const headers = new Headers()
  for (let at = 0; at < answer.rawHeaders.length; at += 2) {
    const [name = '', value = ''] = answer.rawHeaders.slice(at, at + 2)
    if (!ofConnection.has(name.toLowerCase())) headers.append(name, value)
  }
  const { statusCode: status = 502 } = answer
  const isEmpty = method === 'HEAD' || [204, 205, 304].includes(status)
  if (isEmpty) answer.resume()
  return new Response(isEmpty ? null : streamOf(answer, mayEnd), { status, headers })
}

/** @param mayEnd an answer that is cut ends; else it fails, so that nobody takes it for whole */
function streamOf(answer: IncomingMessage, mayEnd: boolean): ReadableStream<Uint8Array> {
  const pieces: AsyncIterator<Uint8Array> = answer[Symbol.asyncIterator]()
  const over = { done: true, value: undefined } as const
  return new ReadableStream(
    {
      async pull(controller) {
        const next = await pieces.next().catch((error: unknown) => {
          if (mayEnd) return over
          throw error
        })
        if (next.done === true) controller.close()
        else controller.enqueue(next.value)
      },
      cancel() {
        answer.destroy()
      }
    },
    { highWaterMark: 0 }
  )
}

/** What is of a connection and not of what is asked; answers are packed where they leave. */
const ofConnection: ReadonlySet<string> = new Set([
  'accept-encoding',
  'connection',
  'expect',
  'host',
  'keep-alive',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade'
])

const away = (cause?: unknown) =>
  new GalleyError('busy', 'The machine that keeps this is being replaced. Try again in a moment.', { cause })
