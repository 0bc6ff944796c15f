import { Fragment, Mark, type Node as PageNode } from 'prosemirror-model'
import { isElement, type Element, type Node } from '../../html'
import { imageSource, readImage } from './image'
import { says } from './letters'
import { markOf, settledMark } from './marks'
import { pageSchema } from './schema'
import { blanks, onlyNode, readTag } from './tags'

const { hard_break: hardBreak, inline_island: inlineIsland } = pageSchema.nodes
const { link, wrap } = pageSchema.marks

/** A stretch of a source. */
export interface Stretch {
  readonly from: number
  readonly to: number
}

/** Told what stands in a line, in its order. */
export interface LineSink {
  /** @param value as the parser reads it, blanks and all */
  text(value: string, at: Stretch): void
  atom(node: PageNode, at: Stretch): void
  enter(mark: Mark, open: string, close: string): void
  leave(): void
}

/**
 * Goes through what stands in a line.
 * @param nodes they must fill the stretch without a gap
 * @returns false where they do not, where something does not nest or is not closed: the line cannot be edited
 * then
 */
export function walkLine(source: string, nodes: readonly Node[], within: Stretch, sink: LineSink): boolean {
  let at = within.from
  for (const node of nodes) {
    const place = node.sourceCodeLocation
    if (!place || place.startOffset !== at || place.endOffset > within.to) return false
    const stretch = { from: at, to: place.endOffset }
    at = stretch.to
    if (node.nodeName === '#text' && 'value' in node) {
      if (!says(source.slice(stretch.from, stretch.to), node.value)) return false
      sink.text(node.value, stretch)
    } else if (isElement(node)) {
      if (!walkElement(source, node, stretch, sink)) return false
    } else sink.atom(inlineIsland.create({ raw: source.slice(stretch.from, stretch.to) }), stretch)
  }
  return at === within.to
}

function walkElement(source: string, element: Element, at: Stretch, sink: LineSink): boolean {
  if (!isClosed(element, source)) return false
  const { startTag, endTag } = element.sourceCodeLocation ?? {}
  const raw = source.slice(at.from, at.to)
  if (element.tagName === 'br') {
    sink.atom(hardBreak.create({ raw: raw === '<br>' ? null : raw }), at)
    return true
  }
  const mark = startTag && endTag ? markOf(element, source.slice(at.from, startTag.endOffset)) : null
  if (mark && startTag && endTag && !isEmpty(element)) {
    sink.enter(mark, source.slice(at.from, startTag.endOffset), source.slice(endTag.startOffset, at.to))
    const inside = { from: startTag.endOffset, to: endTag.startOffset }
    if (!walkLine(source, element.childNodes, inside, sink)) return false
    sink.leave()
    return true
  }
  const image = element.tagName === 'img' || element.tagName === 'picture' ? readImage(element, raw) : null
  sink.atom(image ?? inlineIsland.create({ raw }), at)
  return true
}

const voidTags = new Set(
  'area base basefont bgsound br col embed frame hr img input keygen link meta param source track wbr'.split(
    ' '
  )
)

/** Whether an element ends by itself, so that it can stand anywhere without taking in what follows. */
export function isClosed(element: Element, source: string): boolean {
  const place = element.sourceCodeLocation
  if (!place?.startTag) return false
  if (place.endTag || voidTags.has(element.tagName)) return true
  return (
    element.namespaceURI !== 'http://www.w3.org/1999/xhtml' &&
    place.endOffset === place.startTag.endOffset &&
    source.slice(place.startOffset, place.endOffset).endsWith('/>')
  )
}

/**
 * Nothing to edit in it: nothing at all, or blanks in a tag that says more than its name. An element in it
 * that is an island itself, such as an icon in a link, is something.
 */
function isEmpty(element: Element, says = false): boolean {
  const more = says || saysMore(element)
  return element.childNodes.every((node) => {
    if ('value' in node) return node.value === '' || (more && blanks.test(node.value))
    if (!more || !isElement(node) || markOf(node, '') === null || saysMore(node)) return false
    return !isEmpty(node) && isEmpty(node, true)
  })
}

const saysMore = ({ attrs }: Element) => attrs.some(({ name }) => name !== 'href')

/**
 * The nodes of a line as they are edited; `null` where it cannot be.
 * @param preserve keeps blanks as they are, as in code
 */
export function readLine(
  source: string,
  nodes: readonly Node[],
  within: Stretch,
  preserve = false
): Fragment | null {
  const line = new Line(preserve)
  return walkLine(source, nodes, within, line) ? line.content() : null
}

/**
 * Puts nodes together, with a run of blanks as one, and none at the ends or behind a break: as browsers show
 * it.
 */
class Line implements LineSink {
  private readonly nodes: PageNode[] = []
  private readonly outer: (readonly Mark[])[] = []
  private marks: readonly Mark[] = Mark.none
  private isBlank = true

  constructor(private readonly preserve: boolean) {}

  text(value: string): void {
    const text = this.preserve ? value : this.collapsed(value)
    if (text === '') return
    this.isBlank = text.endsWith(' ')
    this.nodes.push(pageSchema.text(text, this.marks))
  }

  private collapsed(value: string): string {
    const text = /[\t\n\f\r]| {2}/.test(value) ? value.replace(/[ \t\n\f\r]+/g, ' ') : value
    return this.isBlank && text.startsWith(' ') ? text.slice(1) : text
  }

  atom(node: PageNode): void {
    this.isBlank = node.type === hardBreak
    this.nodes.push(this.marks.length > 0 ? node.mark(this.marks) : node)
  }

  enter(mark: Mark): void {
    this.outer.push(this.marks)
    this.marks = mark.addToSet(this.marks)
  }

  leave(): void {
    this.marks = this.outer.pop() ?? Mark.none
  }

  content(): Fragment {
    const last = this.nodes.at(-1)
    if (!this.preserve && last?.text?.endsWith(' ') === true) {
      this.nodes.pop()
      if (last.text.length > 1) this.nodes.push(pageSchema.text(last.text.slice(0, -1), last.marks))
    }
    return Fragment.fromArray(this.nodes)
  }
}

/**
 * A line as reading what is written of it gives it: blanks as browsers show them, which they are not while
 * somebody types, and marks, pictures and islands as their source says. @param preserve as of `readLine`
 */
export function settledLine(content: Fragment, preserve = false): Fragment {
  const line = new Line(preserve)
  content.forEach((node, _, at) => {
    // blanks alone in a tag that says more than its name would be an island
    const isAlone = (mark: Mark) => !preserve && mark.attrs['tag'] !== null && isBlankIn(mark, content, at)
    const isOutside = (mark: Mark) => isAlone(mark) || (isAnchor(mark) && holdsAnchor(node))
    const marks = node.marks.flatMap((mark) => (isOutside(mark) ? [] : (settledMark(mark) ?? [])))
    marks.forEach((mark) => line.enter(mark))
    if (node.isText) line.text((node.text ?? '').replaceAll('\0', ''))
    else settledAtom(node).forEach((one) => (one.isText ? line.text(one.text ?? '') : line.atom(one)))
    marks.forEach(() => line.leave())
  })
  return line.content()
}

/** Nothing but blanks. */
export const isBlank = (node: PageNode): boolean => node.isText && blanks.test(node.text ?? '')

/** Whether all that has this mark around here is blanks. */
function isBlankIn(mark: Mark, content: Fragment, at: number): boolean {
  const has = (index: number) => mark.isInSet(content.maybeChild(index)?.marks ?? Mark.none)
  let [from, to] = [at, at]
  while (has(from - 1)) from -= 1
  while (has(to + 1)) to += 1
  return content.content.slice(from, to + 1).every(isBlank)
}

/** A link cannot lie in a link: what holds one stands beside the link that is put around it. */
const isAnchor = (mark: Mark) =>
  mark.type === link || (mark.type === wrap && readTag(String(mark.attrs['tag']))?.name === 'a')
const holdsAnchor = (node: PageNode) => node.type === inlineIsland && /<a[\s/>]/i.test(sourceOf(node))

const settledAtoms = new WeakMap<PageNode, Fragment>()

function settledAtom(node: PageNode): Fragment {
  const known = settledAtoms.get(node)
  if (known) return known
  const raw = sourceOf(node.mark(Mark.none))
  const only = onlyNode(`<body>${raw}`)
  const within = { from: '<body>'.length, to: '<body>'.length + raw.length }
  const text = raw === '' ? Fragment.empty : Fragment.from(pageSchema.text(raw))
  const settled = (only && readLine(`<body>${raw}`, [only], within)) ?? text
  settledAtoms.set(node, settled)
  return settled
}

/** How what is no text in a line is written. */
export function sourceOf(atom: PageNode): string {
  if (atom.type.name === 'image') return imageSource(atom)
  const raw: unknown = atom.attrs['raw']
  if (atom.type === hardBreak) return typeof raw === 'string' && readTag(raw)?.name === 'br' ? raw : '<br>'
  return String(raw)
}
