import type { Field, Schema } from './fields'
import { childField } from './field-at'
import { indexOf, segmentsOfPointer, type Pointer } from '../json/pointer'

/** One step on the way to a place, as a form calls it. */
interface PlaceTitle {
  /** Of a field its title, else its key; of an item what its list calls one. */
  readonly title: string
  /** 1-based place of an item in its list; null for a field. */
  readonly number: number | null
  /** False where the schema has no such place: the title is the key as it is stored. */
  readonly known: boolean
}

/**
 * What a form calls the places on the way to a pointer into the data, outermost first; none for the document
 * itself.
 */
export function titlesAt(schema: Schema | null, pointer: Pointer): readonly PlaceTitle[] {
  let field: Field | null = schema?.root ?? null
  return segmentsOfPointer(pointer).map((segment) => {
    const around = field
    field = around && childField(around, segment)
    if (around?.kind === 'object') {
      const property = around.byKey.get(segment)
      return { title: property?.label ?? segment, number: null, known: property !== undefined }
    }
    const index = indexOf(segment)
    if (around?.kind === 'array' && index !== null) {
      return { title: around.itemLabel, number: index + 1, known: true }
    }
    return { title: segment, number: null, known: false }
  })
}

/** The same in one line: `Prices › price 2 › Name`. Empty for the document itself. */
export function titleAt(schema: Schema | null, pointer: Pointer): string {
  return titlesAt(schema, pointer)
    .map(({ title, number }) => (number === null ? title : `${title} ${number}`))
    .join(' › ')
}
