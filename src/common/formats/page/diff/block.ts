import type { Element, Node } from '../../../html'
import { hashText } from '../../core/intern'
import type { Stop } from '../../core/stop'
import type { Shortened } from './shortened'
import type { Vocabulary } from './vocabulary'
import { wordsOf } from '../../text/words-of-text'

/** A stretch of the source: offsets in UTF-16 units. */
export interface Range {
  readonly start: number
  readonly end: number
}

/** How a piece of text is set: the inline elements round it, and the address of its link. */
export interface Marks {
  readonly tags: readonly string[]
  readonly link: string | null
}

/** A stretch of text set alike, with blanks as they are read; a line break, or an image. */
export interface Run {
  readonly kind: 'text' | 'break' | 'image'
  /** The text; the alternative text of an image. */
  readonly text: string
  /** The address of an image. */
  readonly src: string | null
  readonly marks: Marks
}

/** A run of one word, space or sign. */
export interface Token extends Run {
  /** Equal for tokens that read the same, however they are set. */
  readonly number: number
}

/** A paragraph, heading, list item, cell … */
export interface Line {
  /** The element that makes it a line: `p`, `h2`, `li`, `td`, `div`. */
  readonly element: string
  /** Its place in a table or a block of rows and cells, from 0; null elsewhere. */
  readonly row: number | null
  readonly cell: number | null
  readonly runs: readonly Run[]
  /** Equal for lines that read and look the same. */
  readonly hash: number
}

export interface Attribute {
  readonly element: string
  readonly name: string
  readonly value: string
}

export interface Block {
  /** The element; `#text` for bare text. */
  readonly element: string
  /** The first class of a `div`: the name of the block; else null. */
  readonly name: string | null
  readonly range: Range | null
  /** Index of its section. */
  readonly section: number
  readonly lines: readonly Line[]
  readonly attributes: readonly Attribute[]
  readonly hash: number
}

const inline = new Set(
  'a abbr b bdi bdo cite code data del dfn em font i ins kbd label mark q s samp small span strike strong sub sup time tt u var wbr picture source img br button input'.split(
    ' '
  )
)
const unread = new Set([
  'script',
  'style',
  'template',
  'noscript',
  'source',
  'svg',
  'iframe',
  'object',
  'video',
  'audio'
])
/** Blanks that a reader sees as one space. */
const uneven = /[\t\n\r\f]| {2}/
/** What is not shown as text: that it changed is told as an attribute is. */
export const isUnread = (tagName: string): boolean => unread.has(tagName)

const plain: Marks = { tags: [], link: null }

/** A page's source, and how what the parser gives is found in it. */
interface PageSource extends Pick<Shortened, 'expand' | 'toSource'> {
  readonly source: string
}

/**
 * What a reader meets of a node; null for blanks and comments. The objects of a page are made by naming each
 * member: there are tens of thousands of them, and spreading one into another costs several times as much.
 * @param section index of the block's section
 */
export function readBlock(node: Node, section: number, source: PageSource, stop: Stop): Block | null {
  const range = rangeOf(node, source)
  const element = 'tagName' in node ? node.tagName : '#text'
  if (!('tagName' in node) && !('value' in node && node.value.trim() !== '')) return null
  const reading = readBlockLines(node, range, source, stop)
  const name = 'tagName' in node && element === 'div' ? (classOf(node) ?? null) : null
  const { lines, attributes } = reading
  let hash = hashText(element)
  for (const line of lines) hash = mixed(hash, line.hash)
  for (const one of attributes) hash = mixed(hash, hashText(`${one.element} ${one.name}=${one.value}`))
  return { element, name, range, section, lines, attributes, hash }
}

const classOf = (element: Element) =>
  element.attrs
    .find(({ name }) => name === 'class')
    ?.value.trim()
    .split(/\s+/)[0] || undefined

const mixed = (a: number, b: number) => (Math.imul(a, 0x01000193) ^ b) | 0

interface Frame {
  readonly node: Node
  readonly marks: Marks
  readonly row: number | null
  readonly cell: number | null
  readonly depth: number
  readonly pre: boolean
}
/** Comes after the children of an element that makes lines. */
type Step = Frame | 'end'

function rangeOf(node: Node, { toSource }: PageSource): Range | null {
  const place = node.sourceCodeLocation
  return place ? { start: toSource(place.startOffset), end: toSource(place.endOffset) } : null
}

function readBlockLines(root: Node, range: Range | null, page: PageSource, stop: Stop) {
  const lines: Line[] = []
  const attributes: Attribute[] = []
  let open: (Pick<Line, 'element' | 'row' | 'cell'> & { runs: Run[] }) | null = null
  // joined once: a text that is looked at after each piece would be made anew each time
  let pieces: string[] = []
  let endsBlank = false
  let holder: Pick<Line, 'element' | 'row' | 'cell'> = { element: '#text', row: null, cell: null }
  const join = () => {
    const last = open?.runs.at(-1)
    if (open && last && pieces.length > 1) open.runs[open.runs.length - 1] = withText(last, pieces.join(''))
    pieces = []
  }
  const close = () => {
    join()
    if (!open) return
    const { element, row, cell } = open
    const runs = trimmedRuns(open.runs)
    if (runs.length > 0) lines.push({ element, row, cell, runs, hash: hashOf(element, runs) })
    open = null
  }
  const add = (run: Run) => {
    join()
    open ??= { element: holder.element, row: holder.row, cell: holder.cell, runs: [] }
    open.runs.push(run)
    endsBlank = run.text.endsWith(' ')
  }
  const addText = (value: string, marks: Marks, pre: boolean) => {
    let text = pre || !uneven.test(value) ? value : value.replace(/[ \t\n\r\f]+/g, ' ')
    const last = open?.runs.at(-1)
    if (!pre && text.startsWith(' ') && (!last || endsBlank)) text = text.slice(1)
    if (text === '') return
    const goesOn = last?.kind === 'text' && sameMarks(last.marks, marks)
    if (!goesOn) add({ kind: 'text', text, src: null, marks })
    pieces.push(text)
    endsBlank = text.endsWith(' ')
  }
  const waiting: Step[] = [{ node: root, marks: plain, row: null, cell: null, depth: 0, pre: false }]
  for (let step = waiting.pop(); step; step = waiting.pop()) {
    stop()
    if (step === 'end') {
      close()
      continue
    }
    const { node, marks } = step
    if (node.nodeName === '#text' && 'value' in node) {
      addText(page.expand(node.value), marks, step.pre)
      continue
    }
    if (!('tagName' in node)) continue
    const { tagName } = node
    if (tagName === 'br') {
      add({ kind: 'break', text: '\n', src: null, marks })
    } else if (tagName === 'img') {
      const src = valueOf(node, 'src') ?? ''
      const text = valueOf(node, 'alt') ?? ''
      add({ kind: 'image', text, src, marks })
    }
    const own = ownAttributes(node)
    for (const one of own) attributes.push(one)
    if (unread.has(tagName)) {
      // not shown as text: that it changed is told as an attribute is
      const place = rangeOf(node, page) ?? (node === root ? range : null)
      const value = place ? page.source.slice(place.start, place.end) : ''
      if (tagName !== 'source') attributes.push({ element: tagName, name: 'source', value })
      continue
    }
    if (inline.has(tagName)) {
      pushChildren(node, step, marked(marks, node), step.pre, waiting)
      continue
    }
    close()
    holder = { element: tagName, row: step.row, cell: step.cell }
    waiting.push('end')
    pushChildren(node, step, marks, step.pre || tagName === 'pre', waiting)
  }
  close()
  return { lines, attributes }
}

/** The children, counted where they are rows of a table or block, or cells of a row. */
function pushChildren(
  node: Element,
  { row, cell, depth }: Frame,
  marks: Marks,
  pre: boolean,
  waiting: Step[]
): void {
  const { childNodes } = node
  const rows = row === null && holdsRows(node, depth)
  const cells = row !== null && cell === null
  let count = rows || cells ? childNodes.filter(isElement).length : 0
  // the last one first: the first one is taken next
  for (let at = childNodes.length - 1; at >= 0; at -= 1) {
    const child = childNodes[at]
    if (!child) continue
    const counted = (rows || cells) && isElement(child)
    if (counted) count -= 1
    waiting.push({
      node: child,
      marks,
      row: counted && rows ? count : row,
      cell: counted && cells ? count : cell,
      depth: depth + 1,
      pre
    })
  }
}

const isElement = (node: Node): node is Element => 'tagName' in node

function holdsRows({ tagName, childNodes }: Element, depth: number): boolean {
  if (['tbody', 'thead', 'tfoot'].includes(tagName)) return true
  return (
    tagName === 'div' && depth === 0 && childNodes.some((node) => 'tagName' in node && node.tagName === 'div')
  )
}

function marked(marks: Marks, element: Element): Marks {
  const { tagName } = element
  if (tagName === 'a') return { ...marks, link: valueOf(element, 'href') ?? '' }
  if (tagName === 'span' || tagName === 'picture' || marks.tags.includes(tagName)) return marks
  return { ...marks, tags: [...marks.tags, tagName].sort() }
}

const valueOf = (element: Element, name: string) => element.attrs.find((one) => one.name === name)?.value

/** Attributes that are told as such: not the addresses of links and images, which are told with them. */
function ownAttributes({ tagName, attrs }: Element): Attribute[] {
  const told = (name: string) =>
    !(tagName === 'a' && name === 'href') && !(tagName === 'img' && (name === 'src' || name === 'alt'))
  return attrs.filter(({ name }) => told(name)).map(({ name, value }) => ({ element: tagName, name, value }))
}

function trimmedRuns(runs: readonly Run[]): readonly Run[] {
  let end = runs.length
  for (let last = runs[end - 1]; last?.kind === 'text'; last = runs[end - 1]) {
    const text = last.text.trimEnd()
    if (text === last.text) break
    end -= 1
    if (text !== '') return [...runs.slice(0, end), withText(last, text)]
  }
  return end === runs.length ? runs : runs.slice(0, end)
}

const withText = ({ kind, src, marks }: Run, text: string): Run => ({ kind, text, src, marks })

function hashOf(element: string, runs: readonly Run[]): number {
  let hash = hashText(element)
  for (const { kind, text, src, marks } of runs) {
    hash = mixed(mixed(hash, hashText(kind)), hashText(text))
    if (src !== null) hash = mixed(hash, hashText(src))
    if (marks !== plain) hash = mixed(hash, hashText(`${marks.tags.join()} ${marks.link ?? ''}`))
  }
  return hash
}

export function sameMarks(a: Marks | null, b: Marks | null): boolean {
  if (a === b) return true
  return a !== null && b !== null && a.link === b.link && a.tags.join() === b.tags.join()
}

/** The words of a line, or of a part of it; only lines that changed are cut into them. */
export function tokensOf(runs: readonly Run[], words: Vocabulary): Token[] {
  return runs.flatMap((run): Token[] => {
    if (run.kind !== 'text') return [{ ...run, number: words.numberOf(signOf(run)) }]
    const { kind, src, marks } = run
    return wordsOf(run.text).map((text) => ({ kind, text, src, marks, number: words.numberOf(text) }))
  })
}

/** The numbers of the words and images of a line, without its blanks. */
export function wordNumbers({ runs }: Line, words: Vocabulary): number[] {
  const found: number[] = []
  for (const run of runs) {
    if (run.kind !== 'text') found.push(words.numberOf(signOf(run)))
    else for (const word of wordsOf(run.text)) if (word.trim() !== '') found.push(words.numberOf(word))
  }
  return found
}

/** Characters of what is read in them. */
export const charactersOf = (runs: readonly Run[]): number =>
  runs.reduce((sum, { text }) => sum + text.length + 1, 0)

/** Stands for what is no word. */
const signOf = ({ kind, src, text }: Run): string =>
  kind === 'break' ? '\u0001break' : `\u0001image ${src}\n${text}`
