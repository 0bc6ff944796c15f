import type { JsonObject } from '../../json/value'
import type { Pointer } from '../../json/pointer'
import type { Schema } from '../../schema/fields'
import type { StructuredDocument } from './document'
import type { OrderedObjects } from './values'

/** What makes an object's text, beside its members. */
interface At {
  readonly now: Pointer
  readonly stored: Pointer
  readonly key: string
}

/** An object's blocks with those below it. */
interface Written {
  /** The text that refers to them. */
  readonly reference: string
  readonly blocks: string
  readonly ids: readonly string[]
}

/** A longer text is not kept a second time: it is made of parts that are. */
const MOST_KEPT = 65_536

/**
 * What was written of one open document. Objects are told by identity: what changed is another object, and so
 * is all that holds it. A key in a list of a thousand items so costs the item, and not the list.
 */
export class WrittenBlocks {
  private from: StructuredDocument | undefined
  private schema: Schema | null = null
  private objects = new WeakMap<JsonObject, At & { readonly written: Written }>()
  /** Objects in the order of the schema. */
  ordered: OrderedObjects = new WeakMap()

  /** What follows is written of this reading and schema; of another one nothing is known. */
  begin(from: StructuredDocument | undefined, schema: Schema | null): void {
    if (from === this.from && schema === this.schema) return
    this.from = from
    this.schema = schema
    this.objects = new WeakMap()
    this.ordered = new WeakMap()
  }

  /** @returns null where nothing is known of the object in this place */
  at(object: JsonObject, { now, stored, key }: At): Written | null {
    const known = this.objects.get(object)
    return known?.now === now && known.stored === stored && known.key === key ? known.written : null
  }

  keep(object: JsonObject, { now, stored, key }: At, written: Written): void {
    if (written.blocks.length <= MOST_KEPT) this.objects.set(object, { now, stored, key, written })
  }
}
