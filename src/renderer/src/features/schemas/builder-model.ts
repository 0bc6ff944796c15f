import {
  childPointer,
  isJsonArray,
  isJsonObject,
  member,
  objectOf,
  parentPointer,
  valueAt,
  withValueAt,
  type JsonObject,
  type JsonValue,
  type Pointer
} from '../../../../common/schema'

/** What an author calls the kinds of fields. */
export const fieldKinds = [
  'text',
  'long-text',
  'choice',
  'number',
  'integer',
  'switch',
  'group',
  'list-of-groups',
  'list-of-texts',
  'list-of-numbers',
  'reusable'
] as const

export type BuilderKind = (typeof fieldKinds)[number]

export const kindNames: Readonly<Record<BuilderKind, string>> = {
  text: 'Text',
  'long-text': 'Long text',
  choice: 'Choice',
  number: 'Number',
  integer: 'Whole number',
  switch: 'Switch',
  group: 'Group',
  'list-of-groups': 'List of groups',
  'list-of-texts': 'List of texts',
  'list-of-numbers': 'List of numbers',
  reusable: 'Reusable part'
}

/** One field of a schema, as the builder lists it. Pointers are into the schema's JSON. */
export interface OutlineRow {
  readonly pointer: Pointer
  readonly key: string
  readonly label: string
  /** Null: written by hand in a way that the builder does not change. */
  readonly kind: BuilderKind | null
  readonly required: boolean
  readonly depth: number
  /** The object that fields below it belong to; null when it has none. */
  readonly inside: Pointer | null
  /** A reusable part itself, not a field. */
  readonly definition: boolean
}

/** Every field of the schema, then the reusable parts with theirs. */
export function outline(root: JsonObject): OutlineRow[] {
  const top = member(root, 'type') === 'array' ? '/items' : ''
  return [...fieldsIn(root, top, 0), ...definitions(root).flatMap((name) => definitionRows(root, name))]
}

export function definitions(root: JsonObject): string[] {
  const defs = member(root, '$defs')
  return isJsonObject(defs) ? Object.keys(defs) : []
}

/** The object at the top that holds the fields. */
export function topOf(root: JsonObject): Pointer {
  return member(root, 'type') === 'array' ? '/items' : ''
}

export function kindOf(sub: JsonValue | undefined): BuilderKind | null {
  if (!isJsonObject(sub)) return null
  if (typeof member(sub, '$ref') === 'string') return 'reusable'
  const type = member(sub, 'type')
  if (type === 'string' && isJsonArray(member(sub, 'enum'))) return 'choice'
  if (type === 'string') return member(sub, 'x-semantic-type') === 'long-text' ? 'long-text' : 'text'
  if (type === 'number' || type === 'integer') return type
  if (type === 'boolean') return 'switch'
  if (type === 'object') return 'group'
  if (type !== 'array') return null
  const items = kindOf(member(sub, 'items'))
  if (items === 'group' || items === 'reusable') return 'list-of-groups'
  if (items === 'text' || items === 'long-text' || items === 'choice') return 'list-of-texts'
  return items === 'number' || items === 'integer' ? 'list-of-numbers' : null
}

/** What a new field of the kind is written as. */
export function blankField(kind: BuilderKind, title: string, reusable?: string): JsonObject {
  const made: Readonly<Record<BuilderKind, JsonObject>> = {
    text: { type: 'string', title },
    'long-text': { type: 'string', title, 'x-semantic-type': 'long-text' },
    choice: { type: 'string', title, enum: ['first', 'second'] },
    number: { type: 'number', title },
    integer: { type: 'integer', title },
    switch: { type: 'boolean', title },
    group: { type: 'object', title, properties: {} },
    'list-of-groups': {
      type: 'array',
      title,
      items:
        reusable === undefined
          ? { type: 'object', title: 'item', properties: {} }
          : { $ref: `#/$defs/${reusable}` }
    },
    'list-of-texts': { type: 'array', title, items: { type: 'string' } },
    'list-of-numbers': { type: 'array', title, items: { type: 'number' } },
    reusable: { $ref: `#/$defs/${reusable ?? ''}`, title }
  }
  return made[kind]
}

/** Adds a field at the end of an object. @returns the new schema and where the field is */
export function addField(
  root: JsonObject,
  object: Pointer,
  kind: BuilderKind,
  reusable?: string
): { readonly root: JsonObject; readonly pointer: Pointer } {
  const properties = propertiesOf(root, object)
  const key = freeKey(properties, reusable ?? defaultKey(kind))
  const next = { ...properties, [key]: blankField(kind, titleFrom(key), reusable) }
  const at = childPointer(object, 'properties')
  return { root: changed(root, at, next), pointer: childPointer(at, key) }
}

export function addDefinition(root: JsonObject): { readonly root: JsonObject; readonly pointer: Pointer } {
  const defs = member(root, '$defs')
  const known = isJsonObject(defs) ? defs : {}
  const key = freeKey(known, 'part')
  const next = { ...known, [key]: { type: 'object', title: titleFrom(key), properties: {} } }
  return { root: changed(root, '/$defs', next), pointer: childPointer('/$defs', key) }
}

export function removeField(root: JsonObject, pointer: Pointer): JsonObject {
  const gone = changed(root, pointer, undefined)
  return withRequired(gone, pointer, false)
}

/** One place up or down among its neighbours. */
export function moveField(root: JsonObject, pointer: Pointer, by: 1 | -1): JsonObject {
  const holder = parentPointer(pointer)
  const properties = valueAt(root, holder)
  if (!isJsonObject(properties)) return root
  const entries = Object.entries(properties)
  const from = entries.findIndex(([key]) => childPointer(holder, key) === pointer)
  const to = from + by
  const moved = entries[from]
  if (!moved || to < 0 || to >= entries.length) return root
  entries.splice(from, 1)
  entries.splice(to, 0, moved)
  return changed(root, holder, objectOf(entries))
}

/** Another key in the same place; `required` and references follow. */
export function renameField(root: JsonObject, pointer: Pointer, key: string): JsonObject {
  const holder = parentPointer(pointer)
  const properties = valueAt(root, holder)
  const old = keyOf(pointer)
  if (!isJsonObject(properties) || old === key || Object.hasOwn(properties, key)) return root
  const wasRequired = isRequired(root, pointer)
  const entries = Object.entries(properties).map(([name, sub]) => [name === old ? key : name, sub] as const)
  let next = withRequired(root, pointer, false)
  next = changed(next, holder, objectOf(entries))
  if (holder === '/$defs') return referring(next, `#/$defs/${old}`, `#/$defs/${key}`)
  return wasRequired ? withRequired(next, childPointer(holder, key), true) : next
}

export function isRequired(root: JsonObject, pointer: Pointer): boolean {
  const required = valueAt(root, childPointer(parentPointer(parentPointer(pointer)), 'required'))
  return isJsonArray(required) && required.includes(keyOf(pointer))
}

export function withRequired(root: JsonObject, pointer: Pointer, required: boolean): JsonObject {
  const at = childPointer(parentPointer(parentPointer(pointer)), 'required')
  const old = valueAt(root, at)
  const list = isJsonArray(old) ? old : []
  const key = keyOf(pointer)
  if (list.includes(key) === required) return root
  const next = required ? [...list, key] : list.filter((name) => name !== key)
  return changed(root, at, next.length === 0 ? undefined : next)
}

export function withSettings(root: JsonObject, pointer: Pointer, settings: JsonObject): JsonObject {
  return changed(root, pointer, settings)
}

export const keyOf = (pointer: Pointer): string =>
  pointer
    .slice(pointer.lastIndexOf('/') + 1)
    .replaceAll('~1', '/')
    .replaceAll('~0', '~')

function fieldsIn(root: JsonObject, object: Pointer, depth: number): OutlineRow[] {
  const named = valueAt(root, childPointer(object, 'required'))
  const required = new Set(isJsonArray(named) ? named : [])
  return Object.entries(propertiesOf(root, object)).flatMap(([key, sub]) => {
    const pointer = childPointer(childPointer(object, 'properties'), key)
    const row = { ...rowOf(pointer, key, sub, depth), required: required.has(key) }
    return [row, ...(row.inside === null ? [] : fieldsIn(root, row.inside, depth + 1))]
  })
}

function definitionRows(root: JsonObject, name: string): OutlineRow[] {
  const pointer = childPointer('/$defs', name)
  const sub = valueAt(root, pointer)
  const row = { ...rowOf(pointer, name, sub, 0), definition: true }
  return [row, ...(row.inside === null ? [] : fieldsIn(root, row.inside, 1))]
}

function rowOf(pointer: Pointer, key: string, sub: JsonValue | undefined, depth: number): OutlineRow {
  const title = isJsonObject(sub) ? member(sub, 'title') : undefined
  const kind = kindOf(sub)
  const items = isJsonObject(sub) ? member(sub, 'items') : undefined
  const inside =
    kind === 'group'
      ? pointer
      : kind === 'list-of-groups' && kindOf(items) === 'group'
        ? `${pointer}/items`
        : null
  return {
    pointer,
    key,
    label: typeof title === 'string' && title !== '' ? title : key,
    kind,
    required: false,
    depth,
    inside,
    definition: false
  }
}

function propertiesOf(root: JsonObject, object: Pointer): JsonObject {
  const properties = valueAt(root, childPointer(object, 'properties'))
  return isJsonObject(properties) ? properties : {}
}

function changed(root: JsonObject, pointer: Pointer, value: JsonValue | undefined): JsonObject {
  const next = withValueAt(root, pointer, value)
  return isJsonObject(next) ? next : root
}

function referring(root: JsonObject, from: string, to: string): JsonObject {
  const walk = (value: JsonValue): JsonValue => {
    if (isJsonArray(value)) return value.map(walk)
    if (!isJsonObject(value)) return value
    return objectOf(
      Object.entries(value).map(([key, item]) => [key, key === '$ref' && item === from ? to : walk(item)])
    )
  }
  const next = walk(root)
  return isJsonObject(next) ? next : root
}

const defaultKey = (kind: BuilderKind) =>
  kind.startsWith('list') ? 'list' : kind === 'long-text' ? 'text' : kind === 'integer' ? 'number' : kind

function freeKey(taken: JsonObject, wanted: string): string {
  if (!Object.hasOwn(taken, wanted)) return wanted
  for (let count = 2; ; count++) if (!Object.hasOwn(taken, `${wanted}-${count}`)) return `${wanted}-${count}`
}

const titleFrom = (key: string) => key.charAt(0).toUpperCase() + key.slice(1).replaceAll('-', ' ')
