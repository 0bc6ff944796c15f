import {
  isJsonArray,
  isJsonObject,
  isReservedKey,
  parentPointer,
  isWellFormedKey,
  member,
  objectOf,
  readSchema,
  type JsonObject,
  type JsonValue,
  type Pointer,
  type Schema
} from '../../../../common/schema'
import { valueAt } from '../../../../common/schema'
import {
  blankField,
  fieldKinds,
  isRequired,
  kindNames,
  kindOf,
  keyOf,
  renameField,
  withRequired,
  withSettings,
  type BuilderKind
} from './builder-model'

/** The form of a field's settings: the builder uses the form editor itself for it. */
export function settingsSchema(kind: BuilderKind, definition: boolean): Schema | null {
  const properties = {
    key: {
      type: 'string',
      title: definition ? 'Name' : 'Key',
      pattern: '^[A-Za-z_][A-Za-z0-9_-]*$',
      maxLength: 48,
      description: definition ? 'References use this name.' : 'The name of the member in the delivered JSON.'
    },
    title: { type: 'string', title: 'Label', maxLength: 48 },
    kind: { type: 'string', title: 'Kind', enum: kindsFor(kind).map((one) => kindNames[one]) },
    ...(definition ? {} : { required: { type: 'boolean', title: 'Required' } }),
    description: { type: 'string', title: 'Help for authors' },
    ...own[kind]
  }
  return readSchema({ type: 'object', required: ['key', 'kind'], properties }).schema
}

/** A field's settings as data of that form. */
export function settingsOf(root: JsonObject, pointer: Pointer): JsonObject {
  const sub = valueAt(root, pointer)
  if (!isJsonObject(sub)) return {}
  const items = member(sub, 'items')
  const kind = kindOf(sub)
  const entries: [string, JsonValue][] = [
    ['key', keyOf(pointer)],
    ...(kind === null ? [] : [['kind', kindNames[kind]] as [string, JsonValue]]),
    ['required', isRequired(root, pointer)]
  ]
  for (const [name, keyword] of Object.entries(keywords)) {
    const value = member(sub, keyword)
    if (value !== undefined) entries.push([name, value])
  }
  if (isJsonObject(items)) {
    for (const [name, keyword] of Object.entries(itemKeywords)) {
      const value = member(items, keyword)
      if (value !== undefined) entries.push([name, value])
    }
    if (member(items, 'x-semantic-type') === 'long-text') entries.push(['itemLong', true])
    if (member(items, 'type') === 'integer') entries.push(['itemWhole', true])
  }
  return objectOf(entries)
}

/**
 * The schema with a field's settings changed; keywords that the builder does not know stay. A key that cannot
 * be used, or is taken, is not written.
 * @returns the new schema and where the field is now
 */
export function withFieldSettings(
  root: JsonObject,
  pointer: Pointer,
  settings: JsonObject
): { readonly root: JsonObject; readonly pointer: Pointer } {
  const sub = valueAt(root, pointer)
  if (!isJsonObject(sub)) return { root, pointer }
  const wanted = fieldKinds.find((one) => kindNames[one] === member(settings, 'kind'))
  const kind = kindOf(sub)
  if (wanted !== undefined && kind !== null && wanted !== kind && kindsFor(kind).includes(wanted)) {
    return { root: withSettings(root, pointer, inKind(sub, wanted)), pointer }
  }
  let next: JsonObject = sub
  for (const [name, keyword] of Object.entries(keywords)) {
    if (kind !== null && !(name in own[kind]) && !common.has(name)) continue
    const value = tidy(member(settings, name))
    // A choice without choices is still one, and is said to be wrong.
    next = withMember(next, keyword, name === 'options' ? (value ?? []) : value)
  }
  const items = member(next, 'items')
  if (kind?.startsWith('list') && isJsonObject(items)) {
    next = { ...next, items: withItems(items, settings, kind) }
  }
  let result = withSettings(root, pointer, next)
  if (!pointer.startsWith('/$defs/') || pointer.split('/').length > 3) {
    result = withRequired(result, pointer, member(settings, 'required') === true)
  }
  const key = member(settings, 'key')
  if (typeof key !== 'string' || key === keyOf(pointer) || !isWellFormedKey(key) || isReservedKey(key))
    return { root: result, pointer }
  const renamed = renameField(result, pointer, key)
  const at = `${pointer.slice(0, pointer.lastIndexOf('/'))}/${key}`
  return renamed === result ? { root: result, pointer } : { root: renamed, pointer: at }
}

/**
 * The key that a label suggests, free beside the others: “Opening hours” → `opening-hours`. Null when the
 * label holds nothing that a key may be of.
 */
export function keyFromLabel(root: JsonObject, pointer: Pointer, label: string): string | null {
  const words = label
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll('ß', 'ss')
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter(Boolean)
  const key = words
    .join('-')
    .replace(/^[^a-z]+/, '')
    .slice(0, MOST_OF_KEY)
    .replace(/-+$/, '')
  if (key === '') return null
  const around = valueAt(root, parentPointer(pointer))
  const isFree = (name: string) =>
    name === keyOf(pointer) ||
    (!isReservedKey(name) && !(isJsonObject(around) && Object.hasOwn(around, name)))
  let free = key
  for (let count = 2; !isFree(free); count++) free = `${key}-${count}`
  return free
}

/** Signs of a key; one that had to be told apart has two more. */
const MOST_OF_KEY = 44

/** Why a key that was typed is not the field's key; null when it is, or may become it. */
export function keyTrouble(root: JsonObject, pointer: Pointer, settings: JsonObject): string | null {
  const key = member(settings, 'key')
  const now = keyOf(pointer)
  if (typeof key !== 'string' || key === now) return null
  const still = `It is still called “${now}”.`
  if (isReservedKey(key)) return `“${key}” is reserved for the page’s own data. ${still}`
  if (!isWellFormedKey(key))
    return `A key begins with a letter or an underscore and holds letters, digits, hyphens and underscores. ${still}`
  const around = valueAt(root, parentPointer(pointer))
  if (isJsonObject(around) && Object.hasOwn(around, key)) return `There is a “${key}” here already. ${still}`
  return null
}

const keywords = {
  title: 'title',
  description: 'description',
  readOnly: 'readOnly',
  default: 'default',
  options: 'enum',
  minLength: 'minLength',
  maxLength: 'maxLength',
  pattern: 'pattern',
  minimum: 'minimum',
  maximum: 'maximum',
  minItems: 'minItems',
  maxItems: 'maxItems'
} as const

/** Settings of a list that are keywords of its items. */
const itemKeywords = {
  itemTitle: 'title',
  itemOptions: 'enum',
  itemMinLength: 'minLength',
  itemMaxLength: 'maxLength',
  itemPattern: 'pattern',
  itemMinimum: 'minimum',
  itemMaximum: 'maximum'
} as const

function withItems(items: JsonObject, settings: JsonObject, kind: BuilderKind): JsonObject {
  let next = items
  for (const [name, keyword] of Object.entries(itemKeywords)) {
    if (!(name in own[kind])) continue
    next = withMember(next, keyword, tidy(member(settings, name)))
  }
  if ('itemLong' in own[kind]) {
    const long = member(settings, 'itemLong') === true
    if (long) next = withMember(next, 'x-semantic-type', 'long-text')
    else if (member(next, 'x-semantic-type') === 'long-text')
      next = withMember(next, 'x-semantic-type', undefined)
  }
  if ('itemWhole' in own[kind]) {
    next = withMember(next, 'type', member(settings, 'itemWhole') === true ? 'integer' : 'number')
  }
  return next
}

/**
 * What a field can become without another part of the schema: a reference stays one, and fields do not become
 * references.
 */
function kindsFor(kind: BuilderKind): readonly BuilderKind[] {
  return kind === 'reusable' ? ['reusable'] : fieldKinds.filter((one) => one !== 'reusable')
}

/** The field in another kind: what both kinds have stays. A group and a list of groups keep their fields. */
function inKind(sub: JsonObject, kind: BuilderKind): JsonObject {
  const title = member(sub, 'title')
  const blank = blankField(kind, typeof title === 'string' ? title : '')
  let next = title === undefined ? withMember(blank, 'title', undefined) : blank
  for (const keyword of ['description', ...Object.values(keywords)]) {
    const value = member(sub, keyword)
    const stays = Object.entries(keywords).some(([name, one]) => one === keyword && name in own[kind])
    if (value === undefined || (keyword !== 'description' && !stays) || keyword === 'default') continue
    next = withMember(next, keyword, value)
  }
  const items = member(sub, 'items')
  const fields = member(sub, 'properties') ?? (isJsonObject(items) ? member(items, 'properties') : undefined)
  const required = member(sub, 'required') ?? (isJsonObject(items) ? member(items, 'required') : undefined)
  if (fields === undefined) return next
  const inside = { properties: fields, ...(required === undefined ? {} : { required }) }
  if (kind === 'group') return { ...next, ...inside }
  const made = member(next, 'items')
  return kind === 'list-of-groups' && isJsonObject(made) ? { ...next, items: { ...made, ...inside } } : next
}

const common = new Set(['title', 'description'])
const readOnly = { readOnly: { type: 'boolean', title: 'Read only' } }
const lengths = {
  minLength: { type: 'integer', title: 'Fewest characters', minimum: 0 },
  maxLength: { type: 'integer', title: 'Most characters', minimum: 1 },
  pattern: { type: 'string', title: 'Pattern', maxLength: 48, description: 'A regular expression.' }
}
const counts = {
  minItems: { type: 'integer', title: 'Fewest items', minimum: 0 },
  maxItems: { type: 'integer', title: 'Most items', minimum: 1 },
  itemTitle: { type: 'string', title: 'One item is called', maxLength: 40 }
}
const bounds = (type: string) => ({
  default: { type, title: 'Starts with' },
  minimum: { type, title: 'Smallest' },
  maximum: { type, title: 'Largest' },
  ...readOnly
})

/** Settings that only one kind of field has. */
const own: Readonly<Record<BuilderKind, JsonObject>> = {
  text: { default: { type: 'string', title: 'Starts with', maxLength: 48 }, ...lengths, ...readOnly },
  'long-text': {
    default: { type: 'string', title: 'Starts with', 'x-semantic-type': 'long-text' },
    ...lengths,
    ...readOnly
  },
  choice: {
    options: { type: 'array', title: 'Choices', minItems: 1, items: { type: 'string', title: 'choice' } },
    default: { type: 'string', title: 'Starts with', maxLength: 48 },
    ...readOnly
  },
  number: bounds('number'),
  integer: bounds('integer'),
  switch: { default: { type: 'boolean', title: 'Starts on' }, ...readOnly },
  group: readOnly,
  'list-of-groups': { ...counts, ...readOnly },
  'list-of-texts': {
    ...counts,
    itemOptions: {
      type: 'array',
      title: 'Choices for an item',
      description: 'Leave it empty to allow any text.',
      items: { type: 'string', title: 'choice' }
    },
    itemMinLength: { ...lengths.minLength, title: 'Fewest characters of an item' },
    itemMaxLength: { ...lengths.maxLength, title: 'Most characters of an item' },
    itemPattern: { ...lengths.pattern, title: 'Pattern of an item' },
    itemLong: { type: 'boolean', title: 'Items are long texts' },
    default: { type: 'array', title: 'Starts with', items: { type: 'string', title: 'text' } },
    ...readOnly
  },
  'list-of-numbers': {
    ...counts,
    itemWhole: { type: 'boolean', title: 'Whole numbers only' },
    itemMinimum: { type: 'number', title: 'Smallest item' },
    itemMaximum: { type: 'number', title: 'Largest item' },
    default: { type: 'array', title: 'Starts with', items: { type: 'number', title: 'number' } },
    ...readOnly
  },
  reusable: {}
}

/** What means nothing is not written. */
function tidy(value: JsonValue | undefined): JsonValue | undefined {
  if (value === null || value === '' || value === false) return undefined
  if (isJsonArray(value)) {
    const kept = value.filter((item) => item !== '' && item !== null)
    return kept.length === 0 ? undefined : kept
  }
  return value
}

function withMember(object: JsonObject, key: string, value: JsonValue | undefined): JsonObject {
  if (value !== undefined) return { ...object, [key]: value }
  return objectOf(Object.entries(object).filter(([name]) => name !== key))
}
