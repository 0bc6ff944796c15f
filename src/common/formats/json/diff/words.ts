import {
  childField,
  isJsonArray,
  isJsonObject,
  member,
  segmentsOfPointer,
  type Field,
  type JsonValue,
  type Pointer,
  type Schema
} from '../../../schema'
import { countedOf, oneLine, shortened, shown } from '../../core/phrases'
import { holderOf, type JsonChange } from './changes'
import { nameOf } from './identity'
import type { JsonComparison } from './restore'

/** A change as a person reads it. */
export interface ChangeWords {
  readonly change: JsonChange
  /** What it is in, from the outside in, in the schema's titles: “Crew”, “Ada”. */
  readonly path: readonly string[]
  /** What changed: the field's title or the item's name. */
  readonly label: string
  /** “12 → 15”, “added: red”, “moved from 3 to 1”. */
  readonly text: string
}

/** The changes in words, with the schema's titles where there is a schema; in the order of the document. */
export function describeJson(comparison: JsonComparison, schema: Schema | null = null): ChangeWords[] {
  return comparison.diff.map((change) => {
    const labels = labelsOf(change, comparison, schema)
    return { change, path: labels.slice(0, -1), label: labels.at(-1) ?? 'the whole', text: textOf(change) }
  })
}

/** One line for the timeline: “price 12 → 15, 2 tags added”. Empty when nothing changed. */
export function summariseJson(comparison: JsonComparison, schema: Schema | null = null): string {
  const parts: string[] = []
  const counts = new Map<string, { part: number; count: number; list: string; verb: string }>()
  for (const change of comparison.diff) {
    if (parts.length > MAX_TOLD) break
    const holder = holderOf(change)
    const list = holder && change.kind !== 'replaced' ? listOf(holder.after, comparison, schema) : null
    if (list === null || change.kind === 'replaced') {
      parts.push(partOf(change, comparison, schema))
      continue
    }
    const key = `${change.kind} ${holder?.after}`
    const known = counts.get(key)
    const told = {
      part: known?.part ?? parts.length,
      count: (known?.count ?? 0) + 1,
      list,
      verb: change.kind
    }
    counts.set(key, told)
    parts[told.part] = `${countedOf(told.count, list)} ${told.verb}`
  }
  return oneLine(parts.slice(0, MAX_TOLD), parts.length > MAX_TOLD ? comparison.diff.length - MAX_TOLD : 0)
}

/** What a place of a document is called, from the outside in: “Crew”, “Ada”, “Role”. */
export function namesOfPlace(at: Pointer, value: JsonValue, schema: Schema | null = null): readonly string[] {
  return walk(at, value, schema).labels
}

const MAX_TOLD = 200

/** What an array is called; null when the place is no array. */
function listOf(at: Pointer, { after }: JsonComparison, schema: Schema | null): string | null {
  const walked = walk(at, after, schema)
  if (!isJsonArray(walked.value)) return null
  return walked.labels.filter((label) => !label.startsWith('#')).at(-1) ?? 'items'
}

function partOf(change: JsonChange, comparison: JsonComparison, schema: Schema | null): string {
  const label =
    labelsOf(change, comparison, schema)
      .filter((one) => !one.startsWith('#'))
      .at(-1) ?? 'the whole'
  if (change.kind !== 'replaced') return `${label} ${change.kind}`
  const [before, after] = [shown(change.before), shown(change.after)]
  return before === null || after === null ? `${label} changed` : `${label} ${before} → ${after}`
}

function textOf(change: JsonChange): string {
  switch (change.kind) {
    case 'added':
      return `added: ${shortened(change.value)}`
    case 'removed':
      return `removed: ${shortened(change.value)}`
    case 'replaced':
      return `${shortened(change.before)} → ${shortened(change.after)}`
    case 'moved':
      return `moved from ${placeOf(change.at.before)} to ${placeOf(change.at.after)}`
  }
}

const placeOf = (pointer: Pointer) => Number(segmentsOfPointer(pointer).at(-1)) + 1

function labelsOf(change: JsonChange, { before, after }: JsonComparison, schema: Schema | null): string[] {
  if (change.kind === 'removed') return walk(change.at, before, schema).labels
  return walk(change.kind === 'added' ? change.at : change.at.after, after, schema).labels
}

function walk(at: Pointer, root: JsonValue, schema: Schema | null) {
  const labels: string[] = []
  let value: JsonValue | undefined = root
  let field: Field | null = schema?.root ?? null
  for (const segment of segmentsOfPointer(at)) {
    if (isJsonArray(value)) {
      value = value[Number(segment)]
      labels.push(nameOf(value) ?? `#${Number(segment) + 1}`)
    } else {
      labels.push((field?.kind === 'object' ? field.byKey.get(segment)?.label : undefined) ?? segment)
      value = isJsonObject(value) ? member(value, segment) : undefined
    }
    field = field && childField(field, segment)
  }
  return { labels, value }
}
