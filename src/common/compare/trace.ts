import { type FormatName } from '../formats/files'
import { typedData } from '../formats/structured'
import { traceBlockIn, traceCell, traceField, type CellPlace } from './blame'
import { stopOf, type StopOptions } from '../formats/core/stop'
import { readLines } from '../formats/page/diff/read-lines'
import { readValues } from '../formats/sheet/values'
import { readJson } from '../formats/json/read'
import { readStructured } from '../formats/structured/properties'
import { traceBlockBySource } from './trace-block'

/** Something that can be asked who changed it last. */
export type BlamePlace =
  | { readonly kind: 'field'; readonly pointer: string }
  | ({ readonly kind: 'cell' } & CellPlace)
  | { readonly kind: 'block'; readonly index: number }

export interface TraceAsk {
  /** Neighbours in time, from the one that the place is in. */
  readonly states: readonly string[]
  readonly format: FormatName
  readonly place: BlamePlace
}

export interface Traced {
  /** How many of the states have it, the first one counted. */
  readonly kept: number
  /** Where it is in the last of those. */
  readonly place: BlamePlace
}

/**
 * For how many states, neighbours in time, a place stays as it is in the first of them (D11).
 * @throws GalleyError cancelled · too-large
 */
export function traceStates({ states, format, place }: TraceAsk, options: StopOptions = {}): Traced {
  if (place.kind === 'block') {
    const quickly = traceBlockBySource(states, place.index, options)
    if (quickly) return { kept: quickly.kept, place: { kind: 'block', index: quickly.index } }
  }
  const trace = tracerOf(format, options)
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
function tracerOf(format: FormatName, options: StopOptions) {
  const stop = stopOf(options)
  const read = once((text: string) => (format === 'page' ? dataOf(text) : readJson(text)))
  const book = once((text: string) => {
    const value = read(text)
    return value === undefined ? null : readValues({ text, value })
  })
  const page = once((text: string) => readLines(text, stop))
  return (older: string, newer: string, place: BlamePlace): BlamePlace | null => {
    if (place.kind === 'block') {
      const index = traceBlockIn(page(older), page(newer), place.index, options)
      return index === null ? null : { kind: 'block', index }
    }
    if (place.kind === 'field') {
      const [was, now] = [read(older), read(newer)]
      if (was === undefined || now === undefined) return null
      const pointer = traceField(was, now, place.pointer, options)
      return pointer === null ? null : { kind: 'field', pointer }
    }
    const [from, to] = [book(older), book(newer)]
    const cell = from && to && traceCell(from, to, place, options)
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
