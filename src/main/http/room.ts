import type { z } from 'zod'
import { openAddresses, type Match } from '../../common/api/operations/addresses'
import type { Operation } from '../../common/api/operations/operation'
import type { ParametersOf } from '../../common/api/url'
import { GalleyError, sentence, type Sentence } from '../../common/errors'
import type { Asked, Step } from './asked'
import { errorAnswer } from './errors'
import { readSmallJson } from './small-bodies'

/** Some operations of the table with what does them, and the steps that go before. */
export interface Room {
  /** The addresses that are its own: exactly these, and all below these. */
  readonly exact: readonly string[]
  readonly below: readonly string[]
  /** @throws GalleyError */
  answer(asked: Asked): Promise<Response>
}

/** What does an operation of the table. */
type Handler<A, O extends Operation = Operation> = (asked: A, given: Given<O>) => Promise<Response> | Response

/** What the table knows of the request. */
interface Given<O extends Operation = Operation> {
  /** Of the address, by name. */
  readonly parameters: Readonly<Record<ParametersOf<O['address']>, string>>
  /**
   * The body, as the table says that it is.
   * @throws GalleyError bad-request naming the member, too-large, too-complex
   */
  body(): Promise<BodyOf<O>>
}

type BodyOf<O extends Operation> = O['body'] extends { readonly kind: 'json'; readonly schema: infer Schema }
  ? Schema extends z.ZodType
    ? z.output<Schema>
    : never
  : never

/** One for each operation: the compiler misses none. */
export type Handlers<A, Ops extends readonly Operation[]> = {
  readonly [Id in Ops[number]['id']]: Handler<A, Extract<Ops[number], { readonly id: Id }>>
}

interface RoomParts<A extends Asked, Ops extends readonly Operation[]> {
  readonly operations: Ops
  readonly handlers: Handlers<A, Ops>
  /** Who asks, and whether anything here may be asked at all. */
  readonly enter: Step<Asked, A>
  /** See `openAddresses`. */
  readonly trees?: readonly string[]
  /** Words of which all is answered here that has no other room, also what is no address. */
  readonly owns?: readonly string[]
  /** Nothing is at the address: for what is to be said before that. */
  readonly lost?: (entered: A) => Promise<void>
  /** Rights that the table tells (`caller: 'owner'`). @throws GalleyError forbidden */
  readonly admit?: (entered: A, operation: Operation) => void
  /** What is told beside an answer about its place. @param there the operations of the address */
  readonly beside?: (entered: A, answer: Response, there: readonly Operation[]) => Promise<Response>
  /** How JSON that is not as it should be is refused, and how many bytes it may have. */
  readonly bodies?: {
    readonly most: (operation: Operation) => number
    readonly wrong?: (where: string) => Sentence
  }
  /** How it says no, where that is not as everywhere. */
  readonly refuse?: (error: GalleyError, headers?: Record<string, string>) => Response
  /** The path to look up; default: as it was sent. */
  readonly pathOf?: (pathname: string) => string
}

/**
 * Answers requests by the table: the address is looked up once, HEAD works wherever GET does, a method that
 * the address does not have is 405 with those that it has, and what is not there is an answer about its
 * place.
 */
export function openRoom<A extends Asked, const Ops extends readonly Operation[]>(
  parts: RoomParts<A, Ops>
): Room {
  const { enter, lost, admit, beside, refuse = errorAnswer, pathOf = (pathname: string) => pathname } = parts
  const addresses = openAddresses(parts.operations, parts.trees)
  const handlers: Readonly<Record<string, Handler<A, never>>> = parts.handlers

  async function answer(asked: Asked): Promise<Response> {
    const entered = await enter(asked)
    if (entered instanceof Response) return entered
    const there = addresses.at(pathOf(asked.url.pathname))
    if (there.length === 0) {
      await lost?.(entered)
      throw nothingHere()
    }
    const operations = there.map(({ operation }) => operation)
    const { method } = asked.request
    const match = there.find(({ operation }) => operation.method === method)
    const found =
      match ?? (method === 'HEAD' ? there.find(({ operation }) => operation.method === 'GET') : undefined)
    const handler = found && handlers[found.operation.id]
    if (!handler) return notAllowed(operations, refuse)
    admit?.(entered, found.operation)
    const answered = await placed(() => handler(entered, given(parts, asked.request, found)))
    const told = beside ? await beside(entered, answered, operations) : answered
    return method === 'HEAD' && !match ? withoutBody(told) : told
  }

  /** What is not there is an answer about its place too. */
  async function placed(work: () => Promise<Response> | Response): Promise<Response> {
    try {
      return await work()
    } catch (error) {
      if (error instanceof GalleyError && (parts.refuse || error.reason === 'not-found')) return refuse(error)
      throw error
    }
  }

  return { exact: addresses.exact, below: [...addresses.below, ...(parts.owns ?? [])], answer }
}

/** What to answer where no room is. */
export const nothingHere = () => new GalleyError('not-found', 'There is nothing at this address.')

function given<A extends Asked>(
  { bodies }: Pick<RoomParts<A, readonly Operation[]>, 'bodies'>,
  request: Request,
  { operation, parameters }: Match
): Given<never> {
  return {
    parameters,
    async body() {
      const { body } = operation
      if (body?.kind !== 'json')
        throw new GalleyError('internal', 'The table knows no body of this operation.')
      const read = body.schema.safeParse((await readSmallJson(request, bodies?.most(operation))) ?? {})
      if (read.success) return read.data as never
      const where = read.error.issues[0]?.path.map(String).join('.') || 'body'
      throw new GalleyError('bad-request', (bodies?.wrong ?? notAsItShould)(where), { where })
    }
  }
}

const notAsItShould = (where: string) =>
  sentence`“${{ where }}” of the body is missing, or not as it should be.`

/** What HEAD answers where nothing cheaper than GET is known. */
async function withoutBody(answer: Response): Promise<Response> {
  if (!answer.body) return answer
  await answer.body.cancel()
  return new Response(null, { status: answer.status, headers: answer.headers })
}

function notAllowed(
  there: readonly Operation[],
  refuse: NonNullable<RoomParts<Asked, readonly Operation[]>['refuse']>
): Response {
  const allowed = methods
    .filter((name) => there.some(({ method }) => method === name || (name === 'HEAD' && method === 'GET')))
    .join(', ')
  return refuse(new GalleyError('not-allowed', sentence`This address answers ${{ allowed }}.`), {
    Allow: allowed
  })
}

const methods = ['GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'OPTIONS'] as const
