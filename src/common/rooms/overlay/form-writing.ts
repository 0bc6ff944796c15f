import { isJsonArray, isJsonObject, member, type JsonObject, type JsonValue } from '../../json/value'
import { childField, type Field } from '../../schema'
import { entriesIn, seenOf, type Entry, type Spot } from './entries'
import { hasLetters, isLongText, keptBeginning, nextBeginning, textOf, writeText } from './form-text'
import { BY, keptKind, keptValue, memberName, setBelow } from './form-values'
import type { FormData } from './form-data'
import { partnersOf } from './partners'
import { placesFor, seedKey } from './order-keys'
import type { Write } from './overlay'

/** Whoever writes: where it goes, and ids and signs of their own. */
interface Writing {
  readonly data: FormData
  /** Of what is set. */
  readonly root: Spot
  readonly write: Write
  readonly newId: () => string
  readonly salt: string
  /** Whose it is. */
  readonly own: string
  /** Whether what is set now is of the same step as this. */
  readonly isOfStep: (entry: Entry) => boolean
}

/**
 * Writes what somebody has made of the data of a form: member by member, and items as what they are.
 * @param before as `data` makes it now
 */
export function writeData(writing: Writing, before: JsonValue, after: JsonValue): void {
  const field = writing.data.schema?.root ?? null
  if (isJsonObject(before) && isJsonObject(after)) members(writing, '', before, after, field)
  else if (isJsonArray(before) && isJsonArray(after)) items(writing, '', before, after, field)
}

function members(
  writing: Writing,
  path: string,
  before: JsonObject,
  after: JsonObject,
  field: Field | null
): void {
  if (before === after) return
  const keys = Object.keys(after)
  for (const key of Object.keys(before))
    if (!Object.hasOwn(after, key))
      remove(writing, below(path, memberName(key)), before[key], field && childField(field, key))
  for (const key of keys)
    value(
      writing,
      below(path, memberName(key)),
      member(before, key),
      after[key],
      field && childField(field, key)
    )
  // where the schema says nothing of a member, it stands where it was put
  const came = keys.filter((key) => !Object.hasOwn(before, key) && !(field && childField(field, key)))
  if (came.length === 0) return
  const places = writing.data.placesOf(before)
  const known = Object.keys(before).map((key, at) => ({ id: key, key: places.get(key) ?? seedKey(at) }))
  for (const [key, place] of placesFor(known, [...known.map(({ id }) => id), ...came], writing.salt))
    writing.write('@', below(path, memberName(key)), place)
}

function value(
  writing: Writing,
  path: string,
  before: JsonValue | undefined,
  after: JsonValue | undefined,
  field: Field | null
): void {
  if (before === after || after === undefined) return
  if (isJsonObject(before) && isJsonObject(after)) return members(writing, path, before, after, field)
  if (isJsonArray(before) && isJsonArray(after)) return items(writing, path, before, after, field)
  if (!isJsonObject(after) && !isJsonArray(after)) {
    if (!letters(writing, path, before, after, field)) set(writing, path, keptValue(after))
    return
  }
  set(writing, path, keptKind(after))
  // what was set below it once is there again
  const { data, root } = writing
  const now = data.at(data.now(root), path)
  if (isJsonObject(now) && isJsonObject(after)) members(writing, path, now, after, field)
  else if (isJsonArray(now) && isJsonArray(after)) items(writing, path, now, after, field)
}

function items(
  writing: Writing,
  path: string,
  before: readonly JsonValue[],
  after: readonly JsonValue[],
  field: Field | null
): void {
  if (before === after) return
  const { data, write, newId, salt } = writing
  const known = data.itemsOf(before)
  const partners = partnersOf(before, after)
  const stay = new Set(partners)
  known.forEach(({ id }, at) => {
    if (!stay.has(at)) gone(writing, below(path, id))
  })
  const own = field?.kind === 'array' ? field.items : null
  const ids = after.map((item, at) => {
    const partner = partners[at] ?? -1
    const id = known[partner]?.id ?? newId()
    if (known[partner]) value(writing, below(path, id), before[partner], item, own)
    else write('=', below(path, id), keptValue(item))
    return id
  })
  if (ids.length === known.length && ids.every((id, at) => id === known[at]?.id)) return
  for (const [id, key] of placesFor(known, ids, salt)) write('@', below(path, id), key)
}

const below = (path: string, name: string): string => (path === '' ? name : `${path}/${name}`)

const set = ({ write, own }: Writing, path: string, kept: unknown): void => write('=', path + BY + own, kept)

/**
 * Writes letter by letter what is a long text, and what somebody has written in so.
 * @returns false for what is neither
 */
function letters(
  writing: Writing,
  path: string,
  before: JsonValue | undefined,
  after: JsonValue,
  field: Field | null
): boolean {
  const { data, root } = writing
  const [holder, name] = [spotAt(root, holderOf(path)), path.slice(path.lastIndexOf('/') + 1)]
  const spot = holder?.below?.get(name)
  const isWritten = spot !== undefined && hasLetters(spot)
  if (typeof after !== 'string' || (!isLongText(field) && !isWritten)) return false
  const all = (holder && setBelow(holder).get(name)?.all) ?? []
  const isText = before === undefined || typeof before === 'string'
  const now = isText ? (isWritten ? data.textRead(spot) : textOf(before, all, spot)) : null
  if (now) writeText(writing, { path, spot, now }, after)
  else set(writing, path, keptBeginning(after, nextBeginning(all)))
  return true
}

/** What holds members or items goes with them, but for what somebody changes in it meanwhile. */
function remove(writing: Writing, path: string, before: JsonValue | undefined, field: Field | null): void {
  if (isJsonObject(before) || isJsonArray(before)) gone(writing, path)
  else if (!letters(writing, path, before, '', field)) set(writing, path, null)
}

const gone = (writing: Writing, path: string): void =>
  writing.write('-', path, seenOf(allAt(writing.root, path)))

/** All that is set at a path and below it, by whomever. */
function* allAt(root: Spot, path: string): Generator<Entry> {
  const last = path.slice(path.lastIndexOf('/') + 1)
  for (const [name, spot] of spotAt(root, holderOf(path))?.below ?? [])
    if (name === last || name.startsWith(last + BY)) yield* entriesIn(spot)
}

/** What the last name of a path lies below. */
const holderOf = (path: string): string => path.slice(0, Math.max(0, path.lastIndexOf('/')))

/** Undefined where nobody has set anything. */
export function spotAt(root: Spot, path: string): Spot | undefined {
  let spot: Spot | undefined = root
  for (const name of path === '' ? [] : path.split('/')) spot = spot?.below?.get(name)
  return spot
}
