import { isJsonArray, isJsonObject, member, type JsonObject, type JsonValue } from '../../json/value'
import { childField, type Field } from '../../schema'
import { entriesIn, seenOf, type Entry, type Spot } from './entries'
import { BY, keptKind, keptValue, memberName } from './form-values'
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
    if (!Object.hasOwn(after, key)) remove(writing, below(path, memberName(key)), before[key])
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
  if (!isJsonObject(after) && !isJsonArray(after)) return set(writing, path, keptValue(after))
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

/** What holds members or items goes with them, but for what somebody changes in it meanwhile. */
function remove(writing: Writing, path: string, before: JsonValue | undefined): void {
  if (isJsonObject(before) || isJsonArray(before)) gone(writing, path)
  else set(writing, path, null)
}

const gone = (writing: Writing, path: string): void =>
  writing.write('-', path, seenOf(allAt(writing.root, path)))

/** All that is set at a path and below it, by whomever. */
function* allAt(root: Spot, path: string): Generator<Entry> {
  const names = path.split('/')
  const last = names.pop() ?? ''
  let holder: Spot | undefined = root
  for (const name of names) holder = holder?.below?.get(name)
  for (const [name, spot] of holder?.below ?? [])
    if (name === last || name.startsWith(last + BY)) yield* entriesIn(spot)
}
