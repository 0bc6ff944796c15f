import type { DefaultTreeAdapterTypes } from 'parse5'
import { hashText } from '../core/intern'
import type { Stop } from '../core/stop'
import { wordsOf } from './words-of-text'

type Element = DefaultTreeAdapterTypes.Element
type Node = DefaultTreeAdapterTypes.ChildNode

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

/** A word, a space, a sign, a line break, or an image. */
export interface Token {
  readonly kind: 'text' | 'break' | 'image'
  /** The word; the alternative text of an image. */
  readonly text: string
  /** The address of an image. */
  readonly src: string | null
  readonly marks: Marks
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
  readonly tokens: readonly Token[]
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

/** Numbers for words, shared by the two pages. */
export type Numbers = Map<string, number>

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
const plain: Marks = { tags: [], link: null }

/** What a reader meets of a node; null for blanks and comments. */
export function readBlock(node: Node, source: string, numbers: Numbers, stop: Stop): Block | null {
  const place = node.sourceCodeLocation
  const range = place ? { start: place.startOffset, end: place.endOffset } : null
  const element = 'tagName' in node ? node.tagName : '#text'
  if (!('tagName' in node) && !('value' in node && node.value.trim() !== '')) return null
  const reading = readLines(node, range, source, numbers, stop)
  const name = 'tagName' in node && element === 'div' ? (classOf(node) ?? null) : null
  let hash = hashText(element)
  for (const line of reading.lines) hash = mixed(hash, line.hash)
  for (const one of reading.attributes)
    hash = mixed(hash, hashText(`${one.element} ${one.name}=${one.value}`))
  return { element, name, range, section: 0, ...reading, hash }
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

function readLines(root: Node, range: Range | null, source: string, numbers: Numbers, stop: Stop) {
  const lines: Line[] = []
  const attributes: Attribute[] = []
  let open: { element: string; row: number | null; cell: number | null; tokens: Token[] } | null = null
  let holder: Pick<Line, 'element' | 'row' | 'cell'> = { element: '#text', row: null, cell: null }
  const close = () => {
    const tokens = open ? trimmedTokens(open.tokens) : []
    if (open && tokens.length > 0) lines.push({ ...open, tokens, hash: hashOf(open, tokens) })
    open = null
  }
  const add = (token: Token) => {
    open ??= { ...holder, tokens: [] }
    const last = open.tokens.at(-1)
    if (token.text === ' ' && token.kind === 'text' && last?.text === ' ') return
    open.tokens.push(token)
  }
  const numbered = (text: string) => {
    const number = numbers.get(text) ?? numbers.size
    numbers.set(text, number)
    return number
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
      for (const text of wordsOf(node.value, step.pre)) {
        add({ kind: 'text', text, src: null, marks, number: numbered(text) })
      }
      continue
    }
    if (!('tagName' in node)) continue
    const { tagName } = node
    if (tagName === 'br') {
      add({ kind: 'break', text: '\n', src: null, marks, number: numbered('\u0001break') })
    } else if (tagName === 'img') {
      const src = valueOf(node, 'src') ?? ''
      const text = valueOf(node, 'alt') ?? ''
      add({ kind: 'image', text, src, marks, number: numbered(`\u0001image ${src}\n${text}`) })
    }
    const own = ownAttributes(node)
    attributes.push(...own)
    if (unread.has(tagName)) {
      // not shown as text: that it changed is told as an attribute is
      const place =
        node.sourceCodeLocation ??
        (node === root && range ? { startOffset: range.start, endOffset: range.end } : null)
      const value = place ? source.slice(place.startOffset, place.endOffset) : ''
      if (tagName !== 'source') attributes.push({ element: tagName, name: 'source', value })
      continue
    }
    const frame = inline.has(tagName) ? { ...step, marks: marked(marks, node) } : framed(step, node)
    if (!inline.has(tagName)) {
      close()
      holder = { element: tagName, row: frame.row, cell: frame.cell }
      waiting.push('end')
    }
    pushChildren(node, frame, waiting)
  }
  close()
  return { lines, attributes }
}

/** The children, counted where they are rows of a table or block, or cells of a row. */
function pushChildren(node: Element, frame: Frame, waiting: Step[]): void {
  const { childNodes } = node
  const rows = frame.row === null && holdsRows(node, frame.depth)
  const cells = frame.row !== null && frame.cell === null
  let count = 0
  const frames = childNodes.map((child): Frame => {
    const base = { ...frame, node: child, depth: frame.depth + 1 }
    if (!('tagName' in child)) return base
    if (rows) return { ...base, row: count++ }
    return cells ? { ...base, cell: count++ } : base
  })
  for (let at = frames.length - 1; at >= 0; at -= 1) waiting.push(frames[at] ?? frame)
}

function holdsRows({ tagName, childNodes }: Element, depth: number): boolean {
  if (['tbody', 'thead', 'tfoot'].includes(tagName)) return true
  return (
    tagName === 'div' && depth === 0 && childNodes.some((node) => 'tagName' in node && node.tagName === 'div')
  )
}

function framed(frame: Frame, { tagName }: Element): Frame {
  return tagName === 'pre' ? { ...frame, pre: true } : frame
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

function trimmedTokens(tokens: readonly Token[]): readonly Token[] {
  let [start, end] = [0, tokens.length]
  while (start < end && isBlank(tokens[start])) start += 1
  while (end > start && isBlank(tokens[end - 1])) end -= 1
  return tokens.slice(start, end)
}

const isBlank = (token: Token | undefined) => token?.kind === 'text' && token.text.trim() === ''

function hashOf({ element }: Pick<Line, 'element'>, tokens: readonly Token[]): number {
  let hash = hashText(element)
  for (const { number, marks } of tokens) {
    hash = mixed(hash, number)
    if (marks !== plain) hash = mixed(hash, hashText(`${marks.tags.join()} ${marks.link ?? ''}`))
  }
  return hash
}
