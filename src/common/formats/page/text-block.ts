import { Fragment, type Mark, type Node as PageNode } from 'prosemirror-model'
import type { Element } from '../../html'
import { isBlank, readLine, settledLine, sourceOf, type Stretch } from './inline'
import { hintOf, tagNameOf } from './open'
import { readChildren } from './read-blocks'
import { onlyElement, startTag } from './tags'
import { pageSchema } from './schema'
import { patchedLine, writeLine } from './units'

/**
 * The source of a paragraph or heading between its tags: the old one as far as it says the same, new text in
 * normal form. What was put together is read again; where it does not say what the node says, all of it is
 * written in normal form.
 * @param bare without tags around it
 * @returns null where it cannot stand without tags
 */
export function writeTextBlock(node: PageNode, bare: boolean): string | null {
  const content = settledLine(node.content)
  const tag = bare ? 'div' : tagNameOf(node.type.name, node.attrs)
  const text = asWritten(node, content, tag) ?? inNormalForm(content, tag)
  return !bare || mayStandBare(content, text) ? text : null
}

function asWritten(node: PageNode, content: Fragment, tag: string): string | null {
  const inner = hintOf(node)?.inner
  if (inner === undefined) return null
  const old = parsed(inner, tag)
  if (!old) return null
  if (readLine(old.source, old.nodes, old.within)?.eq(content) === true) return inner
  const text = patchedLine(old, content)
  return text !== null && saysIt(text, tag, content) ? text : null
}

function inNormalForm(settled: Fragment, tag: string): string {
  const content = writableLine(settled)
  const text = writeLine(content)
  if (!hasIslands(content) || saysIt(text, tag, content)) return text
  // an island that ends the line that it lies in is shown as the text that it is
  const nodes = content.content.map((one) =>
    one.type.name === 'inline_island' ? pageSchema.text(sourceOf(one), one.marks) : one
  )
  return writeLine(settledLine(Fragment.fromArray(nodes)))
}

/**
 * A line as it can be written: where two elements that say more than their names lie over each other, one of
 * them would be begun anew for nothing but blanks, and these would be read as an island. Then they have
 * neither. @param content settled
 */
export function writableLine(content: Fragment): Fragment {
  const isAlone = (one: PageNode) => isBlank(one) && one.marks.some(saysTag)
  if (!content.content.some(isAlone) || saysIt(writeLine(content), 'p', content)) return content
  return Fragment.fromArray(
    content.content.map((one) => (isAlone(one) ? one.mark(one.marks.filter((mark) => !saysTag(mark))) : one))
  )
}

const saysTag = (mark: Mark) => mark.attrs['tag'] !== null

const hasIslands = (content: Fragment) => content.content.some((one) => one.type.name === 'inline_island')

/**
 * Whether a line without tags is read as one: what is not of a line, and a comment at its end, would stand
 * beside it.
 */
function mayStandBare(content: Fragment, text: string): boolean {
  if (!hasIslands(content)) return true
  const line = parsed(text, 'div')
  const found =
    line && readChildren({ source: line.source, hints: new Map() }, line.element, line.within, 'cell')
  const [only, ...more] = found?.nodes ?? []
  return only?.content.eq(content) === true && more.length === 0 && only.type.name === 'paragraph'
}

function saysIt(text: string, tag: string, content: Fragment): boolean {
  const line = parsed(text, tag)
  return line !== null && readLine(line.source, line.nodes, line.within)?.eq(content) === true
}

interface Parsed {
  readonly source: string
  readonly element: Element
  readonly nodes: Element['childNodes']
  readonly within: Stretch
}

/** A line as it is parsed in its element; `null` where it is more than what stands in that. */
function parsed(inner: string, tag: string): Parsed | null {
  const open = `<body>${startTag(tag)}`
  const source = `${open}${inner}</${tag}>`
  const element = onlyElement(source, '<body>'.length)
  const place = element?.sourceCodeLocation
  const within = { from: open.length, to: open.length + inner.length }
  if (!element || place?.endOffset !== source.length || place.endTag?.startOffset !== within.to) return null
  return { source, element, nodes: element.childNodes, within }
}
