import { isBeyondBounds, withinBounds } from '../../../../common/bounds'
import { readSchema, validate, type FieldError, type JsonValue, type Schema } from '../../../../common/schema'
import {
  parseDocument,
  typedData,
  writeDocument,
  type StructuredDocument
} from '../../../../common/formats/structured'
import {
  carryOver,
  holdsAt,
  leftBehind,
  type Carry,
  type CarriedOver,
  type SchemaPlace
} from '../../../../common/formats/structured/carry'

/** What is asked of every document of a site. Schemas travel as their texts, so that a worker can be told. */
export type DocumentQuestion =
  /** What would be wrong by the new schema that is not wrong by the old one? */
  | {
      readonly kind: 'impact'
      readonly schemaId: string
      readonly before: string
      readonly after: string
      /** Values that go elsewhere with the new schema. */
      readonly carries?: readonly Carry[]
    }
  /** How is it written with another name of its schema? */
  | { readonly kind: 'rename'; readonly schemaId: string; readonly nextId: string }

/** About a document that follows the schema. */
export interface DocumentAnswer {
  /** The first few; of `count`. */
  readonly errors: readonly FieldError[]
  readonly count: number
  /** The document with the new name; null when none was asked for. */
  readonly renamed: string | null
  /** Of an impact: places of the old schema that hold something here and that the new one leaves behind. */
  readonly left: readonly SchemaPlace[]
  /** What the carries did; null when they change nothing here. */
  readonly carry: CarriedDocument | null
}

export interface CarriedDocument {
  /** The first few of `count`. */
  readonly carried: CarriedOver['carried']
  readonly count: number
  /** The first few of `stayedCount`: values that stay where they are, and why. */
  readonly stayed: CarriedOver['stayed']
  readonly stayedCount: number
  /** The document with its values carried over; null where all of them stay. */
  readonly written: string | null
}

const FEW = 20

/** Answers the question for one page after another; null for pages that do not follow the schema. */
export function documentCheck(question: DocumentQuestion): (html: string) => DocumentAnswer | null {
  const answer = answerer(question)
  const wanted = question.schemaId.toLowerCase()
  return (html) => {
    if (!html.includes('x-schema-name')) return null
    const reading = withinBounds(() => parseDocument(html))
    if (!reading || !('document' in reading)) return null
    return reading.document.metadata.schemaName.toLowerCase() === wanted ? answer(reading.document) : null
  }
}

function answerer(question: DocumentQuestion): (document: StructuredDocument) => DocumentAnswer {
  if (question.kind === 'rename') {
    return (document) => {
      const metadata = { ...document.metadata, schemaName: question.nextId }
      const renamed = writeDocument({ metadata, data: document.data }, { from: document })
      return { errors: [], count: 0, renamed, left: [], carry: null }
    }
  }
  const before = readSchema(question.before).schema
  const after = readSchema(question.after).schema
  const places = before && after ? leftBehind(before, after).map(({ from }) => from) : []
  const { carries = [] } = question
  return (document) => {
    const over = after && carries.length > 0 ? carryOver(document.data, carries, after) : null
    const data = over?.data ?? document.data
    const errors = after ? errorsOrExcess(document, data, before, after) : []
    return {
      errors: errors.slice(0, FEW),
      count: errors.length,
      renamed: null,
      left: places.filter((place) => holdsAt(document.data, place)),
      carry: over && carriedDocument(document, over, after)
    }
  }
}

function carriedDocument(
  document: StructuredDocument,
  { data, carried, stayed }: CarriedOver,
  schema: Schema | null
): CarriedDocument | null {
  if (carried.length + stayed.length === 0) return null
  return {
    carried: carried.slice(0, FEW),
    count: carried.length,
    stayed: stayed.slice(0, FEW),
    stayedCount: stayed.length,
    written:
      carried.length === 0
        ? null
        : writeDocument({ metadata: document.metadata, data }, { from: document, schema })
  }
}

/** A document that the schema makes too much of counts as one with an error. */
function errorsOrExcess(
  document: StructuredDocument,
  data: JsonValue,
  before: Schema | null,
  after: Schema
): FieldError[] {
  try {
    return newErrors(document, before, after, data)
  } catch (error) {
    if (!isBeyondBounds(error)) throw error
    return [{ pointer: '', rule: 'type', message: error.message }]
  }
}

/**
 * The errors that a document has by the new schema and not by the old one.
 * @param data what it becomes with the new one
 */
function newErrors(
  document: StructuredDocument,
  before: Schema | null,
  after: Schema,
  data: JsonValue = document.data
): FieldError[] {
  const old = new Set(
    before
      ? validate(before, typedData(before, document.data)).map((error) => `${error.pointer} ${error.rule}`)
      : []
  )
  return validate(after, typedData(after, data)).filter((error) => !old.has(`${error.pointer} ${error.rule}`))
}
