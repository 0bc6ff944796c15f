import { GalleyError } from '../../errors'
import { endpointOf, type OperationId } from '../endpoints'
import type { AnswerOf, BodyOf } from '../operations'
import { urlOf, type Asking } from '../url'
import type { Payload } from './bodies'
import { brokenOff, failureOf, unreachable } from './errors'

export interface CallsOptions {
  /** Default: the global `fetch`. */
  readonly fetch?: (url: string, init: RequestInit) => Promise<Response>
  /**
   * What the service's addresses begin with, without a slash at the end, or a function that says it when an
   * address is asked for; default: the page's own origin.
   */
  readonly base?: string | (() => string)
  /** For scripts: sent as `Authorization: Bearer …`. */
  readonly token?: string
}

/** Where a call stops early. */
export interface CallOptions {
  readonly signal?: AbortSignal | undefined
}

interface Sent<Body> extends CallOptions {
  /** What is undefined is not sent. */
  readonly headers?: Readonly<Record<string, string | undefined>>
  /** As JSON; undefined: without a body. */
  readonly json?: Body
  readonly payload?: Payload
}

/**
 * What reads an answer's JSON: a shape, or a check by hand. It throws when the answer is of no such shape.
 */
export interface Reader<T> {
  readonly parse: (value: unknown) => T
}

export type Calls = ReturnType<typeof openCalls>

/**
 * The operations of the table as calls: each rejects with a GalleyError whose reason is the service's own,
 * `unreachable` when no answer came, or `cancelled`. Bodies are sent as ArrayBuffers and texts only.
 */
export function openCalls({ fetch: send = (url, init) => fetch(url, init), base = '', token }: CallsOptions) {
  const whole = (url: string): string => (typeof base === 'string' ? base : base()) + url

  /** @param url as the service gave it, relative to its origin */
  async function at(
    method: string,
    url: string,
    { signal, headers, json, payload }: Sent<unknown> = {}
  ): Promise<Response> {
    const told = {
      ...(token !== undefined && { Authorization: `Bearer ${token}` }),
      ...(json !== undefined && { 'Content-Type': 'application/json' }),
      ...(payload && { 'Content-Type': payload.type }),
      ...headers
    }
    const body = json === undefined ? payload?.body : JSON.stringify(json)
    let answer: Response
    try {
      answer = await send(whole(url), {
        method,
        headers: Object.fromEntries(
          Object.entries(told).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]]))
        ),
        ...(body !== undefined && { body }),
        ...(signal && { signal })
      })
    } catch (cause) {
      throw unreachable(cause, signal)
    }
    if (!answer.ok) throw await failureOf(answer)
    return answer
  }

  const ask = <Id extends OperationId>(
    id: Id,
    asking: Asking<Id>,
    sent?: Sent<BodyOf<Id>>
  ): Promise<Response> => at(endpointOf(id).method, urlOf(id, asking), sent)

  return {
    at,
    ask,
    /** Where a browser finds it by itself. */
    url: <Id extends OperationId>(id: Id, asking: Asking<Id>): string => whole(urlOf(id, asking)),
    /** What the operation answers, as the table describes it. */
    read: async <Id extends OperationId, T extends AnswerOf<Id>>(
      reader: Reader<T>,
      id: Id,
      asking: Asking<Id>,
      sent?: Sent<BodyOf<Id>>
    ): Promise<T> => parsed(await ask(id, asking, sent), reader)
  }
}

/**
 * What an answer's JSON says.
 * @throws GalleyError internal when a stranger answers in place of the service
 */
export async function parsed<T>(answer: Response, reader: Reader<T>): Promise<T> {
  const value = await received(answer, (one): Promise<unknown> => one.json())
  try {
    return reader.parse(value)
  } catch (cause) {
    throw new GalleyError(
      'internal',
      'The service gave an answer that this Galley does not understand. Restart Galley.',
      { cause }
    )
  }
}

/** What an answer carries. @throws GalleyError cancelled, unreachable when it breaks off */
async function received<T>(answer: Response, read: (answer: Response) => Promise<T>): Promise<T> {
  try {
    return await read(answer)
  } catch (cause) {
    throw brokenOff(cause)
  }
}

export const bytesOf = (answer: Response): Promise<Uint8Array> =>
  received(answer, async (one) => new Uint8Array(await one.arrayBuffer()))

export const textOf = (answer: Response): Promise<string> => received(answer, (one) => one.text())

/** Of something that need not be there. @throws GalleyError of every other reason */
export async function unlessMissing<T, Otherwise>(
  work: Promise<T>,
  otherwise: Otherwise
): Promise<T | Otherwise> {
  try {
    return await work
  } catch (error) {
    if (error instanceof GalleyError && error.reason === 'not-found') return otherwise
    throw error
  }
}
