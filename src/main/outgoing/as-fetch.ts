import { failureOf, OutgoingFailure } from './failure'
import { jsonOf } from './json'
import type { AnswerLimits } from './limits'
import type { Outgoing } from './send'

/** What libraries hand to a `fetch` of their user's. */
interface FetchInit {
  readonly method?: string | undefined
  readonly headers?: HeadersInit | undefined
  readonly body?: unknown
  readonly signal?: AbortSignal | null | undefined
}

/**
 * A `fetch` for libraries that bring their own requests: bounded, without redirects, its JSON looked at
 * before it is read.
 */
export function asFetch(
  outgoing: Outgoing,
  limits: AnswerLimits
): (url: string | URL, init?: FetchInit) => Promise<Response> {
  return async (address, { method = 'GET', headers, body, signal } = {}) => {
    const url = new URL(address)
    const answer = await outgoing.send({
      method,
      url,
      headers: Object.fromEntries(new Headers(headers)),
      ...(body !== undefined && body !== null && { body: textOf(body) }),
      limits,
      signal: signal ?? undefined
    })
    const { status } = answer
    const bytes = await answer.bytes().catch((error: unknown) => {
      throw failureOf(error, url.host)
    })
    if (isJson(answer.headers['content-type'])) jsonOf(bytes, url.host)
    if (status < 200 || status > 599)
      throw new OutgoingFailure('broken', `${url.host} answered ${status}, which is no answer.`)
    const isEmpty = bytes.length === 0 || [204, 205, 304].includes(status)
    const told = Object.entries(answer.headers).flatMap(([name, value]): [string, string][] =>
      value === undefined || left.has(name) ? [] : [[name, String(value)]]
    )
    return new Response(isEmpty ? null : new Uint8Array(bytes), { status, headers: told })
  }
}

/** Of the body as it came over the line. */
const left: ReadonlySet<string> = new Set([
  'content-encoding',
  'content-length',
  'transfer-encoding',
  'set-cookie'
])

const isJson = (type: string | undefined): boolean => /^application\/(?:[\w.-]+\+)?json\b/i.test(type ?? '')

function textOf(body: unknown): string {
  if (typeof body === 'string') return body
  if (body instanceof URLSearchParams) return body.toString()
  throw new OutgoingFailure('broken', 'A body of this kind is not sent.')
}
