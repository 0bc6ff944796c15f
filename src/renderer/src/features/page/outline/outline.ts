import type { Node } from 'prosemirror-model'
import { levelOf, pageSchema } from '../../../../../common/formats/page/schema'
import { blockTitle, isMetadata } from '../../../engines/page/block-names'

const { nodes } = pageSchema

/** A section, a heading or a block of a page. */
export interface OutlineEntry {
  readonly kind: 'section' | 'heading' | 'block'
  /** Of a heading its words, of a block its name; of a section its number, from 1. */
  readonly text: string
  /** Of a heading 1 to 6; of the others 0. */
  readonly level: number
  /** Where it stands in the page. */
  readonly pos: number
}

/** An entry as it stands in its section, whose first place is 0. */
type InSection = readonly OutlineEntry[]

/** Sections never change: what was found in one is true as long as it stands anywhere. */
const inSections = new WeakMap<Node, InSection>()

/** Sections with their headings and blocks, in the order of the page; metadata is none of it. */
export function outlineOf(doc: Node): OutlineEntry[] {
  const entries: OutlineEntry[] = []
  let count = 0
  doc.forEach((section, pos) => {
    if (section.type !== nodes.section) return
    count += 1
    entries.push({ kind: 'section', text: String(count), level: 0, pos })
    for (const entry of inSection(section)) entries.push({ ...entry, pos: pos + 1 + entry.pos })
  })
  return entries
}

function inSection(section: Node): InSection {
  const known = inSections.get(section)
  if (known) return known
  const found: OutlineEntry[] = []
  section.descendants((node, pos) => {
    if (node.type === nodes.heading && node.textContent.trim() !== '')
      found.push({ kind: 'heading', text: node.textContent.trim(), level: levelOf(node.attrs['level']), pos })
    const classes = String(node.attrs['classes'])
    if (node.type === nodes.block && !isMetadata(classes))
      found.push({ kind: 'block', text: blockTitle(classes), level: 0, pos })
    return !node.isTextblock && !(node.type === nodes.block && isMetadata(classes))
  })
  inSections.set(section, found)
  return found
}

/** Index of the entry that a place belongs to: the last that begins before it; -1 for none. */
export function entryAt(entries: readonly OutlineEntry[], pos: number): number {
  let found = -1
  entries.forEach((entry, at) => {
    if (entry.pos <= pos) found = at
  })
  return found
}
