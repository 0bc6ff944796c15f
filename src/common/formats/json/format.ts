import type { JsonValue } from '../../json/value'
import { createDecisions, type Choice } from '../core/conflict'
import { stopOf } from '../core/stop'
import { configFindings, validityConflict, type ThreeTexts } from '../core/validity'
import {
  checked,
  orForm,
  result,
  type Format,
  type MergeOptions,
  type Structure,
  type StructureOptions,
  type TextsMerge
} from '../format'
import { diffWorkbooks } from '../sheet/diff/diff'
import { summariseWorkbook } from '../sheet/diff/words'
import { readWorkbook, writeWorkbook } from '../sheet/diff/workbook'
import { mergeWorkbooks } from '../sheet/merge/merge'
import { fields } from './diff/fields'
import { summariseJson } from './diff/words'
import { mergeValue } from './merge/merge'
import { ROOT_AT } from './merge/places'
import { readJson, readJsonText } from './read'
import { writeJson } from './write'

/** JSON: documents of sheets and configs by sheet, row and cell, all other by field. */
export const jsonFormat: Format = {
  merge,
  compare,
  summary(before, after, options) {
    const structure = compare(before, after, options)
    if (structure.kind === 'unreadable') return null
    return orForm(
      structure.kind === 'sheets'
        ? summariseWorkbook(structure.comparison.diff)
        : structure.groups
            .map(({ comparison }) => summariseJson(comparison, options.schema ?? null))
            .join(', ')
    )
  },
  // what is the same stays sign for sign, as when the change is typed
  written(now, _of, value) {
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
  const [base, local, remote] = [b, l, r].map(({ value }) => readWorkbook(value))
  const isSheets = base && local && remote
  const value: JsonValue | undefined = isSheets
    ? writeWorkbook(mergeWorkbooks({ base, local, remote }, merging))
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

function compare(before: string, after: string, options: StructureOptions): Structure {
  const [older, newer] = [readJson(before), readJson(after)]
  if (older === undefined) return { kind: 'unreadable', side: 'before' }
  if (newer === undefined) return { kind: 'unreadable', side: 'after' }
  const [from, to] = [readWorkbook(older), readWorkbook(newer)]
  if (from && to) {
    const diff = diffWorkbooks(from, to, options)
    return { kind: 'sheets', comparison: { before: from, after: to, diff } }
  }
  return { kind: 'fields', groups: [fields('data', older, newer, options)] }
}
