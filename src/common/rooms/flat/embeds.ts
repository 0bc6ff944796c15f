import type { Attrs, Node as PageNode, NodeType } from 'prosemirror-model'
import { levelOf, pageSchema, partName } from '../../formats/page/schema'

/**
 * What stands in the text beside letters. A block is a marker in front of what it holds:
 * `t` its kind, `d` how deep it lies, `i` its id, `s` how it is spelled, `r` the id of the row that a new
 * cell was made in, and a member for each attribute that is not the usual one. Pictures, breaks and islands
 * in a line have no `d`. An embed never changes: what is set later stands beside the text, by its id.
 */
export type Embed = Readonly<Record<string, unknown>>

/** Members that were set later, by the id of an embed. */
export type Settings = ReadonlyMap<string, Embed>

/** Deeper is nothing: what is nested further lies side by side. */
const DEEPEST = 510

const types: Readonly<Record<string, NodeType>> = pageSchema.nodes
const rooms = new Set(['row', 'cell', 'table_row', 'table_cell'])

/** The id of an embed; null where it has none. */
export const idOf = (embed: Embed | null): string | null =>
  embed && typeof embed['i'] === 'string' && embed['i'] !== '' ? embed['i'] : null

/** An embed with what was set of it since. */
export function nowOf(embed: Embed, settings: Settings): Embed {
  const set = settings.get(idOf(embed) ?? '')
  return set ? { ...embed, ...set } : embed
}

/** Whether an embed is a block; all others lie in a line. */
export const isBlock = (embed: Embed): boolean => {
  const type = typeOf(embed)
  return type ? type.isBlock : 'd' in embed
}

/** How deep a marker lies; one that does not say so lies as deep as the one before it. */
export function depthOf(now: Embed, before: number): number {
  const said = now['d']
  const depth = typeof said === 'number' && Number.isFinite(said) ? Math.trunc(said) : before
  return Math.min(DEEPEST, Math.max(0, depth))
}

function typeOf(now: Embed): NodeType | null {
  const name = now['t']
  if (name === undefined && 'd' in now) return pageSchema.nodes.paragraph
  const type = typeof name === 'string' && Object.hasOwn(types, name) ? types[name] : undefined
  return type && type !== pageSchema.nodes.doc && !type.isText ? type : null
}

/** The kind and the attributes that an embed says. A kind that is not known is an island. */
export function saidBy(now: Embed): { readonly type: NodeType; readonly attrs: Attrs } {
  const type = typeOf(now) ?? ('d' in now ? pageSchema.nodes.island : pageSchema.nodes.inline_island)
  const attrs: Record<string, unknown> = {}
  for (const name of Object.keys(type.spec.attrs ?? {})) {
    const value = valueOf(type, name, now[name === 'src' ? 's' : name])
    if (value !== undefined) attrs[name] = value
  }
  // without a name it would be read as something else
  if (type === pageSchema.nodes.block && !attrs['classes']) attrs['classes'] = 'columns'
  return { type, attrs }
}

/** An attribute as far as it is one; undefined for the usual value. */
function valueOf(type: NodeType, name: string, value: unknown): unknown {
  switch (name) {
    case 'src':
      return isHint(value) ? value : undefined
    case 'bare':
    case 'header':
      return value === true ? true : undefined
    case 'level':
      return typeof value === 'number' ? levelOf(value) : undefined
    case 'start':
      return Number.isSafeInteger(value) ? value : undefined
    case 'tag':
      return partName(value)
    case 'focal':
      return isFocal(value) ? value : undefined
    case 'id':
      return typeof value === 'string' && !rooms.has(type.name) ? value : undefined
    default:
      return typeof value === 'string' ? value : undefined
  }
}

const isHint = (value: unknown): value is object =>
  typeof value === 'object' &&
  value !== null &&
  !Array.isArray(value) &&
  Object.values(value).every((one) => typeof one === 'string')

const isFocal = (value: unknown): boolean =>
  typeof value === 'object' &&
  value !== null &&
  'x' in value &&
  'y' in value &&
  typeof value.x === 'number' &&
  typeof value.y === 'number'

/** The members that say what a node is: kind and attributes, as far as they are not the usual ones. */
export function membersOf(node: PageNode): Record<string, unknown> {
  const members: Record<string, unknown> = { t: node.type.name }
  for (const [name, value] of Object.entries(node.attrs)) {
    if (name === 'id' && rooms.has(node.type.name)) continue
    const usual: unknown = node.type.spec.attrs?.[name]?.default
    if (value !== usual) members[name === 'src' ? 's' : name] = plainly(value)
  }
  return members
}

/** Values of an editor may have no prototype, which the text does not take. */
const plainly = (value: unknown): unknown =>
  typeof value === 'object' && value !== null ? { ...value } : value

/**
 * What has to be set at an embed so that it says another node than it did. `null` stands for the usual value.
 * @param has what the embed and its settings hold beside
 */
export function membersChange(before: PageNode, now: PageNode, has: Embed): Record<string, unknown> {
  const [old, next] = [membersOf(before), membersOf(now)]
  const change: Record<string, unknown> = {}
  const known = Object.keys(now.attrs).map((name) => (name === 'src' ? 's' : name))
  for (const key of ['t', ...known]) {
    if (key === 'id' && rooms.has(now.type.name)) continue
    const isOther = !same(old[key], next[key])
    const isLeft = before.type !== now.type && key in has && !same(has[key] ?? undefined, next[key])
    if (isOther || isLeft) change[key] = next[key] ?? null
  }
  return change
}

/** Whether two values that JSON can hold are the same. */
export function same(a: unknown, b: unknown): boolean {
  if (a === b) return true
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false
  const [one, other] = [new Map(Object.entries(a)), new Map(Object.entries(b))]
  return one.size === other.size && [...one].every(([key, value]) => same(value, other.get(key)))
}
