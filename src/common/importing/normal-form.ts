import type { PageMetadata } from '../publishing/page-metadata'
import { firstWords } from '../publishing/first-words'
import { headElements, languageIn, titleSuffix } from '../publishing/head'
import { ownTitle } from '../publishing/page'
import { metadataBlocks, metadataIn, saidIn } from '../publishing/page-metadata'
import { candidatesOf } from '../publishing/site-addresses'
import type { Element, Node } from '../html'
import { attribute, isElement, outermost, pushReversed, readElements } from '../html'
import { generatedId } from './heading-ids'
import { itemOf } from './head-items'
import type { HeadRules } from './page-head'
import { squeezed } from './squeezed'

/**
 * What a page says, however it is laid out: two pages with the same normal form are published alike. White
 * space between tags, ids that publishing makes, the order and place of metadata and what a page says of
 * itself anyway make no difference.
 */
export function normalForm(html: string, { bulk = new Map(), name = '' }: Partial<HeadRules> = {}): string {
  const roots = readElements(html)
  const skipped = new Set(metadataBlocks(roots))
  const parts = (['header', 'main', 'footer'] as const).map((tag) => {
    const [element] = outermost(roots, tag)
    return element ? squeezedTokens(tokensIn(element, skipped, tag === 'main')) : ''
  })
  return [...parts, ...headLines(roots, bulk, name)].join('\n')
}

/** What publishing makes of the metadata, in an order of its own. */
function headLines(roots: readonly Element[], bulk: PageMetadata, name: string): string[] {
  const metadata = new Map([...bulk, ...metadataIn(roots)])
  const [content = null] = outermost(roots, 'main')
  const title = squeezed((saidIn(metadata, 'title') || ownTitle(roots, name)) + titleSuffix(metadata))
  const facts = { title, base: '', host: null, path: '/', ...firstWords(content) }
  const lines = headElements(metadata, facts).map((element) => {
    const item = itemOf(element)
    return item ? `${item.what} ${squeezed(item.value)}` : JSON.stringify(element)
  })
  return [`title ${title}`, `lang ${languageIn(metadata) || 'en'}`, ...lines.sort()]
}

const inline = new Set(
  'a abbr b bdi bdo cite code data del dfn em i ins kbd label mark q s samp small span strong sub sup time u var'.split(
    ' '
  )
)

function tokensIn(root: Element, skipped: ReadonlySet<Element>, isMain: boolean): string[] {
  const tokens: string[] = []
  type Step = Node | { readonly close: string }
  const waiting: Step[] = []
  pushReversed(waiting, root.childNodes)
  for (let step = waiting.pop(); step; step = waiting.pop()) {
    if ('close' in step) tokens.push(step.close)
    else if (isElement(step)) {
      if (skipped.has(step) || (isMain && isEmptySection(step, root, skipped))) continue
      const mark = inline.has(step.tagName) ? '' : '\n'
      tokens.push(`${mark}<${step.tagName}${attributesOf(step)}>${mark}`)
      if (step.tagName === 'pre') tokens.push(textIn(step))
      else {
        waiting.push({ close: `${mark}</${step.tagName}>${mark}` })
        pushReversed(waiting, step.childNodes)
      }
    } else if (step.nodeName === '#text' && 'value' in step)
      tokens.push(step.value.replace(/[ \t\n\r\f]+/g, ' '))
  }
  return tokens
}

function isEmptySection(element: Element, root: Element, skipped: ReadonlySet<Element>): boolean {
  if (element.parentNode !== root || element.tagName !== 'div') return false
  return element.childNodes.every((node) =>
    isElement(node)
      ? skipped.has(node)
      : node.nodeName === '#text' && 'value' in node && node.value.trim() === ''
  )
}

const textIn = (element: Element): string =>
  element.childNodes
    .map((node) =>
      isElement(node) ? textIn(node) : node.nodeName === '#text' && 'value' in node ? node.value : ''
    )
    .join('')

function attributesOf(element: Element): string {
  return element.attrs
    .filter(({ name }) => name !== 'data-pointer' && !(name === 'id' && generatedId(element)))
    .map(({ name }) => ` ${name}=${JSON.stringify(valueOf(element, name))}`)
    .sort()
    .join('')
}

function valueOf(element: Element, name: string): string {
  const value = attribute(element, name) ?? ''
  if (name === 'srcset')
    return candidatesOf(value)
      .map(({ address, rest }) => address + rest)
      .join(', ')
  return name === 'class' ? squeezed(value) : value
}

/** Spaces at the edge of what is no part of a line are none. */
function squeezedTokens(tokens: readonly string[]): string {
  return tokens
    .join('')
    .replace(/ +/g, ' ')
    .replace(/ *\n[ \n]*/g, '\n')
    .trim()
}
