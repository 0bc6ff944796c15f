import { assertNever } from '../errors'
import { readSchema, type Schema } from '../schema'
import type { StopOptions } from './core/stop'
import type { HtmlDiff } from './html/changes'
import { diffHtml } from './html/diff'
import { summariseJson } from './json/words'
import { compareStructure, type Format, type Structure } from './structure'
import { summariseChange } from './summary'
import { traceBlock, traceCell, traceField, type CellPlace } from './blame'
import { readJson, readStructured } from './structure'
import { readWorkbook } from './sheets/workbook'
import { typedData } from '../structured'

/** Something that can be asked who changed it last. */
export type BlamePlace =
  | { readonly kind: 'field'; readonly pointer: string }
  | ({ readonly kind: 'cell' } & CellPlace)
  | { readonly kind: 'block'; readonly index: number }

/** A comparison as it is asked of a worker: texts in, plain data out. */
export type DiffJob =
  | {
      readonly kind: 'structure'
      readonly before: string
      readonly after: string
      readonly format: Format
      readonly schema: string | null
    }
  | { readonly kind: 'page'; readonly before: string; readonly after: string }
  | {
      readonly kind: 'summary'
      readonly before: string
      readonly after: string
      readonly format: Format
      readonly schema: string | null
    }
  /** Where something was in the state before; null when it was not there, or another. */
  | {
      readonly kind: 'trace'
      readonly older: string
      readonly newer: string
      readonly format: Format
      readonly place: BlamePlace
    }

export interface DiffAnswers {
  readonly structure: Structure
  readonly page: HtmlDiff
  readonly summary: string
  readonly trace: BlamePlace | null
}

export type DiffAnswer<J extends DiffJob> = DiffAnswers[J['kind']]

/** Does the work, in a worker or, for what is small, where it is called. @throws GalleyError cancelled · too-large */
export function performDiff<J extends DiffJob>(job: J, options?: StopOptions): DiffAnswer<J>
export function performDiff(job: DiffJob, options: StopOptions = {}): DiffAnswers[DiffJob['kind']] {
  switch (job.kind) {
    case 'structure':
      return compareStructure(job.before, job.after, job.format, { ...options, schema: schemaIn(job.schema) })
    case 'page':
      return diffHtml(job.before, job.after, options)
    case 'summary':
      return summarised(job, options)
    case 'trace':
      return traced(job)
    default:
      return assertNever(job)
  }
}

const schemaIn = (text: string | null): Schema | null => (text === null ? null : readSchema(text).schema)

function summarised(job: Extract<DiffJob, { kind: 'summary' }>, options: StopOptions): string {
  const { before, after, format } = job
  const schema = schemaIn(job.schema)
  const [older, newer] = format === 'html' ? [readStructured(before), readStructured(after)] : []
  if (!older || !newer) return summariseChange(format, before, after, { ...options, schema })
  const structure = compareStructure(before, after, 'html', { ...options, schema })
  if (structure.kind !== 'fields') return ''
  const line = [...structure.groups]
    .map(({ of, comparison }) => summariseJson(comparison, of === 'data' ? schema : null))
    .filter((part) => part !== '')
    .join(', ')
  return line === '' && before !== after ? 'only the source’s form changed' : line
}

function traced({ older, newer, format, place }: Extract<DiffJob, { kind: 'trace' }>): BlamePlace | null {
  if (older === newer) return place
  if (place.kind === 'block') {
    const index = traceBlock(older, newer, place.index)
    return index === null ? null : { kind: 'block', index }
  }
  const [was, now] = format === 'html' ? [dataOf(older), dataOf(newer)] : [readJson(older), readJson(newer)]
  if (was === undefined || now === undefined) return null
  if (place.kind === 'field') {
    const pointer = traceField(was, now, place.pointer)
    return pointer === null ? null : { kind: 'field', pointer }
  }
  const [from, to] = [readWorkbook(was), readWorkbook(now)]
  const cell = from && to && traceCell(from, to, place)
  return cell ? { kind: 'cell', ...cell } : null
}

function dataOf(html: string) {
  const document = readStructured(html)
  return document ? typedData(null, document.data) : undefined
}
