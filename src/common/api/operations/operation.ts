import type { ZodType } from 'zod'
import type { Reason } from '../../errors'
import { endpointOf, type AddressOf, type MethodOf, type OperationId, type QueryOf } from '../endpoints'

/**
 * One thing that the service does at one address: what the OpenAPI document is made of, and what the routes
 * are held against.
 */
export interface Operation {
  readonly id: OperationId
  readonly method: MethodOf<OperationId>
  /** With parameters in braces; `{path}` stands for one or more segments. */
  readonly address: string
  readonly group: string
  /** One line for people. */
  readonly summary: string
  /** Everything that the line does not say. */
  readonly description?: string
  /**
   * Who may ask: a token that the permissions let, or the owner alone (A1); `publisher`: also an admin token;
   * `reader`: anybody, and with a site token also where the content is protected (A3); `anybody`: without
   * any.
   */
  readonly caller: 'token' | 'owner' | 'publisher' | 'reader' | 'anybody'
  readonly query?: readonly Parameter[]
  /** Request headers beside Authorization. */
  readonly headers?: readonly Parameter[]
  readonly body?: RequestBody
  /** Every status of success, and a refusal whose status is not that of its reason. */
  readonly answers: Readonly<Record<number, Answer>>
  /** How it says no, beside 401; see `statusOfReason`. */
  readonly refusals: readonly Reason[]
}

export interface Parameter {
  readonly name: string
  readonly description: string
}

/** `fields`: multipart/form-data. `raw`: the content itself, of any type. `bytes`: neither text nor a form. */
export type RequestBody =
  | { readonly kind: 'json'; readonly schema: ZodType; readonly required: boolean }
  | { readonly kind: 'bytes'; readonly required: boolean }
  | {
      readonly kind: 'fields'
      readonly fields: readonly (Parameter & { readonly required: boolean })[]
      readonly raw?: boolean
    }

export interface Answer {
  readonly description: string
  /**
   * `content`: a file’s bytes with its media type. `data`: JSON of any shape, or a page. `events`:
   * server-sent events. `frames`: those of a line (`rooms/frames.ts`). Null: no body.
   */
  readonly body: ZodType | 'content' | 'config' | 'data' | 'events' | 'frames' | 'html' | null
  readonly headers?: readonly Parameter[]
}

/** An endpoint of the table, to be described. @param query what each name that its query may hold means */
export function endpoint<Id extends OperationId>(
  id: Id,
  ...query: [QueryOf<Id>] extends [never] ? [] : [Readonly<Record<QueryOf<Id>, string>>]
): Pick<Operation, 'query'> & {
  readonly id: Id
  readonly method: MethodOf<Id>
  readonly address: AddressOf<Id>
}
export function endpoint(id: OperationId, descriptions: Readonly<Record<string, string>> = {}) {
  const { query, ...endpoint } = endpointOf(id)
  return { ...endpoint, query: query.map((name) => ({ name, description: descriptions[name] ?? '' })) }
}
