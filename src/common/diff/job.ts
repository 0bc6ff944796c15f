import { assertNever } from '../errors'
import { readSchema, type Schema } from '../schema'
import { stopOf, type Stop, type StopOptions } from './core/stop'
import type { HtmlDiff } from './html/changes'
import { diffHtml } from './html/diff'
import { readPage } from './html/page'
import { summariseJson } from './json/words'
import { compareStructure, type Format, type Structure } from './structure'
import { summariseChange } from './summary'
import { traceBlockIn, traceCell, traceField, type CellPlace } from './blame'
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
  /** For how many states something stays as it is in the first of them (D11). */
  | {
      readonly kind: 'trace'
      /** Neighbours in time, from the one that the place is in. */
      readonly states: readonly string[]
      readonly format: Format
      readonly place: BlamePlace
    }

export interface DiffAnswers {
  readonly structure: Structure
  readonly page: HtmlDiff
  readonly summary: string
  readonly trace: Traced
}

export interface Traced {
  /** How many of the states have it, the first one counted. */
  readonly kept: number
  /** Where it is in the last of those. */
  readonly place: BlamePlace
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
      return traced(job, options)
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

function traced(
  { states, format, place }: Extract<DiffJob, { kind: 'trace' }>,
  options: StopOptions
): Traced {
  const stop = stopOf(options)
  const trace = tracerOf(format, stop)
  let at = place
  let kept = 1
  for (; kept < states.length; kept += 1) {
    const [newer, older] = [states[kept - 1], states[kept]]
    if (newer === undefined || older === undefined) break
    const found = older === newer ? at : trace(older, newer, at)
    if (found === null) break
    at = found
  }
  return { kept, place: at }
}

/** Reads each state once, however many comparisons it is in. */
function tracerOf(format: Format, stop: Stop) {
  const read = once((text: string) => (format === 'html' ? dataOf(text) : readJson(text)))
  const book = once((text: string) => {
    const value = read(text)
    return value === undefined ? null : readWorkbook(value)
  })
  const page = once((text: string) => readPage(text, stop))
  return (older: string, newer: string, place: BlamePlace): BlamePlace | null => {
    if (place.kind === 'block') {
      const index = traceBlockIn(page(older), page(newer), place.index)
      return index === null ? null : { kind: 'block', index }
    }
    if (place.kind === 'field') {
      const [was, now] = [read(older), read(newer)]
      if (was === undefined || now === undefined) return null
      const pointer = traceField(was, now, place.pointer)
      return pointer === null ? null : { kind: 'field', pointer }
    }
    const [from, to] = [book(older), book(newer)]
    const cell = from && to && traceCell(from, to, place)
    return cell ? { kind: 'cell', ...cell } : null
  }
}

/** Remembers the last two answers: each state is the older one first, then the newer one. */
function once<T>(read: (text: string) => T): (text: string) => T {
  let known: readonly { readonly text: string; readonly value: T }[] = []
  return (text) => {
    const found = known.find((one) => one.text === text)
    if (found) return found.value
    const made = { text, value: read(text) }
    known = [...known.slice(-1), made]
    return made.value
  }
}

function dataOf(html: string) {
  const document = readStructured(html)
  return document ? typedData(null, document.data) : undefined
}
