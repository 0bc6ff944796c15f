import { bounds } from '../bounds'
import type { Schema } from './fields'
import type { FieldError } from './field-errors'
import { isJsonArray, isJsonObject, type JsonValue } from '../json/value'
import { childValue, segmentsOfPointer, valueAt, type Pointer } from '../json/pointer'
import { comparePlaces } from './place-order'
import {
  childOf,
  childrenOf,
  countUnknown,
  errorOf,
  fill,
  grow,
  isList,
  type PlaceNode
} from './validation-tree'

/** The errors of one document while it is edited. */
export interface Validation {
  readonly count: number
  error(pointer: Pointer): FieldError | null
  /** All errors in the order of the form. */
  list(): FieldError[]
  /**
   * The error after (or, with `step` -1, before) a place in the order of the form, beginning anew at the end;
   * `null` when there is none at all. `after` need not have an error; `null` stands for the very beginning or
   * end.
   */
  next(after: Pointer | null, step?: 1 | -1): FieldError | null
  /** How many errors lie at or below a place: for a section's heading or the navigation. */
  countBelow(pointer: Pointer): number
  /**
   * Checks again what a change can affect: the place and everything below it, and of its surroundings only
   * what depends on whether it is present. Costs nothing in the size of the document, except for a list whose
   * length changes.
   * @param data the whole data after the change
   * @param changed the places that were set, removed, or whose items were moved (name the list then)
   * @returns the places whose error came, went or changed
   */
  update(data: JsonValue, changed: Pointer | readonly Pointer[]): Pointer[]
  /** Checks everything anew. @returns as `update` */
  replace(data: JsonValue): Pointer[]
}

/**
 * All errors of a document in the order of the form (F2): one a place, the first rule that is broken.
 * @throws GalleyError too-complex for more places than are asked about (X5)
 */
export function validate(schema: Schema, data: JsonValue): FieldError[] {
  return createValidation(schema, data).list()
}

/** @throws GalleyError too-complex as `validate` */
export function createValidation(schema: Schema, data: JsonValue): Validation {
  return new Tree(schema, data)
}

class Tree implements Validation {
  private readonly errors = new Map<Pointer, FieldError>()
  private readonly root: PlaceNode
  /** During a change: the errors that were there before it, by place. */
  private readonly before = new Map<Pointer, FieldError | null>()

  constructor(
    private readonly schema: Schema,
    private data: JsonValue
  ) {
    this.root = grow(schema.root, '', null, false, data, fullRoom())
    this.checkBelow(this.root, data)
    this.before.clear()
  }

  get count(): number {
    return this.root.errors
  }

  error(pointer: Pointer): FieldError | null {
    return this.errors.get(pointer) ?? null
  }

  list(): FieldError[] {
    const found: FieldError[] = []
    const walk = (node: PlaceNode): void => {
      if (node.errors === 0) return
      if (node.error) found.push(node.error)
      for (const child of childrenOf(node)) walk(child)
    }
    walk(this.root)
    return found
  }

  next(after: Pointer | null, step: 1 | -1 = 1): FieldError | null {
    const list = step === 1 ? this.list() : this.list().reverse()
    const beyond = (error: FieldError) =>
      after === null || comparePlaces(this.schema, error.pointer, after) * step > 0
    return list.find(beyond) ?? list[0] ?? null
  }

  countBelow(pointer: Pointer): number {
    let node: PlaceNode | null = this.root
    for (const segment of segmentsOfPointer(pointer)) node = node && childOf(node, segment)
    return node?.errors ?? 0
  }

  update(data: JsonValue, changed: Pointer | readonly Pointer[]): Pointer[] {
    this.data = data
    for (const pointer of typeof changed === 'string' ? [changed] : changed) this.checkPlace(pointer)
    return this.settled()
  }

  replace(data: JsonValue): Pointer[] {
    this.data = data
    this.regrow(this.root, data)
    return this.settled()
  }

  private settled(): Pointer[] {
    const changed = [...this.before].filter(([pointer, old]) => !sameError(old, this.error(pointer)))
    this.before.clear()
    return changed.map(([pointer]) => pointer)
  }

  /** Goes down to the place that changed, as far as the places of before still stand. */
  private checkPlace(pointer: Pointer): void {
    let node = this.root
    let value: JsonValue | undefined = this.data
    for (const segment of segmentsOfPointer(pointer)) {
      if (!isStanding(node, value)) break
      const child = childOf(node, segment)
      if (!child) {
        this.checkUnknown(node, value)
        return
      }
      node = child
      value = childValue(value, segment)
    }
    this.regrow(node, value)
  }

  private checkUnknown(node: PlaceNode, value: JsonValue | undefined): void {
    if (node.field.kind !== 'object' || !isJsonObject(value)) return this.regrow(node, value)
    const unknown = countUnknown(node.field, value)
    this.changePresence(node, unknown - node.presentUnknown, value)
    node.presentUnknown = unknown
  }

  /** Makes a place and what is below it anew, in the same object, and tells its surroundings. */
  private regrow(node: PlaceNode, value: JsonValue | undefined): void {
    const wasPresent = node.present
    this.clear(node)
    fill(node, value, fullRoom())
    this.checkBelow(node, value)
    if (node.parent && wasPresent !== node.present)
      this.changePresence(node.parent, node.present ? 1 : -1, this.valueOf(node.parent))
  }

  /** A child of the node came or went. */
  private changePresence(node: PlaceNode, difference: number, value: JsonValue | undefined): void {
    node.presentBelow += difference
    const present = node.presentBelow > 0
    const flipped = present !== node.present
    node.present = present
    this.setError(node, errorOf(node, value))
    if (!flipped) return
    for (const child of childrenOf(node)) {
      if (child.required) this.setError(child, errorOf(child, childValue(value, lastSegment(child.pointer))))
    }
    if (node.parent) this.changePresence(node.parent, present ? 1 : -1, this.valueOf(node.parent))
  }

  private valueOf(node: PlaceNode): JsonValue | undefined {
    return valueAt(this.data, node.pointer)
  }

  private checkBelow(node: PlaceNode, value: JsonValue | undefined): void {
    this.setError(node, errorOf(node, value))
    const { children } = node
    if (children === null) return
    if (isList(children)) {
      const items = isJsonArray(value) ? value : []
      children.forEach((child, index) => this.checkBelow(child, items[index]))
    } else for (const [key, child] of children) this.checkBelow(child, childValue(value, key))
  }

  private clear(node: PlaceNode): void {
    if (node.errors === 0) return
    this.setError(node, null)
    for (const child of childrenOf(node)) this.clear(child)
  }

  private setError(node: PlaceNode, error: FieldError | null): void {
    if (sameError(node.error, error)) return
    if (!this.before.has(node.pointer)) this.before.set(node.pointer, node.error)
    const difference = (error ? 1 : 0) - (node.error ? 1 : 0)
    node.error = error
    if (error) this.errors.set(node.pointer, error)
    else this.errors.delete(node.pointer)
    if (difference === 0) return
    for (let at: PlaceNode | null = node; at; at = at.parent) at.errors += difference
  }
}

const fullRoom = () => ({ left: bounds.formPlaces })

/** Whether the places below still fit the value, so that a change further down can be checked alone. */
function isStanding({ field, children }: PlaceNode, value: JsonValue | undefined): boolean {
  if (children === null) return false
  if (field.kind === 'object') return isJsonObject(value)
  return isJsonArray(value) && isList(children) && children.length === value.length
}

function lastSegment(pointer: Pointer): string {
  return segmentsOfPointer(pointer).at(-1) ?? ''
}

function sameError(a: FieldError | null, b: FieldError | null): boolean {
  return a === b || (a !== null && b !== null && a.rule === b.rule && a.message === b.message)
}
