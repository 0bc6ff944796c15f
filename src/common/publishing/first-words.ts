import { attribute, isElement, pushReversed, textOf, type Element, type Node } from '../html'
import { metadataBlocks } from './page-metadata'

/** What is said of a page that says nothing of itself. */
interface FirstWords {
  /** The first words of its first paragraph that has some; `''` for none. */
  readonly described: string
  readonly shown: { readonly address: string; readonly alt: string } | null
}

/**
 * The description and the picture of a page whose metadata has none, as elsewhere: the first paragraph of a
 * section or cell with ten words or one very long one, up to 25 words of it, and the first picture.
 */
export function firstWords(content: Element | null): FirstWords {
  let described = ''
  let shown: FirstWords['shown'] = null
  const skipped = new Set(content === null ? [] : metadataBlocks([content]))
  const waiting: Node[] = content === null ? [] : [content]
  for (let node = waiting.pop(); node; node = waiting.pop()) {
    if (!isElement(node) || skipped.has(node)) continue
    if (node.tagName === 'img') {
      const address = attribute(node, 'src')?.trim() ?? ''
      if (address !== '') shown ??= { address, alt: attribute(node, 'alt')?.trim() ?? '' }
    }
    if (node.tagName === 'p' && described === '' && isDiv(node.parentNode)) described = sentencesOf(node)
    if (described !== '' && shown !== null) break
    pushReversed(waiting, node.childNodes)
  }
  return { described, shown }
}

const WORDS = 25
const ENOUGH = 10
const LONG_WORD = 25
/** No description is longer, whatever a paragraph holds. */
const MOST = 4_000

function sentencesOf(paragraph: Element): string {
  // one more than is shown, to see whether there are more
  const words = textOf(paragraph, MOST).split(/\s+/, WORDS + 1)
  const says =
    words.length >= ENOUGH || words.some((word) => word.length > LONG_WORD && !word.startsWith('http'))
  return says ? words.slice(0, WORDS).join(' ') + (words.length > WORDS ? ' ...' : '') : ''
}

const isDiv = (parent: Element['parentNode']): boolean =>
  parent !== null && 'tagName' in parent && parent.tagName === 'div'
