import { attribute, isElement, parseHtml, pushReversed, type Element, type Node } from '../html'
import { isAddressText } from '../links/inside'
import { htmlSigns, openReferences, type Reference } from '../links/signs'
import { inline, unread } from '../search/reading/page-units'
import { endsOf, type Container, type Piece } from './piece'

/** What a page says, run by run and attribute by attribute, and the elements that it says it in. */
interface PageReading {
  readonly pieces: readonly Piece[]
  /** The names of all elements, in their order. */
  readonly shape: string
}

/** Attributes that say something to people. */
const said: ReadonlySet<string> = new Set([
  'alt',
  'title',
  'aria-label',
  'aria-description',
  'placeholder',
  'label',
  'summary'
])
/** Attributes that are one address. */
const addresses: ReadonlySet<string> = new Set(['href', 'src', 'poster', 'cite', 'action', 'formaction'])

interface Leaving {
  readonly leave: true
}

/** @throws GalleyError too-large · too-complex */
export function pagePieces(html: string): PageReading {
  const document = parseHtml(html, { locations: true, scripting: false })
  const reference = openReferences()
  const pieces: Piece[] = []
  const names: string[] = []
  let run = new Run()
  const flush = () => {
    const piece = run.piece()
    if (piece) pieces.push(piece)
    run = new Run()
  }
  const waiting: (Node | Leaving)[] = []
  pushReversed<Node | Leaving>(waiting, document.childNodes)
  for (let node = waiting.pop(); node; node = waiting.pop()) {
    if ('leave' in node) {
      flush()
      continue
    }
    if (node.nodeName === '#text' && 'value' in node) run.add(html, node, reference)
    if (!isElement(node)) continue
    names.push(node.tagName)
    for (const { name, value } of node.attrs) {
      const piece = ofAttribute(html, node, name, value, reference)
      if (piece) pieces.push(piece)
    }
    if (unread.has(node.tagName) || raw.has(node.tagName)) continue
    if (node.tagName === 'br') run.gap()
    else if (inline.has(node.tagName)) run.seam()
    else {
      flush()
      waiting.push({ leave: true })
    }
    pushReversed<Node | Leaving>(waiting, node.childNodes)
  }
  flush()
  return { pieces, shape: names.join(' ') }
}

/** What is in them is no text with references. */
const raw: ReadonlySet<string> = new Set(['xmp', 'noembed', 'noframes', 'plaintext'])

/** The texts of one line, with the markup between them. */
class Run {
  private value = ''
  private readonly from: number[] = []
  private readonly to: number[] = []
  private readonly seams = new Set<number>()

  add(html: string, node: Node & { readonly value: string }, reference: Reference): void {
    const place = node.sourceCodeLocation
    this.seam()
    const signs =
      place && htmlSigns(html, { from: place.startOffset, to: place.endOffset }, 'text', reference)
    // what does not stand in the source as it is read is found, and never written
    const at = signs?.value === node.value ? signs.at : null
    const ends = at && endsOf(at)
    for (let unit = 0; unit < node.value.length; unit += 1) {
      this.from.push(at?.[unit] ?? -1)
      this.to.push(ends?.[unit] ?? -1)
    }
    this.value += node.value
  }

  seam(): void {
    if (this.value !== '') this.seams.add(this.value.length)
  }

  gap(): void {
    this.seam()
    this.value += '\n'
    this.from.push(-1)
    this.to.push(-1)
    this.seam()
  }

  piece(): Piece | null {
    const { value, from, to, seams } = this
    if (value.trim() === '') return null
    return { value, from, to, seams, container: 'text', isAddress: isAddressText(value) }
  }
}

function ofAttribute(
  html: string,
  element: Element,
  name: string,
  value: string,
  reference: Reference
): Piece | null {
  const isContent =
    name === 'content' && element.tagName === 'meta' && attribute(element, 'http-equiv') === null
  if (value === '' || !(said.has(name) || addresses.has(name) || isContent)) return null
  const place = element.sourceCodeLocation?.attrs?.[name]
  if (!place) return null
  const written = html.slice(place.startOffset, place.endOffset)
  const before = /^=?[^\s/>=]*\s*=\s*/.exec(written)?.[0]
  if (before === undefined) return null
  const start = place.startOffset + before.length
  const quote = html.charAt(start)
  const isQuoted = quote === '"' || quote === "'"
  const within = isQuoted
    ? { from: start + 1, to: place.endOffset - 1 }
    : { from: start, to: place.endOffset }
  const signs = htmlSigns(html, within, 'attribute', reference)
  const isMapped = signs.value === value
  const container: Container = isQuoted ? 'quoted' : 'bare'
  const nowhere = new Array<number>(value.length).fill(-1)
  return {
    value,
    from: isMapped ? signs.at.slice(0, -1) : nowhere,
    to: isMapped ? endsOf(signs.at) : nowhere,
    seams: none,
    container,
    isAddress: addresses.has(name) || isAddressText(value)
  }
}

const none: ReadonlySet<number> = new Set()
