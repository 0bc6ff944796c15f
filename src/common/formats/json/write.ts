import { formOf, laidOut, rewritten, type Draft, type Form, type Written } from '../../json/form'
import { blank, cutArray, cutObject, endOfValue, type ArrayPieces } from '../../json/pieces'
import { isJsonArray, isJsonObject, member, type JsonObject, type JsonValue } from '../../json/value'
import { internValues, type Intern } from '../core/intern'
import { sameValue } from '../core/same'
import { commonSequence } from '../core/sequence'
import type { Stop } from '../core/stop'
import type { JsonText } from './read'

/**
 * The text with another value in it: what is the same value stays sign for sign, in whatever way it is
 * written; what is new is laid out as its neighbours are. The order of an object's members counts where those
 * that stay have another one.
 */
export function writeJson({ text, value: old }: JsonText, value: JsonValue, stop: Stop = () => {}): string {
  const start = blank(text, 0)
  const end = endOfValue(text, start)
  const writer = { text, stop, intern: internValues(stop) }
  return (
    text.slice(0, start) +
    written(writer, { start, end, depth: 0, form: formIn(text) }, old, value) +
    text.slice(end)
  )
}

interface Writer {
  readonly text: string
  readonly stop: Stop
  readonly intern: Intern
}

interface Place {
  readonly start: number
  readonly end: number
  /** Levels above it. */
  readonly depth: number
  readonly form: Form
}

function written(writer: Writer, place: Place, old: JsonValue, value: JsonValue): string {
  const { text, stop } = writer
  if (sameValue(old, value, stop) && sameOrder(old, value)) return text.slice(place.start, place.end)
  if (isJsonObject(old) && isJsonObject(value)) return writtenObject(writer, place, old, value)
  if (isJsonArray(old) && isJsonArray(value) && old.length > 0 && value.length > 0)
    return writtenArray(writer, place, old, value)
  return laid(writer, value, place.form, place.depth)
}

/** Of two equal values: whether their members stand in one order as well. */
function sameOrder(a: JsonValue, b: JsonValue): boolean {
  if (isJsonArray(a) && isJsonArray(b)) return a.every((item, at) => sameOrder(item, b[at] ?? null))
  if (!isJsonObject(a) || !isJsonObject(b)) return true
  const keys = Object.keys(b)
  return Object.keys(a).every((key, at) => key === keys[at] && sameOrder(a[key] ?? null, b[key] ?? null))
}

function writtenObject(
  writer: Writer,
  { start, depth, form: around }: Place,
  old: JsonObject,
  value: JsonObject
): string {
  const { text } = writer
  const object = cutObject(text, start)
  const form = object.members.length > 0 ? formOf(text, object, depth) : around
  const places = new Map(object.members.map(({ key }, at) => [key, at]))
  const members = orderOf(
    object.members.map(({ key }) => key),
    old,
    value
  ).map((key): Written => {
    const from = places.get(key) ?? null
    const piece = from === null ? undefined : object.members[from]
    const [was, is] = [member(old, key), member(value, key) ?? null]
    const inner =
      piece && was !== undefined ? written(writer, { ...piece, depth: depth + 1, form }, was, is) : undefined
    return { key, from, value: inner ?? laid(writer, is, form, depth + 1) }
  })
  return rewritten(text, object, members, form, depth)
}

/**
 * The keys of the value: as they stand in the text while those that stay keep their order, new ones behind
 * what they stand behind.
 */
function orderOf(inText: readonly string[], old: JsonObject, value: JsonObject): readonly string[] {
  const keys = Object.keys(value)
  const before = Object.keys(old).filter((key) => Object.hasOwn(value, key))
  const after = keys.filter((key) => Object.hasOwn(old, key))
  if (before.some((key, at) => key !== after[at])) return keys
  const behind = new Map<string | null, string[]>()
  let anchor: string | null = null
  for (const key of keys) {
    if (Object.hasOwn(old, key)) anchor = key
    else behind.set(anchor, [...(behind.get(anchor) ?? []), key])
  }
  const kept = inText.filter((key) => Object.hasOwn(value, key))
  return [...(behind.get(null) ?? []), ...kept.flatMap((key) => [key, ...(behind.get(key) ?? [])])]
}

function writtenArray(
  writer: Writer,
  { start, depth, form: around }: Place,
  old: readonly JsonValue[],
  value: readonly JsonValue[]
): string {
  const { text } = writer
  const list = cutArray(text, start)
  const { items, end } = list
  const [first, second] = items
  const open = text.slice(start, first?.start)
  const gap = open.includes('\n') ? open.slice(1) : around.gap
  const usual = second ? text.slice(first?.end, second.start) : `,${gap}`
  const form = formOfItems(text, list, open, usual, depth)
  const from = originsOf(writer, old, value)
  const parts = [open]
  value.forEach((item, at) => {
    const origin = from[at] ?? -1
    const [piece, was] = [items[origin], old[origin]]
    const previous = at > 0 && origin > 0 && from[at - 1] === origin - 1 ? items[origin - 1] : undefined
    if (at > 0) parts.push(piece && previous ? text.slice(previous.end, piece.start) : usual)
    parts.push(
      piece && was !== undefined
        ? written(writer, { ...piece, depth: depth + 1, form }, was, item)
        : laid(writer, item, form, depth + 1)
    )
  })
  parts.push(text.slice(items.at(-1)?.end, end))
  return parts.join('')
}

/**
 * For each item the old one that it is, or is made of: the common run, the same one elsewhere, else the one
 * in its place; -1 for none.
 */
function originsOf(
  { intern, stop }: Writer,
  old: readonly JsonValue[],
  value: readonly JsonValue[]
): readonly number[] {
  const [was, is] = [old.map(intern), value.map(intern)]
  const from = Array<number>(value.length).fill(-1)
  const free = new Set(old.keys())
  commonSequence(was, is, stop).forEach((to, at) => {
    if (to < 0) return
    from[to] = at
    free.delete(at)
  })
  const elsewhere = new Map([...free].map((at) => [was[at], at]))
  is.forEach((number, at) => {
    const same = from[at] === -1 ? elsewhere.get(number) : undefined
    if (same === undefined || !free.delete(same)) return
    from[at] = same
  })
  let next = 0
  from.forEach((origin, at) => {
    if (origin >= 0) next = origin + 1
    else if (free.delete(next)) from[at] = next++
  })
  return from
}

const draftOf = (value: JsonValue): Draft => {
  if (isJsonArray(value)) return { items: value.map(draftOf) }
  if (isJsonObject(value))
    return { members: Object.entries(value).map(([key, one]) => [key, draftOf(one)] as const) }
  return JSON.stringify(value)
}

function laid({ text }: Writer, value: JsonValue, form: Form, depth: number): string {
  const made = laidOut(draftOf(value), form, depth)
  return text.includes('\r\n') ? made.replaceAll('\n', '\r\n') : made
}

/** The form of a text before any of its objects is looked at. */
function formIn(text: string): Form {
  const indent = /^\s*[[{][^\S\n]*\n([ \t]+)/.exec(text)?.[1]
  if (indent === undefined && !text.trim().includes('\n')) return { indent: null, colon: ':', gap: '' }
  return { indent: indent ?? '  ', colon: ': ', gap: ' ' }
}

/** The form of new items of a list: that of its first object, else that of the list. */
function formOfItems(text: string, { items }: ArrayPieces, open: string, usual: string, depth: number): Form {
  const [first] = items
  const object = first && text[first.start] === '{' ? cutObject(text, first.start) : null
  if (object && object.members.length > 0) return formOf(text, object, depth + 1)
  const line = open.lastIndexOf('\n')
  if (line < 0) return { indent: null, colon: `:${usual.slice(1)}`, gap: usual.slice(1) }
  const own = open.slice(line + 1)
  return { indent: own.slice(0, Math.ceil(own.length / (depth + 1))), colon: ': ', gap: ' ' }
}
