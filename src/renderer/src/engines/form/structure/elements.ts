import type { BaseUISchemaElement, JsonSchema, UISchemaElement } from '@jsonforms/core'
import {
  groupsOf,
  isLeaf,
  type ArrayField,
  type Field,
  type LeafField,
  type ObjectField,
  type Property
} from '../../../../../common/schema/fields'
import type { Pointer } from '../../../../../common/json/pointer'

/** What JSON Forms chooses renderers for: the parts of a form that are not single controls. */
type FormElement =
  | (BaseUISchemaElement & { readonly type: 'GalleyObject'; readonly field: ObjectField })
  | (BaseUISchemaElement & { readonly type: 'GalleyLeaves'; readonly properties: readonly LeafProperty[] })
  | (BaseUISchemaElement & {
      readonly type: 'GalleySection'
      readonly label: string
      readonly required: boolean
      readonly field: ObjectField
    })
  | (BaseUISchemaElement & {
      readonly type: 'GalleyList'
      readonly label: string
      readonly required: boolean
      readonly field: ArrayField
    })

interface LeafProperty extends Property {
  readonly field: LeafField
}

interface FormPart {
  /** Leads to a section; runs of leaves have none. */
  readonly key: string | null
  readonly element: FormElement
}

/** JSON Forms wants a schema beside each element; the elements carry all that the renderers need. */
export const noSchema: JsonSchema = {}

const elements = new WeakMap<Field, FormElement>()
const sections = new WeakMap<Property, FormElement>()
const parts = new WeakMap<ObjectField, readonly FormPart[]>()

/**
 * More controls than this in one run are drawn in several boxes, so that those off the screen cost nothing.
 */
const RUN = 24

/** The body of an object or a list, without a heading from a property. */
export function elementOf(field: ObjectField | ArrayField): FormElement {
  const known = elements.get(field)
  if (known) return known
  const made: FormElement =
    field.kind === 'object'
      ? { type: 'GalleyObject', field }
      : { type: 'GalleyList', label: field.title ?? 'Items', required: false, field }
  elements.set(field, made)
  return made
}

/** The parts of an object in the schema's order. */
export function partsOf(field: ObjectField): readonly FormPart[] {
  const known = parts.get(field)
  if (known) return known
  const made = groupsOf(field).flatMap((group): FormPart[] => {
    if (group.kind === 'section') {
      const element = sectionOf(group.property)
      return element ? [{ key: group.property.key, element }] : []
    }
    const leaves = group.properties.flatMap((property) =>
      isLeaf(property.field) ? [{ ...property, field: property.field }] : []
    )
    const runs = Array.from({ length: Math.ceil(leaves.length / RUN) }, (_, index) =>
      leaves.slice(index * RUN, (index + 1) * RUN)
    )
    return runs.map((properties) => ({ key: null, element: { type: 'GalleyLeaves', properties } }))
  })
  parts.set(field, made)
  return made
}

/** JSON Forms hands every renderer the element that it was chosen for. */
export function isElement<T extends FormElement['type']>(
  element: UISchemaElement,
  type: T
): element is Extract<FormElement, { type: T }> {
  return element.type === type
}

/** The JSON Pointer that a renderer is for. JSON Forms gives the outermost one no path. */
export function placeOf({ path }: { readonly path?: Pointer | undefined }): Pointer {
  return path ?? ''
}

function sectionOf(property: Property): FormElement | null {
  const known = sections.get(property)
  if (known) return known
  const { field, label, required } = property
  const made: FormElement | null =
    field.kind === 'object'
      ? { type: 'GalleySection', label, required, field }
      : field.kind === 'array'
        ? { type: 'GalleyList', label, required, field }
        : null
  if (made) sections.set(property, made)
  return made
}
