import { z } from 'zod'
import { segmentsOf, type ContentPath } from '../../content/paths'
import { environments, type Environment } from '../../publishing/environments'

/** What a person has filled in: texts by the name of their field. Sources share what has one name. */
export type Filled = Readonly<Record<string, string>>

/** Something that a person is asked for. */
export interface SourceField {
  readonly name: string
  /** A line, a secret, lines, a long list that may come from a file, or which state is meant. */
  readonly as: 'text' | 'secret' | 'lines' | 'list' | 'environment'
  readonly label: string
  readonly description?: string
  readonly placeholder?: string
  readonly required?: true
  /** Stands in one row with the field before. */
  readonly beside?: true
  /** What it holds at first. */
  readonly initial?: (site: ContentPath) => string
}

/** A source that imports can take things from: what a person is asked for, and the request that makes of it. */
export interface ImportSourceForm<Request extends { readonly kind: string }> {
  readonly shape: z.ZodType<Request>
  readonly title: string
  readonly text: string
  readonly fields: readonly SourceField[]
  /** Whether pictures that pages show may be left out of what it lists. */
  readonly mayLackMedia: boolean
  request(filled: Filled): Request
}

export const environment = z.enum(environments)
export const token = z.string().min(1).max(8192)
/** `/docs/*` for all below; default: everything. */
export const paths = z.string().array().min(1).max(1000).exactOptional()

export const stateFields: readonly SourceField[] = [
  { name: 'environment', as: 'environment', label: 'State', initial: () => 'live' },
  {
    name: 'paths',
    as: 'lines',
    label: 'Only these paths',
    description: 'One a line; /docs/* is all below. Empty: everything.'
  }
]

export const siteTokenField: SourceField = {
  name: 'siteToken',
  as: 'secret',
  label: 'Site token',
  description: 'Only for protected sites. It is sent to the site only.'
}

/** A line as it is meant, without blanks around; empty for none. */
export const lineOf = (filled: Filled, name: string): string => filled[name]?.trim() ?? ''

/** A member for a line that holds something. */
export function given(filled: Filled, name: string): Filled {
  const line = lineOf(filled, name)
  return line === '' ? {} : { [name]: line }
}

export function stateOf(filled: Filled): { environment: Environment; paths?: string[] } {
  const only = (filled.paths ?? '').split('\n').flatMap((line) => line.trim() || [])
  return {
    environment: filled.environment === 'preview' ? 'preview' : 'live',
    ...(only.length > 0 && { paths: only })
  }
}

/** Organization or site by its name. */
export const nameIn =
  (place: 0 | 1) =>
  (site: ContentPath): string =>
    segmentsOf(site)[place] ?? ''
