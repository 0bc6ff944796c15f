import { isBeyondBounds, withinBounds } from '../../../../common/bounds'
import { readSchema, validate, type FieldError, type Schema } from '../../../../common/schema'
import {
  parseDocument,
  typedData,
  writeDocument,
  type StructuredDocument
} from '../../../../common/structured'

/** What is asked of every document of a site. Schemas travel as their texts, so that a worker can be told. */
export type DocumentQuestion =
  /** What would be wrong by the new schema that is not wrong by the old one? */
  | { readonly kind: 'impact'; readonly schemaId: string; readonly before: string; readonly after: string }
  /** How is it written with another name of its schema? */
  | { readonly kind: 'rename'; readonly schemaId: string; readonly nextId: string }

/** About a document that follows the schema. */
export interface DocumentAnswer {
  /** The first few; of `count`. */
  readonly errors: readonly FieldError[]
  readonly count: number
  /** The document with the new name; null when none was asked for. */
  readonly renamed: string | null
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
      return { errors: [], count: 0, renamed }
    }
  }
  const before = readSchema(question.before).schema
  const after = readSchema(question.after).schema
  return (document) => {
    const errors = after ? errorsOrExcess(document, before, after) : []
    return { errors: errors.slice(0, FEW), count: errors.length, renamed: null }
  }
}

/** A document that the schema makes too much of counts as one with an error. */
function errorsOrExcess(document: StructuredDocument, before: Schema | null, after: Schema): FieldError[] {
  try {
    return newErrors(document, before, after)
  } catch (error) {
    if (!isBeyondBounds(error)) throw error
    return [{ pointer: '', rule: 'type', message: error.message }]
  }
}

/** The errors that a document has by the new schema and not by the old one. */
export function newErrors(document: StructuredDocument, before: Schema | null, after: Schema): FieldError[] {
  const old = new Set(
    before
      ? validate(before, typedData(before, document.data)).map((error) => `${error.pointer} ${error.rule}`)
      : []
  )
  return validate(after, typedData(after, document.data)).filter(
    (error) => !old.has(`${error.pointer} ${error.rule}`)
  )
}
