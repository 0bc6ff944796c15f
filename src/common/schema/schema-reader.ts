import { assertNever } from '../errors'
import { checkLeaf } from './checks'
import {
  MAX_FIELDS,
  MAX_NESTING,
  MAX_REF_DEPTH,
  type ArrayField,
  type Field,
  type LeafField,
  type ObjectField,
  type Property,
  type Schema,
  type UnsupportedField
} from './fields'
import { IssueList } from './issue-list'
import { quoted } from './issue-words'
import type { SchemaIssue, SchemaIssueReason } from './issues'
import { isJsonArray, isJsonObject, member, type JsonObject } from '../json/value'
import { isReservedKey, isStorableKey, isWellFormedKey } from './keys'
import { isTypeName, Keywords, typesToChoose, type TypeName } from './keywords'
import { leafField, type Basics } from './leaf-field'
import { PatternCache } from './pattern-cache'
import { childPointer, type Pointer } from '../json/pointer'
import { resolve, type Keyword, type RefProblem, type Resolved } from './references'

/**
 * A place to read: a sub-schema, how many references and how many objects and arrays lead to it, and where
 * its data lies.
 */
interface Place {
  readonly at: Keyword
  readonly depth: number
  readonly nesting: number
  readonly dataPointer: Pointer | null
}

/**
 * Reads one schema. Every sub-schema is read once for each number of references that lead to it, so a schema
 * of n places makes at most n × (MAX_REF_DEPTH + 1) fields, even where definitions refer to themselves many
 * times.
 */
export class SchemaReader {
  private readonly list = new IssueList()
  private readonly patterns = new PatternCache()
  private readonly fields = new Map<string, Field>()
  private weight = 0
  private readonly reached = new Set<Pointer>()

  constructor(private readonly document: JsonObject) {}

  get issues(): readonly SchemaIssue[] {
    return this.list.issues
  }

  read(): Schema {
    const root = this.field({
      at: { value: this.document, pointer: '' },
      depth: 0,
      nesting: 0,
      dataPointer: ''
    })
    if (root.kind !== 'object' && root.kind !== 'array' && root.kind !== 'unsupported')
      this.list.add(
        'unsupported-root',
        '/type',
        '',
        'The root of a schema must be of type “object” or “array”.'
      )
    this.readUnusedDefinitions()
    return { title: root.title, description: root.description, root: rootOf(root) }
  }

  /** Definitions that nothing refers to yet are checked too. */
  private readUnusedDefinitions(): void {
    const definitions = member(this.document, '$defs')
    if (definitions === undefined) return
    if (!isJsonObject(definitions)) {
      this.list.add('invalid-keyword', '/$defs', null, '“$defs” must be an object of named schemas.')
      return
    }
    for (const [name, value] of Object.entries(definitions)) {
      const pointer = childPointer('/$defs', name)
      if (!this.reached.has(pointer))
        this.field({ at: { value, pointer }, depth: 0, nesting: 0, dataPointer: null })
    }
  }

  private field(place: Place): Field {
    const key = `${place.depth} ${place.at.pointer}`
    const known = this.fields.get(key)
    if (known) return known
    const field = this.newField(place)
    this.fields.set(key, field)
    return field
  }

  private newField(place: Place): Field {
    const { value, pointer } = place.at
    if (this.weight > MAX_WEIGHT || this.fields.size >= MAX_FIELDS) {
      this.list.add('too-large', '', null, 'The schema has too many fields. The rest is left out.')
      return unsupported('too-large', pointer)
    }
    if (place.nesting > MAX_NESTING) {
      const words = `More than ${MAX_NESTING} objects and lists lie inside each other. What is below is left out.`
      this.list.add('too-deep', pointer, place.dataPointer, words)
      return unsupported('too-deep', pointer)
    }
    if (!isJsonObject(value)) {
      this.list.add('missing-type', pointer, place.dataPointer, `A schema is missing here. ${typesToChoose}`)
      return unsupported('missing-type', pointer)
    }
    const resolved = resolve(this.document, { value, pointer }, place.depth)
    this.reached.add(resolved.source)
    this.weight += weightOf(resolved)
    if (resolved.problem) {
      this.list.add(
        resolved.problem.reason,
        resolved.problem.pointer,
        place.dataPointer,
        refWords(resolved.problem)
      )
      return { ...unsupported(resolved.problem.reason, resolved.source), ...this.basics(resolved, place) }
    }
    return this.resolvedField(resolved, place)
  }

  private resolvedField(resolved: Resolved, place: Place): Field {
    const keywords = new Keywords(resolved, this.list, place.dataPointer)
    const type = this.typeOf(resolved, keywords)
    const basics = this.basics(resolved, place)
    if (typeof type !== 'string') return { ...unsupported(type.reason, resolved.source), ...basics }
    switch (type) {
      case 'object':
        return this.objectField(resolved, place, keywords, basics)
      case 'array':
        return this.arrayField(resolved, place, keywords, basics)
      default:
        return this.withDefault(leafField(type, keywords, basics, this.patterns), resolved, keywords)
    }
  }

  /** The type, or why there is none. */
  private typeOf(resolved: Resolved, keywords: Keywords): TypeName | { reason: SchemaIssueReason } {
    const hasProperties = resolved.properties.size > 0
    for (const name of ['allOf', 'oneOf', 'anyOf']) {
      const variants = keywords.get(name)?.value
      if (!isJsonArray(variants) || variants.length === 0) continue
      const rest = hasProperties
        ? 'Only the properties beside it are shown.'
        : 'There is no field for it; what is stored there is kept.'
      keywords.report(
        'unsupported-composition',
        name,
        `“${name}” lies outside of the subset and is ignored. ${rest}`
      )
      return hasProperties ? 'object' : { reason: 'unsupported-composition' }
    }
    const type = keywords.get('type')?.value
    if (type === undefined) {
      keywords.report('missing-type', 'type', `A type is missing. ${typesToChoose}`)
      return hasProperties ? 'object' : keywords.has('items') ? 'array' : { reason: 'missing-type' }
    }
    if (isTypeName(type)) return type
    if (isJsonArray(type)) {
      keywords.report(
        'type-as-array',
        'type',
        'A list of types lies outside of the subset and is ignored. There is no field for it; what is stored there is kept.'
      )
      return { reason: 'type-as-array' }
    }
    keywords.report(
      'unsupported-type',
      'type',
      `The type ${quoted(typeof type === 'string' ? type : JSON.stringify(type))} lies outside of the subset and is ignored. ${typesToChoose}`
    )
    return { reason: 'unsupported-type' }
  }

  private basics(resolved: Resolved, place: Place): Basics {
    const keywords = new Keywords(resolved, this.list, place.dataPointer)
    return {
      title: keywords.text('title') || null,
      description: keywords.text('description') || null,
      readOnly: keywords.flag(keywords.has('readOnly') ? 'readOnly' : 'readonly'),
      default: undefined,
      source: resolved.source
    }
  }

  private objectField(resolved: Resolved, place: Place, keywords: Keywords, basics: Basics): Field {
    const given = keywords.get('properties')
    if (given && !isJsonObject(given.value))
      keywords.report(
        'invalid-keyword',
        'properties',
        '“properties” must be an object of named schemas. It is not used.'
      )
    const required = keywords.required()
    const properties = [...resolved.properties].map(([key, at], order): Property => {
      const dataPointer = place.dataPointer === null ? null : childPointer(place.dataPointer, key)
      const below = { at, depth: resolved.depth, nesting: place.nesting + 1, dataPointer }
      const field = this.isUsableKey(key, at.pointer, dataPointer)
        ? this.field(below)
        : unsupported(keyReason(key), at.pointer)
      return { key, label: field.title ?? key, required: required.has(key), order, field }
    })
    keywords.noteOthers(usedByObjects)
    const byKey = new Map(properties.map((property) => [property.key, property]))
    const field: ObjectField = { ...basics, kind: 'object', properties, byKey }
    return this.withDefault(field, resolved, keywords)
  }

  /** Reports a reserved or malformed key (F4). A malformed key that can be stored still has its field. */
  private isUsableKey(key: string, pointer: Pointer, dataPointer: Pointer | null): boolean {
    if (isReservedKey(key)) {
      const words = `The key ${quoted(key)} belongs to the page’s own metadata and cannot hold data. Choose another.`
      this.list.add('reserved-key', pointer, dataPointer, words)
      return false
    }
    if (isWellFormedKey(key)) return true
    const storable = isStorableKey(key)
      ? 'It works as it is.'
      : 'A document cannot hold it, so there is no field for it; what is stored is kept.'
    const words = `The key ${quoted(key)} is not one that the schema editor makes: those hold letters from A to Z, digits, hyphens and underscores, and begin with no digit or hyphen. ${storable}`
    this.list.add('malformed-key', pointer, dataPointer, words)
    return isStorableKey(key)
  }

  private arrayField(resolved: Resolved, place: Place, keywords: Keywords, basics: Basics): Field {
    const pointer = keywords.get('items')?.pointer ?? childPointer(resolved.source, 'items')
    const dataPointer = place.dataPointer === null ? null : childPointer(place.dataPointer, 0)
    const at = { value: keywords.get('items')?.value ?? null, pointer }
    const items = this.field({ at, depth: resolved.depth, nesting: place.nesting + 1, dataPointer })
    const [minItems, maxItems] = keywords.bounds('minItems', 'maxItems', 'size')
    keywords.noteOthers(usedByArrays)
    const field: ArrayField = {
      ...basics,
      kind: 'array',
      items,
      itemLabel: items.title ?? 'item',
      minItems,
      maxItems
    }
    return this.withDefault(field, resolved, keywords)
  }

  private withDefault<F extends Field>(field: F, resolved: Resolved, keywords: Keywords): F {
    const given = resolved.keywords.get('default')?.value
    if (given === undefined || given === null) return field
    const breach = isLeafKind(field)
      ? checkLeaf(field, given)
      : (field.kind === 'array' ? isJsonArray(given) : isJsonObject(given))
        ? null
        : { rule: 'type', message: 'It is not of the field’s type.' }
    if (!breach) return { ...field, default: given }
    const usable = breach.rule !== 'type'
    const words = usable ? 'It is used all the same.' : 'It is not used.'
    keywords.report(
      'invalid-default',
      'default',
      `The default breaks the field’s own rules: ${breach.message} ${words}`
    )
    return usable ? { ...field, default: given } : field
  }
}

const usedByObjects = new Set(['properties', 'required', 'allOf', 'oneOf', 'anyOf'])
const usedByArrays = new Set(['items', 'minItems', 'maxItems'])

function unsupported(reason: SchemaIssueReason, source: Pointer): UnsupportedField {
  return {
    kind: 'unsupported',
    reason,
    source,
    title: null,
    description: null,
    readOnly: true,
    default: undefined
  }
}

/**
 * Entries that all fields may have together. Many references to one large definition would otherwise make a
 * small schema take minutes: every place that refers to it has its properties, options and required names
 * anew.
 */
const MAX_WEIGHT = 400_000

function weightOf({ keywords, properties, required }: Resolved): number {
  const options = keywords.get('enum')?.value
  const lists = [...required.map(({ value }) => value), options]
  return lists.reduce<number>(
    (sum, list) => sum + (isJsonArray(list) ? list.length : 0),
    keywords.size + properties.size
  )
}

const isLeafKind = (field: Field): field is LeafField => 'options' in field
const keyReason = (key: string): SchemaIssueReason => (isReservedKey(key) ? 'reserved-key' : 'malformed-key')
const rootOf = (field: Field): Field =>
  field.kind === 'object' || field.kind === 'array' ? field : unsupported('unsupported-root', field.source)

function refWords({ reason, ref }: RefProblem): string {
  switch (reason) {
    case 'external-ref':
      return `The reference ${quoted(ref)} leads out of this schema and is ignored. Use “#/$defs/…”.`
    case 'unresolved-ref':
      return `The reference ${quoted(ref)} leads to nothing.`
    case 'circular-ref':
      return `The reference ${quoted(ref)} only leads back to itself.`
    case 'ref-too-deep':
      return `References are followed ${MAX_REF_DEPTH} levels deep. Fields below are not shown; stored values there are kept.`
    default:
      return assertNever(reason)
  }
}
