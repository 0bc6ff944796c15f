import type { JsonValue } from '../../json/value'
import type { Pointer } from '../../json/pointer'

/** What a structured document says about itself: the rows of its `da-form` block, in their order. */
export interface DocumentMetadata {
  readonly title: string
  /** The schema's id as it was written; the schema lies at `schemaAddress(…)`. */
  readonly schemaName: string
  /** Further rows, kept as they are. */
  readonly more: readonly (readonly [key: string, text: string])[]
}

/**
 * A structured document after reading (F1). `data` is the untyped reading of the map (B): texts that print
 * back identically are numbers and booleans. `typedData(schema, data)` makes it what the schema says.
 */
export interface StructuredDocument {
  readonly metadata: DocumentMetadata
  /** An object or an array; `{}` for a document without data. */
  readonly data: JsonValue
  readonly problems: readonly DocumentProblem[]
  /**
   * The text as read, and where its parts lie: `writeDocument` keeps what nobody touched. Opaque to others.
   */
  readonly source: DocumentSource
}

/**
 * Something in the stored text that could not be read as the format says. The document opens all the same.
 */
export interface DocumentProblem {
  readonly reason:
    | 'missing-block' // a reference to a block that is not there
    | 'circular-block' // a block that holds itself
    | 'duplicate-key' // two rows of one block with the same key: the last counts
  readonly pointer: Pointer
  readonly message: string
}

interface DocumentSource {
  readonly html: string
  /** Offsets in `html` of the blocks that hold the document, in order: replaced when it is written anew. */
  readonly blocks: readonly SourceRange[]
  /** Second classes of blocks that belong to nobody and stay: new ids keep clear of them. */
  readonly takenIds: ReadonlySet<string>
  /** The key cells of the data's rows, in document order. */
  readonly rows: readonly SourceRow[]
  /** Values whose stored markup is not what we would write: kept as long as the value stays the same. */
  readonly raw: ReadonlyMap<Pointer, RawValue>
}

export interface SourceRange {
  readonly start: number
  readonly end: number
}

export interface SourceRow {
  readonly key: string
  readonly pointer: Pointer
  /**
   * Where an attribute can be written into the tag that holds the key; `hasId` when it has an id of its own.
   */
  readonly attributesAt: number
  readonly hasId: boolean
}

export interface RawValue {
  /** The text as stored, trimmed. */
  readonly text: string
  /** The markup inside the cell or list item. */
  readonly html: string
}

/** What can be written. */
export interface DocumentContent {
  readonly metadata: DocumentMetadata
  readonly data: JsonValue
}
