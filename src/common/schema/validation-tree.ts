import { bounds, tooComplex } from '../bounds'
import { checkLeaf, missing, wrongKind, type Breach } from './checks'
import { count } from './issue-words'
import { hasContent } from './content'
import { isLeaf, type Field, type ObjectField } from './fields'
import type { FieldError } from './field-errors'
import { isJsonArray, isJsonObject, member, type JsonObject, type JsonValue } from '../json/value'
import { childPointer, type Pointer } from '../json/pointer'

/** One place of the data that the schema knows. Holds what the check needs to go on from, and no value. */
export interface PlaceNode {
  readonly field: Field
  readonly pointer: Pointer
  readonly parent: PlaceNode | null
  readonly required: boolean
  /** By key, or by index as text; only where the value is of the field's kind. */
  children: Children
  /** Whether the value counts as present. */
  present: boolean
  /** Children that are present; unknown members count too. */
  presentBelow: number
  presentUnknown: number
  error: FieldError | null
  /** Errors here and below. */
  errors: number
}

type Children = ReadonlyMap<string, PlaceNode> | readonly PlaceNode[] | null

/**
 * How many places may still be made: a short list of many empty items times many fields is more than a
 * machine holds.
 */
interface Room {
  left: number
}

/**
 * The places of a value, without errors: those are set by whoever knows what was there before.
 * @throws GalleyError too-complex beyond the room
 */
export function grow(
  field: Field,
  pointer: Pointer,
  parent: PlaceNode | null,
  required: boolean,
  value: JsonValue | undefined,
  room: Room
): PlaceNode {
  if (room.left-- <= 0) throw tooManyPlaces()
  const node: PlaceNode = {
    field,
    pointer,
    parent,
    required,
    children: null,
    present: false,
    presentBelow: 0,
    presentUnknown: 0,
    error: null,
    errors: 0
  }
  fill(node, value, room)
  return node
}

/** Makes everything below a place anew; its own error and the count of errors are left to the caller. */
export function fill(node: PlaceNode, value: JsonValue | undefined, room: Room): void {
  const { field, pointer } = node
  node.children = null
  node.presentBelow = 0
  node.presentUnknown = 0
  if (field.kind === 'object' && isJsonObject(value)) {
    const children = new Map<string, PlaceNode>()
    for (const { key, required, field: child } of field.properties) {
      const below = grow(child, childPointer(pointer, key), node, required, member(value, key), room)
      children.set(key, below)
      if (below.present) node.presentBelow++
    }
    node.children = children
    node.presentUnknown = countUnknown(field, value)
    node.presentBelow += node.presentUnknown
    node.present = node.presentBelow > 0
  } else if (field.kind === 'array' && isJsonArray(value)) {
    node.children = value.map((item, index) =>
      grow(field.items, childPointer(pointer, index), node, false, item, room)
    )
    for (const child of node.children) if (child.present) node.presentBelow++
    node.present = node.presentBelow > 0
  } else {
    node.present = hasContent(value)
    if (field.kind === 'object' && !node.present) node.children = absentChildren(node, field, room)
  }
}

/**
 * A section without a value still has places: a required root or section reports them once something in it is
 * present.
 */
function absentChildren(node: PlaceNode, field: ObjectField, room: Room): Children {
  if (node.parent !== null) return null
  return new Map(
    field.properties.map(({ key, required, field: child }) => [
      key,
      grow(child, childPointer(node.pointer, key), node, required, undefined, room)
    ])
  )
}

const tooManyPlaces = () =>
  tooComplex({ what: 'This document', of: 'fields in its lists', bound: bounds.formPlaces })

/** Members that the schema does not know and that hold something. */
export function countUnknown(field: ObjectField, value: JsonObject): number {
  let unknown = 0
  for (const key of Object.keys(value)) if (!field.byKey.has(key) && hasContent(member(value, key))) unknown++
  return unknown
}

/** Whether what lies inside is asked about: always at the root, else once something in it is present. */
function isEntered(node: PlaceNode | null): boolean {
  return node === null || node.parent === null || node.present
}

/** The error of one place, as its value and its surroundings are now (F2). */
export function errorOf(node: PlaceNode, value: JsonValue | undefined): FieldError | null {
  const breach = breachOf(node, value)
  return breach && { pointer: node.pointer, ...breach }
}

function breachOf(node: PlaceNode, value: JsonValue | undefined): Breach | null {
  const { field } = node
  if (field.kind === 'unsupported') return null
  if (!node.present || value === undefined)
    return node.required && isEntered(node.parent) ? missing(field) : null
  if (isLeaf(field)) return checkLeaf(field, value)
  if (field.kind === 'object') return isJsonObject(value) ? null : wrongKind(field)
  if (!isJsonArray(value)) return wrongKind(field)
  const { minItems, maxItems } = field
  if (minItems !== null && node.presentBelow < minItems)
    return { rule: 'minItems', limit: minItems, message: `Add at least ${count(minItems, 'item')}.` }
  if (maxItems !== null && node.presentBelow > maxItems)
    return { rule: 'maxItems', limit: maxItems, message: `Keep at most ${count(maxItems, 'item')}.` }
  return null
}

export function childOf(node: PlaceNode, segment: string): PlaceNode | null {
  const { children } = node
  if (children === null) return null
  if (!isList(children)) return children.get(segment) ?? null
  return /^(?:0|[1-9]\d*)$/.test(segment) ? (children[Number(segment)] ?? null) : null
}

export function childrenOf(node: PlaceNode): Iterable<PlaceNode> {
  if (node.children === null) return []
  return isList(node.children) ? node.children : node.children.values()
}

export function isList(children: Children): children is readonly PlaceNode[] {
  return Array.isArray(children)
}
