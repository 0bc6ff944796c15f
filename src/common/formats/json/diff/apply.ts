import { GalleyError } from '../../../errors'
import {
  isJsonArray,
  isJsonObject,
  objectOf,
  segmentsOfPointer,
  type JsonObject,
  type JsonValue,
  type Pointer
} from '../../../schema'
import { sameValue } from '../../core/same'
import { holderOf, type JsonDiff } from './changes'

/**
 * The newer value, made from the older one and what leads from it.
 * @throws GalleyError bad-request when the value is not the one that the changes were made from
 */
export function applyJson(value: JsonValue, diff: JsonDiff): JsonValue {
  return applied(value, treeOf(diff))
}

/** The changes of one object or array, by the keys of the older state. */
interface Node {
  readonly children: Map<string, Node>
  readonly removed: Map<string, JsonValue>
  readonly added: Map<string, JsonValue>
  /** Index before to index after. */
  readonly moved: Map<number, number>
  replaced: { readonly before: JsonValue; readonly after: JsonValue } | null
}

const newNode = (): Node => ({
  children: new Map(),
  removed: new Map(),
  added: new Map(),
  moved: new Map(),
  replaced: null
})

function treeOf(diff: JsonDiff): Node {
  const root = newNode()
  for (const change of diff) {
    if (change.kind === 'replaced') {
      nodeAt(root, change.at.before).replaced = change
      continue
    }
    const holder = nodeAt(root, holderOf(change)?.before ?? '')
    if (change.kind === 'added') holder.added.set(lastOf(change.at), change.value)
    else if (change.kind === 'removed') holder.removed.set(lastOf(change.at), change.value)
    else holder.moved.set(Number(lastOf(change.at.before)), Number(lastOf(change.at.after)))
  }
  return root
}

function nodeAt(root: Node, pointer: Pointer): Node {
  let node = root
  for (const segment of segmentsOfPointer(pointer)) {
    let child = node.children.get(segment)
    if (!child) node.children.set(segment, (child = newNode()))
    node = child
  }
  return node
}

const lastOf = (pointer: Pointer) => segmentsOfPointer(pointer).at(-1) ?? ''

// As deep as the changes go, which diffJson bounds.
function applied(value: JsonValue | undefined, node: Node): JsonValue {
  if (node.replaced) {
    if (!sameValue(value, node.replaced.before)) throw misfit()
    return node.replaced.after
  }
  if (isJsonArray(value)) return appliedToItems(value, node)
  if (isJsonObject(value)) return appliedToMembers(value, node)
  if (value === undefined || node.children.size + node.added.size + node.removed.size > 0) throw misfit()
  return value
}

function appliedToMembers(object: JsonObject, node: Node): JsonObject {
  const entries: [string, JsonValue][] = []
  let found = 0
  for (const key of Object.keys(object)) {
    const value = object[key]
    const gone = node.removed.get(key)
    const child = node.children.get(key)
    if (value === undefined || node.added.has(key)) throw misfit()
    if (gone !== undefined) {
      if (!sameValue(value, gone)) throw misfit()
      found += 1
    } else entries.push([key, child ? applied(value, child) : value])
    if (child) found += 1
  }
  if (found !== node.removed.size + node.children.size) throw misfit()
  return objectOf([...entries, ...node.added])
}

function appliedToItems(items: readonly JsonValue[], node: Node): JsonValue[] {
  const length = items.length - node.removed.size + node.added.size
  const result: (JsonValue | undefined)[] = new Array<JsonValue | undefined>(Math.max(0, length)).fill(
    undefined
  )
  for (const [key, value] of node.added) result[Number(key)] = value
  const staying: JsonValue[] = []
  items.forEach((item, index) => {
    const gone = node.removed.get(String(index))
    if (gone !== undefined) {
      if (!sameValue(item, gone)) throw misfit()
      return
    }
    const child = node.children.get(String(index))
    const value = child ? applied(item, child) : item
    const to = node.moved.get(index)
    if (to === undefined) staying.push(value)
    else result[to] = value
  })
  let next = 0
  const filled = result.map((value) => {
    const item = value === undefined ? staying[next++] : value
    if (item === undefined) throw misfit()
    return item
  })
  if (next !== staying.length) throw misfit()
  return filled
}

function misfit(): GalleyError {
  return new GalleyError(
    'bad-request',
    'These changes were made from another state of the document. Compare again, then try once more.'
  )
}
