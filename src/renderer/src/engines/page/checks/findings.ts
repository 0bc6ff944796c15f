import type { Node } from 'prosemirror-model'
import type { EditorState } from 'prosemirror-state'
import { levelOf, pageSchema } from '../../../../../common/formats/page/schema'
import { isMetadata } from '../block-names'
import { offsetOfPlace } from '../places'
import { words } from './words'

const { nodes } = pageSchema

/** What a reader of a page would stumble over, and where it is. */
export interface Finding {
  readonly from: number
  readonly to: number
  readonly message: string
  /** The checks of the source tell it, too. */
  readonly isInSource: boolean
}

/** A heading or a finding of a section, whose first place is 0. */
interface InSection {
  readonly headings: readonly { readonly level: number; readonly from: number; readonly to: number }[]
  readonly findings: readonly Finding[]
}

/** Sections never change: what was found in one is true as long as it stands anywhere. */
const known = new WeakMap<Node, InSection>()

/**
 * All findings of a page: headings out of order, links without words, pictures without a description, words
 * that only fill.
 */
export function findingsIn(doc: Node): Finding[] {
  const found: Finding[] = []
  let [before, hasFirst] = [0, false]
  doc.forEach((section, pos) => {
    const { headings, findings } = sectionOf(section)
    const inDoc = (place: number) => pos + 1 + place
    for (const one of findings) found.push({ ...one, from: inDoc(one.from), to: inDoc(one.to) })
    for (const { level, from, to } of headings) {
      const message =
        level === 1 && hasFirst
          ? words.secondHeading
          : before > 0 && level > before + 1
            ? words.skipped(level, before)
            : null
      if (message !== null) found.push({ from: inDoc(from), to: inDoc(to), message, isInSource: false })
      hasFirst ||= level === 1
      before = level
    }
  })
  return found.sort((one, other) => one.from - other.from)
}

/** Where in the source of the page a finding is, as an offset; null where it does not say. */
export const offsetOfFinding = (state: EditorState, { from }: Finding): number | null =>
  offsetOfPlace(state, from)

function sectionOf(section: Node): InSection {
  const before = known.get(section)
  if (before) return before
  const headings: InSection['headings'][number][] = []
  const findings: Finding[] = []
  section.descendants((node, pos) => {
    if (node.type === nodes.block && isMetadata(String(node.attrs['classes']))) return false
    if (!node.isTextblock) return true
    const [from, to] = [pos + 1, pos + 1 + node.content.size]
    if (node.type === nodes.heading && to > from)
      headings.push({ level: levelOf(node.attrs['level']), from, to })
    if (node.type !== nodes.code_block) findings.push(...inLine(node, from))
    return false
  })
  const made = { headings, findings }
  known.set(section, made)
  return made
}

function inLine(line: Node, start: number): Finding[] {
  const found: Finding[] = []
  const text = line.textBetween(0, line.content.size, undefined, '\uFFFC')
  for (const { index, 0: match } of text.matchAll(/lorem ipsum/gi))
    found.push({
      from: start + index,
      to: start + index + match.length,
      message: words.fills,
      isInSource: false
    })
  line.forEach((node, offset, at) => {
    if (node.type !== nodes.image) return
    const [from, to] = [start + offset, start + offset + node.nodeSize]
    const alt: unknown = node.attrs['alt']
    const hasWords = typeof alt === 'string' && alt.trim() !== ''
    const link = node.marks.find(({ type }) => type.name === 'link')
    const isAlone =
      link !== undefined &&
      [line.maybeChild(at - 1), line.maybeChild(at + 1)].every(
        (beside) => !beside || !link.isInSet(beside.marks)
      )
    if (isAlone && !hasWords) found.push({ from, to, message: words.silentLink, isInSource: false })
    else if (alt === null) found.push({ from, to, message: words.noDescription, isInSource: true })
  })
  return found
}
