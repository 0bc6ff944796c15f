import {
  isJsonArray,
  isJsonObject,
  isReservedKey,
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
  isRequired,
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
      pattern: '^[A-Za-z][A-Za-z0-9-]*$',
      maxLength: 48,
      description: definition ? 'References use this name.' : 'The name of the member in the delivered JSON.'
    },
    title: { type: 'string', title: 'Label', maxLength: 48 },
    ...(definition ? {} : { required: { type: 'boolean', title: 'Required' } }),
    description: { type: 'string', title: 'Help for authors' },
    ...own[kind]
  }
  return readSchema({ type: 'object', required: ['key'], properties }).schema
}

/** A field's settings as data of that form. */
export function settingsOf(root: JsonObject, pointer: Pointer): JsonObject {
  const sub = valueAt(root, pointer)
  if (!isJsonObject(sub)) return {}
  const items = member(sub, 'items')
  const entries: [string, JsonValue][] = [
    ['key', keyOf(pointer)],
    ['required', isRequired(root, pointer)]
  ]
  for (const [name, keyword] of Object.entries(keywords)) {
    const value = member(sub, keyword)
    if (value !== undefined) entries.push([name, value])
  }
  const itemTitle = isJsonObject(items) ? member(items, 'title') : undefined
  if (typeof itemTitle === 'string') entries.push(['itemTitle', itemTitle])
  return objectOf(entries)
}

/**
 * The schema with a field's settings changed; keywords that the builder does not know stay. A key that cannot be used, or is
 * taken, is not written.
 * @returns the new schema and where the field is now
 */
export function withFieldSettings(
  root: JsonObject,
  pointer: Pointer,
  settings: JsonObject
): { readonly root: JsonObject; readonly pointer: Pointer } {
  const sub = valueAt(root, pointer)
  if (!isJsonObject(sub)) return { root, pointer }
  const kind = kindOf(sub)
  let next: JsonObject = sub
  for (const [name, keyword] of Object.entries(keywords)) {
    if (kind !== null && !(name in own[kind]) && !common.has(name)) continue
    next = withMember(next, keyword, tidy(member(settings, name)))
  }
  const items = member(next, 'items')
  if (kind?.startsWith('list') && isJsonObject(items)) {
    next = { ...next, items: withMember(items, 'title', tidy(member(settings, 'itemTitle'))) }
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
  'long-text': { minLength: lengths.minLength, maxLength: lengths.maxLength, ...readOnly },
  choice: {
    options: { type: 'array', title: 'Choices', minItems: 1, items: { type: 'string', title: 'choice' } },
    default: { type: 'string', title: 'Starts with', maxLength: 48 },
    ...readOnly
  },
  number: bounds('number'),
  integer: bounds('integer'),
  switch: { default: { type: 'boolean', title: 'Starts on' }, ...readOnly },
  group: {},
  'list-of-groups': { ...counts, ...readOnly },
  'list-of-texts': { ...counts, ...readOnly },
  'list-of-numbers': { ...counts, ...readOnly },
  reusable: {}
}

/** What means nothing is not written. */
function tidy(value: JsonValue | undefined): JsonValue | undefined {
  if (value === null || value === '' || value === false) return undefined
  if (isJsonArray(value)) return value.filter((item) => item !== '' && item !== null)
  return value
}

function withMember(object: JsonObject, key: string, value: JsonValue | undefined): JsonObject {
  if (value !== undefined) return { ...object, [key]: value }
  return objectOf(Object.entries(object).filter(([name]) => name !== key))
}
