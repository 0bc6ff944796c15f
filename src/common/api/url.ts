import type { ImportAction } from '../importing/shapes'
import type { Environment } from '../publishing/environments'
import type { JobTopic } from '../publishing/jobs'
import { pathToUrl, ROOT, type ContentPath } from '../content/paths'
import { GalleyError } from '../errors'
import { endpointOf, type AddressOf, type OperationId, type QueryOf } from './endpoints'

/** The names in an address: `/sync/pairs/{id}/side` has `id`. */
export type ParametersOf<Address extends string> = Address extends `${string}{${infer Name}}${infer Rest}`
  ? Name | ParametersOf<Rest>
  : never

/**
 * What an address of an operation is made of. `at`: the content path that `{org}/{repo}/{path}`,
 * `{org}/{site}` or `{scope}` stand for, or what there is of it. `path` beside a site: below that, with
 * slashes. Every part as it is called, not percent-encoded.
 */
export type Asking<Id extends OperationId> = Named<ParametersOf<AddressOf<Id>>> & {
  readonly [Name in QueryOf<Id>]?: string | number | boolean | undefined
}

type Named<Names extends string> = {
  readonly [Name in Exclude<Names, Placed<Names>>]: Name extends keyof Known ? Known[Name] : string
} & (Names & Placed<Names> extends never ? unknown : { readonly at: ContentPath }) &
  ('ref' extends Names ? { readonly ref?: string | undefined } : unknown)

/** What `at` says; and what need not be said. */
type Placed<Names> = 'org' | 'repo' | 'site' | 'scope' | ('repo' extends Names ? 'path' : never) | 'ref'

interface Known {
  readonly environment: Environment
  readonly topic: JobTopic
  readonly action: ImportAction
  readonly what: 'undo' | 'resume'
  readonly number: number
}

/** The only line of a site's content; `ref` is in the addresses because the protocol has it. */
const MAIN = 'main'

/**
 * The address of an operation, relative to the service's origin, with a query of what is given of it.
 * @throws GalleyError bad-path for a part that no address can have: an empty one, `.` and `..`
 */
export function urlOf<Id extends OperationId>(id: Id, asking: Asking<Id>): string
export function urlOf(id: OperationId, asking: Readonly<Record<string, unknown>> & { at?: ContentPath }) {
  const { address, query } = endpointOf(id)
  const { at = ROOT, ref = MAIN, ...parts } = asking
  const given: Readonly<Record<string, unknown>> = { ref, ...parts }
  const place = at === ROOT ? '' : pathToUrl(at)
  const url = address.replace(parameters, (_, below: string | undefined, name: string | undefined) => {
    if (below !== undefined) return pathToUrl(String(given[below]))
    return name === undefined ? place : segment(String(given[name]))
  })
  const asked = query.flatMap((name) => (given[name] === undefined ? [] : [[name, String(given[name])]]))
  return asked.length === 0 ? url : `${url}?${new URLSearchParams(asked)}`
}

/** A whole place; a path below a site, with the slash that it begins with; one segment. */
const parameters = /\/\{scope\}|\/\{org\}(?:\/\{site\}|\/\{repo\}(?:\/\{path\})?)?|\/\{(path)\}|\{(\w+)\}/g

function segment(text: string): string {
  if (!/^\.{0,2}$/.test(text)) return encodeURIComponent(text)
  throw new GalleyError('bad-path', 'Nothing is at an address with such a name.', { where: text })
}
