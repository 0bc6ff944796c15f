import type { Attrs, Fragment, Node as PageNode } from 'prosemirror-model'
import { attribute, everyElement, isElement, type Element, type Node } from '../../html'
import { isClosed, readLine, type Stretch } from './inline'
import { readCode } from './code'
import { hintOf, mayStayOpen, normalOpen } from './open'
import { knowIsland } from './island'
import { pageSchema, partName, startOf, type Hint, type NodeName as Name } from './schema'
import { blanks } from './tags'
import { writeLine } from './units'

/** What is the same for all of a page while it is read. */
export interface Reading {
  readonly source: string
  /** Most hints are a lead alone, and there are few of them. */
  readonly hints: Map<string, Hint>
}

const types = pageSchema.nodes

/** What stands in an element, and the blanks behind the last of it. */
interface Children {
  readonly nodes: PageNode[]
  readonly tail: string
}

/**
 * What may stand in a node, apart from islands: by the name of its element, and whether lines may stand there
 * bare.
 */
const holds: Readonly<Record<string, (element: Element) => Name | null>> = {
  doc: ({ tagName }) => (tagName === 'div' ? 'section' : null),
  section: (element) =>
    element.tagName === 'div' ? (attribute(element, 'class') ? 'block' : null) : flowName(element),
  block: ({ tagName }) => (tagName === 'div' ? 'row' : null),
  row: ({ tagName }) => (tagName === 'div' ? 'cell' : null),
  bullet_list: ({ tagName }) => (tagName === 'li' ? 'list_item' : null),
  ordered_list: ({ tagName }) => (tagName === 'li' ? 'list_item' : null),
  table: ({ tagName }) =>
    tagName === 'tr' ? 'table_row' : /^t(head|body|foot)$/.test(tagName) ? 'table_part' : null,
  table_part: ({ tagName }) => (tagName === 'tr' ? 'table_row' : null),
  table_row: ({ tagName }) => (tagName === 'td' || tagName === 'th' ? 'table_cell' : null)
}
const flowOf = new Map<string, Name>([
  ['p', 'paragraph'],
  ...['h1', 'h2', 'h3', 'h4', 'h5', 'h6'].map((tag): [string, Name] => [tag, 'heading']),
  ['ul', 'bullet_list'],
  ['ol', 'ordered_list'],
  ['blockquote', 'blockquote'],
  ['pre', 'code_block'],
  ['hr', 'hr'],
  ['table', 'table']
])
const flowName = ({ tagName }: Element): Name | null => flowOf.get(tagName) ?? null

/** Elements that are a line, or part of one, where they stand beside blocks. */
const lineTags = new Set(
  'a abbr acronym b bdi bdo big br cite code data del dfn em font i img ins kbd mark picture q s samp small span strike strong sub sup time tt u var wbr'.split(
    ' '
  )
)
const blockTags = new Set([
  ...flowOf.keys(),
  ...'address article aside details dialog div dl fieldset figure footer form header main nav search section'.split(
    ' '
  )
])
const isLine = (element: Element): boolean => lineTags.has(element.tagName) && !holdsBlock(element)
const holdsBlock = (element: Element): boolean =>
  element.childNodes.some((node) => isElement(node) && (blockTags.has(node.tagName) || holdsBlock(node)))

/**
 * Reads what stands in an element.
 * @param within the source between its tags, which its children must fill without a gap
 * @returns null where they do not: the element is an island then, or what it lies in
 */
export function readChildren(
  reading: Reading,
  parent: Element,
  within: Stretch,
  kind: Name
): Children | null {
  const { source } = reading
  const nameOf = holds[kind] ?? flowName
  const holdsLines = kind === 'section' || !(kind in holds)
  const nodes: PageNode[] = []
  let [lead, at, lines] = [within.from, within.from, [] as Node[]]
  const flush = () => {
    if (lines.length === 0) return true
    const end = addLines(reading, nodes, lines, lead)
    lines = []
    if (end === null) return false
    lead = end
    return true
  }
  for (const node of ownNodes(parent)) {
    const place = node.sourceCodeLocation
    if (!place || place.startOffset !== at || place.endOffset > within.to) return null
    at = place.endOffset
    const raw = source.slice(place.startOffset, at)
    const isText = node.nodeName === '#text'
    if (isText && blanks.test(raw)) {
      if (lines.length > 0) lines.push(node)
      continue
    }
    if (holdsLines && (isText || (isElement(node) ? isLine(node) : lines.length > 0))) {
      lines.push(node)
      continue
    }
    if (!flush()) return null
    // whether a table ends a paragraph hangs on the doctype of the page: nothing that a part of it could know
    if (isElement(node) && node.tagName === 'table' && isOpenParagraph(nodes.at(-1))) return null
    const start = place.startOffset
    const made = isElement(node) ? readElement(reading, node, nameOf(node), source.slice(lead, start)) : null
    const isIsland = isText ? kind === 'doc' : !isElement(node) || isClosed(node, source)
    if (made) nodes.push(made)
    else if (isIsland) nodes.push(island(reading, raw, source.slice(lead, start), kind))
    else return null
    lead = at
  }
  if (at !== within.to || !flush()) return null
  return { nodes, tail: source.slice(lead, within.to) }
}

/**
 * What stands in an element. A table has a body also where nobody wrote one: its rows are those of the table
 * then.
 */
const ownNodes = (parent: Element): readonly Node[] =>
  parent.tagName === 'table'
    ? parent.childNodes.flatMap((node) =>
        isElement(node) && node.tagName === 'tbody' && !node.sourceCodeLocation ? node.childNodes : [node]
      )
    : parent.childNodes

/** A table with a cell over several rows or columns is no grid: it stays as it is written. */
function hasSpans(table: Element): boolean {
  for (const element of everyElement([table]))
    if (attribute(element, 'colspan') !== null || attribute(element, 'rowspan') !== null) return true
  return false
}

const isOpenParagraph = (node: PageNode | undefined) =>
  node?.type === types.paragraph && hintOf(node)?.close === ''

/**
 * A run of what is in lines: bare paragraphs, with the comments at its ends as islands.
 * @returns where it ends, null where it is no line
 */
function addLines(reading: Reading, nodes: PageNode[], run: readonly Node[], from: number): number | null {
  const { source } = reading
  const isBeside = (node: Node | undefined) =>
    node !== undefined &&
    (node.nodeName === '#comment' || (node.nodeName === '#text' && isBlank(node, source)))
  let [first, last] = [0, run.length]
  while (isBeside(run[last - 1])) last -= 1
  while (first < last && isBeside(run[first])) first += 1
  let at = from
  const islands = (some: readonly Node[]) => {
    for (const node of some) {
      const place = node.sourceCodeLocation
      if (!place || node.nodeName !== '#comment') continue
      const raw = source.slice(place.startOffset, place.endOffset)
      nodes.push(island(reading, raw, source.slice(at, place.startOffset), 'section'))
      at = place.endOffset
    }
  }
  islands(run.slice(0, first))
  const line = run.slice(first, last)
  const within = {
    from: line[0]?.sourceCodeLocation?.startOffset ?? at,
    to: line.at(-1)?.sourceCodeLocation?.endOffset ?? at
  }
  const content = readLine(source, line, within)
  if (!content) return null
  const trimmed = withoutBlanks(source, within)
  if (content.childCount > 0) {
    const lead = source.slice(at, trimmed.from)
    const inner = innerHint(source.slice(trimmed.from, trimmed.to), content)
    nodes.push(types.paragraph.create({ bare: true, src: hint(reading, { lead, ...inner }) }, content))
    at = trimmed.to
  }
  islands(run.slice(last))
  return at
}

const isBlank = (node: Node, source: string) =>
  blanks.test(source.slice(node.sourceCodeLocation?.startOffset, node.sourceCodeLocation?.endOffset))

function withoutBlanks(source: string, { from, to }: Stretch): Stretch {
  while (from < to && blanks.test(source.charAt(from))) from += 1
  while (to > from && blanks.test(source.charAt(to - 1))) to -= 1
  return { from, to }
}

/** An element as the node that stands for it; `null` where it is an island. */
function readElement(reading: Reading, element: Element, name: Name | null, lead: string): PageNode | null {
  const { source } = reading
  const place = element.sourceCodeLocation
  if (name === null || !place?.startTag || (name === 'table' && hasSpans(element))) return null
  const type = types[name]
  if (name === 'code_block') return readCode(source, element, (own) => hint(reading, { lead, ...own }))
  const attrs = attributesOf(name, element)
  const open = source.slice(place.startOffset, place.startTag.endOffset)
  const openHint = open === normalOpen(name, attrs) ? {} : { open }
  if (name === 'hr') return type.create({ ...attrs, src: hint(reading, { lead, ...openHint }) })
  if (!place.endTag && !mayStayOpen.has(name)) return null
  const within = { from: place.startTag.endOffset, to: place.endTag?.startOffset ?? place.endOffset }
  const close = source.slice(within.to, place.endOffset)
  const tags = { lead, ...openHint, ...(close === `</${element.tagName}>` ? {} : { close }) }
  if (type.isTextblock) {
    const content = readLine(source, element.childNodes, within)
    if (!content) return null
    const inner = innerHint(source.slice(within.from, within.to), content)
    return type.create({ ...attrs, src: hint(reading, { ...tags, ...inner }) }, content)
  }
  const found = readChildren(reading, element, within, name)
  if (!found) return null
  const tail = found.tail === '' ? {} : { tail: found.tail }
  return type.create({ ...attrs, src: hint(reading, { ...tags, ...tail }) }, found.nodes)
}

const innerHint = (inner: string, content: Fragment): Hint => (inner === writeLine(content) ? {} : { inner })

function island(reading: Reading, raw: string, lead: string, parent: Name): PageNode {
  return knowIsland(types.island.create({ raw, src: hint(reading, { lead }) }), parent)
}

/** The same object for all that have a lead alone; one without a lead says so with its absence. */
function hint(reading: Reading, { lead = '', ...more }: Hint): Hint {
  const own = lead === '' ? more : { lead, ...more }
  if (Object.keys(more).length > 0) return own
  const known = reading.hints.get(lead)
  if (known) return known
  reading.hints.set(lead, own)
  return own
}

/** What a node says by its tag. */
function attributesOf(name: Name, element: Element): Attrs {
  switch (name) {
    case 'block':
      return { classes: attribute(element, 'class') ?? '' }
    case 'heading':
      return { level: Number(element.tagName.slice(1)), id: attribute(element, 'id') }
    case 'ordered_list':
      return { start: startOf(attribute(element, 'start')) }
    case 'table_part':
      return { tag: partName(element.tagName) }
    case 'table_cell':
      return { header: element.tagName === 'th' }
    default:
      return {}
  }
}
