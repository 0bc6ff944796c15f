import type { Node as PageNode } from 'prosemirror-model'
import { bounds } from '../../../bounds'
import {
  attribute,
  classesOf,
  elementsIn,
  isElement,
  parseHtml,
  type Element,
  type Node
} from '../../../html'
import { pageSchema, startOf } from '../schema'
import { pastedAddress, pictureAddress } from './address'
import { PastedFlow, type LineKind } from './flow'
import { itemOf, listOf } from './lists'
import { BLOCK_MARK, isSpreadsheet, originOf, type Origin } from './origin'
import type { Pasted } from './pasted'
import {
  classStyles,
  declared,
  isHidden,
  keepsLineEnds,
  lookIn,
  plainLook,
  styleOf,
  type ClassStyles,
  type Look
} from './styles'
import {
  blockClasses,
  blockOf,
  cellsOfRows,
  tableOf,
  unmerged,
  type CopiedCell,
  type CopiedRow
} from './tables'
import { isLeftOutByWord, isMarker, markerSays, wordAlt, wordItem, wordKind } from './word'

const { nodes } = pageSchema

/** What is the same for all that is pasted while it is read. */
interface Reading {
  readonly origin: Origin
  readonly classes: ClassStyles
  /** Pictures that the HTML holds itself. */
  readonly pictures: readonly string[]
  /** The marker that Word has drawn before the line that is read. */
  marker: string
  lost: number
}

interface Around {
  readonly look: Look
  /** Blanks and line ends are shown as they are. */
  readonly pre: boolean
  /** In a list, a quote or a cell, where no block has its place. */
  readonly isWithin: boolean
}

/**
 * Reads HTML of the clipboard by the rules of where it was copied (VE6). Nothing of it runs or loads; of its
 * looks a page keeps bold, italic, struck, raised and lowered, and what elements say.
 * @param as whose it is, where that is known otherwise
 * @throws GalleyError too-large, too-complex
 */
export function readPastedHtml(html: string, as?: Origin): Pasted {
  const origin = as ?? originOf(html)
  const pictures: string[] = []
  // a picture in the text itself is long: what reads HTML does not see it
  const short = html.replace(
    /data:image\/[a-z0-9.+-]{1,40};base64,[a-z0-9+/=%\s]+/gi,
    (picture) => `${HELD}${pictures.push(picture) - 1}`
  )
  const document = parseHtml(short, { within: bounds.paste, scripting: false })
  const roots = document.childNodes.filter(isElement)
  const reading: Reading = { origin, classes: classesIn(roots, origin), pictures, marker: '', lost: 0 }
  const flow = new PastedFlow()
  walk(reading, roots, { look: plainLook, pre: false, isWithin: false }, flow)
  endLine(reading, flow)
  const sections = flow.sections()
  const cells = isSpreadsheet(origin) ? cellsIn(sections) : null
  return { origin, sections, cells, lost: reading.lost }
}

/** Stands for a picture that the HTML holds, while that is read. */
const HELD = 'galley-held:'

/** Programs whose looks are said of classes. */
const saysByClass = new Set<Origin>(['excel', 'calc', 'apple'])

function classesIn(roots: readonly Element[], origin: Origin): ClassStyles {
  if (!saysByClass.has(origin)) return new Map()
  const sheets: string[] = []
  const waiting = [...roots]
  for (let element = waiting.pop(); element; element = waiting.pop()) {
    if (element.tagName === 'style')
      sheets.push(element.childNodes.map((node) => ('value' in node ? node.value : '')).join(''))
    else if (['html', 'head', 'body'].includes(element.tagName))
      for (const inside of elementsIn(element)) waiting.push(inside)
  }
  return classStyles(sheets.join('\n'))
}

/** Rows of a block that is all there is: what a spreadsheet copies. */
function cellsIn(sections: readonly (readonly PageNode[])[]): readonly (readonly PageNode[])[] | null {
  const [only, ...more] = sections.flat()
  return only?.type === nodes.block && more.length === 0
    ? only.children.map(({ children }) => children)
    : null
}

/** What has no text of its own to give, or none that is seen. */
const silent = new Set(
  'applet area base canvas col colgroup command datalist head link map meta noembed noframes optgroup option param script select source style svg template textarea title track xml'.split(
    ' '
  )
)
/** What stands on lines of its own, and is nothing to a page but what it holds. */
const holders = new Set(
  'address article aside body center dd details dialog dir div dl dt fieldset figcaption figure footer form header hgroup html legend main menu nav optgroup search section summary tbody td tfoot th thead tr'.split(
    ' '
  )
)
/** What shows something from elsewhere: a link to it is left. */
const embeds = new Set(['iframe', 'embed', 'video', 'audio', 'object'])

function walk(reading: Reading, children: readonly Node[], around: Around, flow: PastedFlow): void {
  for (const node of children) {
    if (node.nodeName === '#text' && 'value' in node) {
      flow.line.text(node.value, around.look, around.pre)
    } else if (isElement(node) && !silent.has(node.tagName)) {
      const style = styleOf(node, reading.classes)
      if (!isHidden(style) && !isLeftOut(reading, node, style))
        readElement(reading, node, style, around, flow)
    }
  }
}

function isLeftOut({ origin }: Reading, element: Element, style: string): boolean {
  if (origin === 'word') return isLeftOutByWord(element, style)
  // the end of a paragraph, as something that one could choose
  return origin === 'word-online' && classesOf(element).includes('EOP')
}

function readElement(
  reading: Reading,
  element: Element,
  style: string,
  around: Around,
  flow: PastedFlow
): void {
  const { tagName } = element
  const inside: Around = {
    ...around,
    look: lookIn(around.look, tagName, style),
    pre: declared(style, 'white-space') === '' ? around.pre : keepsLineEnds(style)
  }
  if (/^h[1-6]$/.test(tagName) || tagName === 'p') return readTextBlock(reading, element, style, inside, flow)
  switch (tagName) {
    case 'br':
      return readBreak(reading, element, style, flow)
    case 'img':
      return readPicture(reading, element, around.look, flow)
    case 'a':
      return walk(
        reading,
        element.childNodes,
        { ...inside, look: { ...inside.look, href: pastedAddress(attribute(element, 'href')) } },
        flow
      )
    case 'input':
      if (attribute(element, 'type')?.toLowerCase() === 'checkbox')
        flow.line.text(attribute(element, 'checked') === null ? '☐ ' : '☑ ', around.look, false)
      return
    case 'hr':
      endLine(reading, flow)
      if (divides(reading.origin) || attribute(element, 'data-galley-section') !== null) flow.endSection()
      else flow.add(nodes.hr.create())
      return
    case 'ul':
    case 'ol':
    case 'li':
      return readList(reading, element, inside, flow)
    case 'pre':
      endLine(reading, flow)
      flow.add(codeOf(element))
      return
    case 'blockquote':
      endLine(reading, flow)
      return addAll(flow, quoteOf(contentOf(reading, element, inside)))
    case 'table':
      endLine(reading, flow)
      return readTable(reading, element, inside, flow)
  }
  if (embeds.has(tagName)) return readEmbed(element, around.look, flow)
  if (isMarker(style)) return readMarker(reading, element, flow)
  if (!holders.has(tagName)) return walk(reading, element.childNodes, inside, flow)
  endLine(reading, flow)
  walk(reading, element.childNodes, inside, flow)
  endLine(reading, flow)
}

/** Whether what is read as a rule there is the end of a section, as authors of such sites write it. */
const divides = (origin: Origin) =>
  origin !== 'web' && origin !== 'notion' && origin !== 'galley' && origin !== 'apple'

const endLine = ({ origin }: Reading, flow: PastedFlow) => flow.endLine(divides(origin))

function readTextBlock(
  reading: Reading,
  element: Element,
  style: string,
  around: Around,
  flow: PastedFlow
): void {
  endLine(reading, flow)
  const before = flow.open
  flow.open = before?.kind === 'heading' ? before : kindOf(reading, element, style)
  reading.marker = ''
  walk(reading, element.childNodes, around, flow)
  if (flow.open.kind === 'item')
    flow.open = { ...flow.open, item: { ...flow.open.item, ...markerSays(reading.marker) } }
  endLine(reading, flow)
  flow.open = before
}

function kindOf({ origin }: Reading, element: Element, style: string): LineKind {
  const level =
    /^h([1-6])$/.exec(element.tagName)?.[1] ??
    (attribute(element, 'role') === 'heading' ? attribute(element, 'aria-level') : null)
  if (level !== null) return { kind: 'heading', level: Math.min(6, Math.max(1, Number(level) || 1)) }
  if (origin !== 'word') return { kind: 'paragraph' }
  const kind = wordKind(element)
  if (kind === 'title') return { kind: 'heading', level: 1 }
  if (kind === 'quote') return { kind: 'quote' }
  const item = wordItem(style)
  return item ? { kind: 'item', item: { ...item, ordered: false, start: 1 } } : { kind: 'paragraph' }
}

/** The number of a heading is text to its readers; that of an item is drawn by its list. */
function readMarker(reading: Reading, element: Element, flow: PastedFlow): void {
  const marker = textIn(element)
    .replace(/[\s\u00a0]+/g, ' ')
    .trim()
  if (flow.open?.kind === 'item') reading.marker = marker
  else if (flow.open?.kind === 'heading' && marker !== '') flow.line.text(`${marker} `, plainLook, false)
}

function readBreak(reading: Reading, element: Element, style: string, flow: PastedFlow): void {
  if (declared(style, 'mso-break-type') === 'section-break') {
    endLine(reading, flow)
    flow.endSection()
  } else if (!classesOf(element).includes('Apple-interchange-newline')) flow.lineBreak()
}

function readPicture(reading: Reading, element: Element, look: Look, flow: PastedFlow): void {
  const isDot = ['width', 'height'].some((side) => /^[012](px)?$/.test(attribute(element, side) ?? ''))
  if (isDot) return
  const src = attribute(element, 'src') ?? ''
  const url = pictureAddress(
    src.startsWith(HELD) ? (reading.pictures[Number(src.slice(HELD.length))] ?? null) : src
  )
  if (url === null) {
    reading.lost += 1
    return
  }
  const alt = attribute(element, 'alt')
  const said = alt !== null && reading.origin === 'word' ? wordAlt(alt) : alt
  flow.line.atom(nodes.image.create({ url, alt: said }), { ...plainLook, href: look.href })
}

function readEmbed(element: Element, look: Look, flow: PastedFlow): void {
  const source = elementsIn(element).find(({ tagName }) => tagName === 'source')
  const href = pastedAddress(attribute(element, 'src') ?? (source ? attribute(source, 'src') : null))
  if (href !== null && /^https?:/i.test(href)) flow.line.text(href, { ...look, href }, false)
}

/** A list as it is written; what Word on the web copies item by item says itself how deep it lies. */
function readList(reading: Reading, element: Element, around: Around, flow: PastedFlow): void {
  endLine(reading, flow)
  const isAlone = element.tagName === 'li'
  const items = isAlone ? [element] : elementsIn(element)
  const level = Number(attribute(items[0] ?? element, 'data-aria-level') ?? 0)
  if (level === 0 && !isAlone) return flow.add(listIn(reading, element, items, around))
  for (const item of items)
    flow.addItem({
      list: attribute(item, 'data-listid') ?? '',
      level: Math.min(20, Math.max(1, Number(attribute(item, 'data-aria-level') ?? level) || 1)),
      ordered: element.tagName === 'ol',
      start: startOf(attribute(element, 'start')),
      content: contentOf(reading, item, around)
    })
}

function listIn(reading: Reading, element: Element, children: readonly Element[], around: Around): PageNode {
  const items: PageNode[][] = []
  for (const child of children) {
    const isList = child.tagName === 'ul' || child.tagName === 'ol'
    const last = items.at(-1)
    // where a list lies in another without an item around it, it belongs to the item before
    if (isList && last) last.push(listIn(reading, child, elementsIn(child), around))
    else if (isList) items.push([listIn(reading, child, elementsIn(child), around)])
    else if (!silent.has(child.tagName)) {
      const style = styleOf(child, reading.classes)
      const look = lookIn(around.look, child.tagName, style)
      const content = isHidden(style) ? [] : contentOf(reading, child, { ...around, look })
      if (content.length > 0) items.push(content)
    }
  }
  return listOf(element.tagName === 'ol', startOf(attribute(element, 'start')), items.map(itemOf))
}

/**
 * What stands in an element, one under another. Sections do not lie in anything: their ends are passed over.
 */
function contentOf(reading: Reading, element: Element, around: Around): PageNode[] {
  const flow = new PastedFlow()
  walk(reading, element.childNodes, { ...around, isWithin: true }, flow)
  flow.endLine()
  return flow.sections().flat()
}

const quoteOf = (content: readonly PageNode[]) =>
  content.length === 0 ? [] : [nodes.blockquote.create(null, [...content])]

const addAll = (flow: PastedFlow, made: readonly PageNode[]) => {
  for (const node of made) flow.add(node)
}

function codeOf(element: Element): PageNode {
  const [code] = elementsIn(element)
  const names = [...classesOf(element), ...(code ? classesOf(code) : [])]
  const language =
    names
      .map((name) => /^lang(?:uage)?-([\w+#.-]{1,40})$/.exec(name)?.[1])
      .find((found) => found !== undefined) ?? null
  const text = textIn(element)
    .replace(/\r\n?/g, '\n')
    .replace(/\u00a0/g, ' ')
    .replace(/^\n|\n$/g, '')
  return nodes.code_block.create({ language }, text === '' ? null : pageSchema.text(text))
}

/** All text of an element as it is, with a line end for each break. */
function textIn(element: Element): string {
  return element.childNodes
    .map((node) =>
      'value' in node ? node.value : !isElement(node) ? '' : node.tagName === 'br' ? '\n' : textIn(node)
    )
    .join('')
}

function readTable(reading: Reading, element: Element, around: Around, flow: PastedFlow): void {
  const rows: CopiedRow[] = []
  const read = (holder: Element, part: string) => {
    for (const child of elementsIn(holder)) {
      const style = styleOf(child, reading.classes)
      if (isHidden(style) || isLeftOut(reading, child, style)) continue
      if (child.tagName === 'tr') rows.push({ part, cells: cellsOf(reading, child, around) })
      else if (/^t(head|body|foot)$/.test(child.tagName)) read(child, child.tagName)
      else if (child.tagName === 'caption') addAll(flow, contentOf(reading, child, around))
    }
  }
  read(element, 'tbody')
  const filled = rows.filter(({ cells }) => cells.length > 0)
  if (filled.length === 0) return
  if (around.isWithin) return flow.add(tableOf(unmerged(filled)))
  if (isSpreadsheet(reading.origin)) return flow.add(blockOf('table', cellsOfRows(unmerged(filled))))
  const classes = attribute(element, BLOCK_MARK) ?? blockClasses(filled)
  if (classes === null || classes.trim() === '') return flow.add(tableOf(unmerged(filled)))
  flow.add(blockOf(classes, cellsOfRows(unmerged(filled.slice(1)))))
}

function cellsOf(reading: Reading, row: Element, around: Around): CopiedCell[] {
  return elementsIn(row)
    .filter(({ tagName }) => tagName === 'td' || tagName === 'th')
    .filter((cell) => !isHidden(styleOf(cell, reading.classes)))
    .map((cell) => {
      const header = cell.tagName === 'th'
      const look = lookIn(around.look, cell.tagName, styleOf(cell, reading.classes))
      const span = (name: string, most: number) => {
        const found = Number.parseInt(attribute(cell, name) ?? '1', 10)
        return Number.isFinite(found) && found >= 0 ? Math.min(found, most) : 1
      }
      return {
        content: contentOf(reading, cell, { ...around, look }),
        header,
        columns: Math.max(1, span('colspan', 1_000)),
        rows: span('rowspan', 65_534)
      }
    })
}
