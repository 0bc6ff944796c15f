import { type FormatName } from '../formats/files'
import { assertNever } from '../errors'
import { readSchema, type Schema } from '../schema'
import type { Structure, StructureOptions } from '../formats/format'
import { compareStructure } from '../formats/structure'
import { summariseChange } from '../formats/summary'
import { traceStates, type TraceAsk, type Traced } from './trace'

/** A comparison as it is asked of a worker: texts in, plain data out. */
export type DiffJob =
  | {
      readonly kind: 'structure'
      readonly before: string
      readonly after: string
      readonly format: FormatName
      readonly schema: string | null
    }
  | {
      readonly kind: 'summary'
      readonly before: string
      readonly after: string
      readonly format: FormatName
      readonly schema: string | null
    }
  /** For how many states something stays as it is in the first of them (D11). */
  | ({ readonly kind: 'trace' } & TraceAsk)

export interface DiffAnswers {
  readonly structure: Structure
  readonly summary: string
  readonly trace: Traced
}

type DiffAnswer<J extends DiffJob> = DiffAnswers[J['kind']]

type DiffOptions = Omit<StructureOptions, 'schema'>

/**
 * Does the work, in a worker or, for what is small, where it is called.
 * @throws GalleyError cancelled · too-large
 */
export function performDiff<J extends DiffJob>(job: J, options?: DiffOptions): DiffAnswer<J>
export function performDiff(job: DiffJob, options: DiffOptions = {}): DiffAnswers[DiffJob['kind']] {
  switch (job.kind) {
    case 'structure':
      return compareStructure(job.before, job.after, job.format, { ...options, schema: schemaIn(job.schema) })
    case 'summary':
      return summariseChange(job.format, job.before, job.after, { ...options, schema: schemaIn(job.schema) })
    case 'trace':
      return traceStates(job, options)
    default:
      return assertNever(job)
  }
}

const schemaIn = (text: string | null): Schema | null => (text === null ? null : readSchema(text).schema)
