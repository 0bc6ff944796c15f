import { attribute, isElement, textOf, type Element, type Node, type Place } from '../html'
import { partsOf } from './page-parts'

/** Something that an author wrote and that no reader gets. */
interface Unseen {
  /** `second-main`: only the first `main` is delivered. */
  readonly why: 'outside-main' | 'second-main'
  /** The name of the element, without signs; null for text that lies in the page itself. */
  readonly tagName: string | null
  /** The first words of it; empty for a picture. */
  readonly words: string
  /** Offsets in the source. */
  readonly start: number
  readonly end: number
}

const MOST = 100
const FIRST_WORDS = 60

/**
 * What of a page delivery leaves out although it shows something: text, pictures, tables and the like outside
 * of the parts that are delivered (U6). Empty elements, comments, space, scripts, styles and whatever stands
 * in the head say nothing to readers anywhere, and are not told of.
 * @param html the source that `roots` was read from, with its places
 * @returns in document order, the first hundred; words and phrases beside each other are one
 */
export function unseenIn(html: string, roots: readonly Element[]): Unseen[] {
  const { content, header, footer } = partsOf(roots)
  const kept = new Set<Node>([content, header, footer].flatMap((part) => part ?? []))
  const above = new Set<Node>([...kept].flatMap(ancestorsOf))
  const found: Unseen[] = []
  const look = (parent: Element) => {
    let run: Node[] = []
    const end = () => {
      const told = run.length === 0 ? null : unseenOf(html, run)
      if (told !== null && found.length < MOST) found.push(told)
      run = []
    }
    for (const node of parent.childNodes) {
      if (kept.has(node) || above.has(node)) {
        end()
        if (above.has(node) && !kept.has(node) && isElement(node)) look(node)
      } else if (isPhrasing(node)) run.push(node)
      else {
        end()
        run = [node]
        end()
      }
    }
    end()
  }
  for (const root of roots)
    for (const body of root.childNodes) {
      if (!isElement(body) || body.tagName === 'head' || kept.has(body)) continue
      look(body)
    }
  return found
}

/** Says it, and what to do. */
export function unseenWords({ why, tagName, words }: Unseen): string {
  const short = words.length > 40 ? `${words.slice(0, 39).trimEnd()}…` : words
  const quoted = short === '' ? '' : `“${short}”`
  const what = tagName === null ? quoted : `the <${tagName}>${quoted === '' ? '' : ` with ${quoted}`}`
  return why === 'second-main'
    ? `Readers will not see ${what}: only the first <main> is published. Move it there.`
    : `Readers will not see ${what}: it stands outside of <main>. Move it into <main>.`
}

function unseenOf(html: string, nodes: readonly Node[]): Unseen | null {
  const shown = nodes.filter(isVisible)
  const [first] = shown
  const last = shown.at(-1)
  if (first === undefined || last === undefined) return null
  const words = shown.map(wordsOf).join('').replace(/\s+/g, ' ').trim().slice(0, FIRST_WORDS)
  const only = shown.length === 1 && isElement(first) ? first : null
  const [from, to] = [outermostPlace(first, 0), outermostPlace(last, -1)]
  return {
    why: only?.tagName === 'main' ? 'second-main' : 'outside-main',
    tagName: only?.tagName ?? (words === '' && isElement(first) ? first.tagName : null),
    words,
    start: from === null ? 0 : startOf(html, from),
    end: to === null ? 0 : endOf(html, to)
  }
}

interface Placed {
  readonly node: Node
  readonly place: Place
}

/**
 * The first or the last of a node that has a place of its own. A phrase that was left open is repeated behind
 * what ended it, with the place that it had first: there the words in it tell.
 */
function outermostPlace(node: Node, end: 0 | -1): Placed | null {
  const place = node.sourceCodeLocation
  if (isElement(node) && (isPhrasing(node) || !place)) {
    const shown = node.childNodes.filter(isVisible).at(end)
    const inside = shown ? outermostPlace(shown, end) : null
    if (inside) return inside
  }
  return place ? { node, place } : null
}

/** A text that goes on behind a tag of the page itself has a place that begins before that tag. */
function startOf(html: string, { node, place: { startOffset, endOffset } }: Placed): number {
  if (isElement(node)) return startOffset
  const [word = ''] = wordsOf(node)
    .trim()
    .split(/[\s&<]/, 1)
  const source = html.slice(startOffset, endOffset)
  const at = source.indexOf(word)
  return startOffset + (word === '' || at < 0 ? source.search(/\S|$/) : at)
}

function endOf(html: string, { node, place: { startOffset, endOffset } }: Placed): number {
  if (isElement(node)) return endOffset
  const word =
    wordsOf(node)
      .trim()
      .split(/[\s&<]/)
      .at(-1) ?? ''
  const source = html.slice(startOffset, endOffset)
  const at = source.lastIndexOf(word)
  return word === '' || at < 0 ? endOffset : startOffset + at + word.length
}

function isVisible(node: Node): boolean {
  if (!isElement(node)) return isText(node) && node.value.trim() !== ''
  if (silent.has(node.tagName) || attribute(node, 'hidden') !== null) return false
  return showing.has(node.tagName) || node.childNodes.some(isVisible)
}

const wordsOf = (node: Node): string =>
  isElement(node) ? ` ${textOf(node, FIRST_WORDS)} ` : isText(node) ? node.value : ''

const isText = (node: Node): node is Node & { readonly value: string } =>
  node.nodeName === '#text' && 'value' in node

const isPhrasing = (node: Node): boolean => !isElement(node) || phrases.has(node.tagName)

function ancestorsOf(node: Node): Node[] {
  const found: Node[] = []
  for (let at = node.parentNode; at !== null && isNode(at); at = at.parentNode) found.push(at)
  return found
}

const isNode = (at: object): at is Element => 'tagName' in at

const set = (names: string): ReadonlySet<string> => new Set(names.split(' '))
/** Readers see nothing of these, wherever they stand. */
const silent = set('script style template noscript title meta link base head')
/** Readers see these also without words. */
const showing = set(
  'img picture video audio iframe object embed svg canvas math input button select textarea hr table'
)
const phrases = set(
  'a abbr b bdi bdo br cite code del em i img ins kbd mark picture q s small span strong sub sup u'
)
