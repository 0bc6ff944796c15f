import { idOf, type Embed } from './embeds'
import type { Formats } from './formats'

/** One thing that is done to the text at an index of it as it was. */
export interface Edit {
  readonly at: number
  readonly insert?: string | Embed
  readonly remove?: number
  /** How many letters get formats. */
  readonly format?: number
  readonly formats?: Formats
}

/** A member that is set of an embed. */
export interface Setting {
  readonly id: string
  readonly member: string
  readonly value: unknown
}

/** What becomes of the text, and of what stands beside it. */
export interface Change {
  readonly edits: readonly Edit[]
  readonly settings: readonly Setting[]
}

/** A run of a delta as Yjs takes it. */
export interface DeltaRun {
  insert?: string | Embed
  retain?: number
  delete?: number
  attributes?: Formats
}

/**
 * Edits as one delta. What is put in somewhere comes before what is taken away there, in the order of the
 * edits.
 */
export function deltaOf(edits: readonly Edit[]): DeltaRun[] {
  const ordered = edits
    .map((edit, nth) => ({ edit, nth, isInsert: edit.insert === undefined ? 1 : 0 }))
    .sort((a, b) => a.edit.at - b.edit.at || a.isInsert - b.isInsert || a.nth - b.nth)
  const delta: DeltaRun[] = []
  let at = 0
  for (const { edit } of ordered) {
    const { insert, remove, format, formats } = edit
    if (edit.at > at) delta.push({ retain: edit.at - at })
    at = Math.max(at, edit.at)
    const last = delta.at(-1)
    if (insert !== undefined) {
      const follows = typeof insert === 'string' && typeof last?.insert === 'string'
      if (follows && isSame(last.attributes, formats)) last.insert = String(last.insert) + insert
      else delta.push({ insert, attributes: { ...formats } })
    } else if (remove !== undefined) {
      if (last?.delete === undefined) delta.push({ delete: remove })
      else last.delete += remove
      at += remove
    } else if (format !== undefined) {
      const follows = last?.retain !== undefined && last.attributes !== undefined
      if (follows && isSame(last.attributes, formats)) last.retain = (last.retain ?? 0) + format
      else delta.push({ retain: format, attributes: { ...formats } })
      at += format
    }
  }
  return delta
}

const isSame = (a: Formats | undefined, b: Formats | undefined): boolean =>
  JSON.stringify(a ?? {}) === JSON.stringify(b ?? {})

/** The settings that make these members of an embed others; none for one that has no id. */
export function settingsOf(embed: Embed, members: Readonly<Record<string, unknown>>): Setting[] {
  const id = idOf(embed)
  return id === null ? [] : Object.entries(members).map(([member, value]) => ({ id, member, value }))
}
