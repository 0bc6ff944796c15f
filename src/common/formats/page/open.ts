import type { Attrs, Node as PageNode } from 'prosemirror-model'
import { levelOf, partName, startOf, type Hint } from './schema'
import { exchanged, readTag, startTag } from './tags'

/** The element that a node is, where it has one. */
export function tagNameOf(name: string, attrs: Attrs): string {
  switch (name) {
    case 'paragraph':
      return 'p'
    case 'heading':
      return `h${levelOf(attrs['level'])}`
    case 'bullet_list':
      return 'ul'
    case 'ordered_list':
      return 'ol'
    case 'list_item':
      return 'li'
    case 'blockquote':
    case 'hr':
    case 'table':
      return name
    case 'table_part':
      return partName(attrs['tag'])
    case 'table_row':
      return 'tr'
    case 'table_cell':
      return attrs['header'] === true ? 'th' : 'td'
    default:
      return 'div'
  }
}

/** The start tag of a node in normal form. */
export function normalOpen(name: string, attrs: Attrs): string {
  return startTag(tagNameOf(name, attrs), saidByTag(name, attrs))
}

/**
 * The start tag of a node as written, with only that exchanged in which it does not say what the node says.
 */
export function openTag(node: PageNode): string {
  const { name } = node.type
  const written = hintOf(node)?.open
  const tag = written === undefined ? null : readTag(written)
  if (written === undefined || !tag) return normalOpen(name, node.attrs)
  const said = saidByTag(name, node.attrs)
  const start = tag.attributes.get('start')
  const isSameStart = name === 'ordered_list' && startOf(start ?? null) === node.attrs['start']
  return exchanged(written, {
    name: tagNameOf(name, node.attrs),
    attributes: isSameStart ? { ...said, start: start ?? null } : said
  })
}

/**
 * The end tag of a node: as written where it ends the node. Empty where it was left out, which only its
 * neighbour can allow.
 */
export function closeTag(node: PageNode): string {
  const name = tagNameOf(node.type.name, node.attrs)
  const written = hintOf(node)?.close
  if (written === '' && mayStayOpen.has(node.type.name)) return ''
  return written?.toLowerCase().replace(/[ \t\n\f\r]*>$/, '>') === `</${name}>` ? written : `</${name}>`
}

/** Nodes whose end tag may be left out. */
export const mayStayOpen: ReadonlySet<string> = new Set([
  'paragraph',
  'list_item',
  'table_part',
  'table_row',
  'table_cell'
])

/** What a node remembers; what is no hint is none. */
export function hintOf(node: PageNode): Hint | null {
  const src: unknown = node.attrs['src']
  return typeof src === 'object' && src !== null && isHint(src) ? src : null
}

const isHint = (src: object): src is Hint => Object.values(src).every((value) => typeof value === 'string')

/** The attributes by which a tag says what its node says. */
function saidByTag(name: string, attrs: Attrs): Record<string, string | null> {
  switch (name) {
    case 'block':
      return { class: String(attrs['classes']) }
    case 'heading':
      return { id: typeof attrs['id'] === 'string' ? attrs['id'] : null }
    case 'ordered_list':
      return { start: attrs['start'] === 1 ? null : String(attrs['start']) }
    case 'bullet_list':
      return { start: null }
    default:
      return {}
  }
}
