import { GalleyError } from '../../errors'
import type { JsonValue } from '../../json/value'
import { createDecisions, type Choice } from '../core/conflict'
import { checked, orForm, result, type MergeOptions, type TextsMerge } from '../core/outcome'
import { stopOf } from '../core/stop'
import { validityConflict, type Findings, type ThreeTexts } from '../core/validity'
import { fields, type FieldGroup, type FieldOptions, type FieldsStructure } from '../json/diff/fields'
import { summariseJson } from '../json/diff/words'
import { mergeValue } from '../json/merge/merge'
import { ROOT_AT } from '../json/merge/places'
import { readJson, readJsonText } from '../json/read'
import { writeJson } from '../json/write'
import { configIn } from './config-format'
import { diffBooks } from './diff/diff'
import type { BookComparison } from './diff/restore'
import { summariseBook } from './diff/words'
import { mergeBooks } from './merge/merge'
import { jsonOfBook, readValues } from './values'

/** Two documents of sheets compared. */
export interface SheetsStructure {
  readonly kind: 'sheets'
  readonly comparison: BookComparison
}

/** JSON: documents of sheets and configs by sheet, row and cell, all other by field. */
export const jsonFormat = {
  merge,
  compare,
  summary(before: string, after: string, options: FieldOptions): string | null {
    const structure = compare(before, after, options)
    if (structure.kind === 'unreadable') return null
    return orForm(
      structure.kind === 'sheets'
        ? summariseBook(structure.comparison.diff)
        : structure.groups
            .map(({ comparison }) => summariseJson(comparison, options.schema ?? null))
            .join(', ')
    )
  },
  // what is the same stays sign for sign, as when the change is typed
  written(now: string, _of: FieldGroup['of'], value: JsonValue): string | null {
    const was = readJson(now)
    return was === undefined ? null : writeJson({ text: now, value: was }, value)
  }
}

function merge(texts: ThreeTexts, options: MergeOptions): TextsMerge | null {
  const choices = options.choices ?? new Map<string, Choice>()
  const [b, l, r] = [texts.base, texts.local, texts.remote].map(readJsonText)
  if (!b || !l || !r) return null
  const decisions = createDecisions(choices)
  const stop = stopOf(options)
  const merging = { decisions, stop }
  const [base, local, remote] = [b, l, r].map(readValues)
  const isSheets = base && local && remote
  const value: JsonValue | undefined = isSheets
    ? jsonOfBook(mergeBooks({ base, local, remote }, merging), l.value)
    : mergeValue({ base: b.value, local: l.value, remote: r.value }, ROOT_AT, merging)
  const text = writeJson(l, value ?? null, stop)
  const kind = isSheets ? 'sheets' : 'json'
  if (!options.isConfig) return result(kind, text, decisions.conflicts)
  const broken = validityConflict(
    texts,
    configFindings(value ?? null),
    () => [configFindings(l.value), configFindings(r.value)],
    choices
  )
  return checked(kind, text, decisions.conflicts, broken)
}

function compare(before: string, after: string, options: FieldOptions): FieldsStructure | SheetsStructure {
  const [older, newer] = [readJson(before), readJson(after)]
  if (older === undefined) return { kind: 'unreadable', side: 'before' }
  if (newer === undefined) return { kind: 'unreadable', side: 'after' }
  const from = readValues({ text: before, value: older })
  const to = readValues({ text: after, value: newer })
  if (from && to) {
    const diff = diffBooks(from, to, options)
    return { kind: 'sheets', comparison: { before: from, after: to, diff } }
  }
  return { kind: 'fields', groups: [fields('data', older, newer, options)] }
}

/** What the rules of configs find wrong with a value (C1, P5). */
function configFindings(value: JsonValue): Findings {
  try {
    configIn(value)
    return new Map()
  } catch (error) {
    if (!(error instanceof GalleyError)) throw error
    const at = error.where ?? ''
    return new Map([[`${at} ${error.message}`, { at, message: error.message }]])
  }
}
