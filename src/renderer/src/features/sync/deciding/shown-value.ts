import { withinBounds } from '../../../../../common/bounds'
import { inertHtml } from '../../../components/inert-html'
import type { Conflict } from './place-words'

/** How a side of a conflict is shown. */
export interface ShownValue {
  readonly text: string
  /** In signs of code, each line as it is. */
  readonly isCode: boolean
  /** Said about the value, instead of it. */
  readonly isNote: boolean
}

const MOST = 20_000

/** @param asSource the markup of pages instead of their words */
export function shownValue(kind: Conflict['kind'], value: unknown, asSource: boolean): ShownValue {
  if (value === undefined) return note('not there')
  if (value === null) return note('nothing')
  if (value === '') return note('empty')
  if (Array.isArray(value) && kind === 'order') return words(value.map(String).join('\n'))
  if (typeof value !== 'string')
    return { text: shortened(JSON.stringify(value, null, 2)), isCode: true, isNote: false }
  if (kind === 'block' || kind === 'order') {
    if (asSource) return { text: shortened(value.trim()), isCode: true, isNote: false }
    return words(shortened(wordsOf(value)))
  }
  if (kind === 'text') return { text: shortened(value), isCode: true, isNote: false }
  return words(shortened(value))
}

/** Whether the words of a page do not tell the two sides apart, so that the markup has to. */
export function needsSource({ kind, local, remote, base }: Conflict): boolean {
  if (kind !== 'block' && kind !== 'order') return false
  const said = [base, local, remote].map((side) => (typeof side === 'string' ? wordsOf(side) : side))
  return said[1] === said[2] || said.some((side) => side === '')
}

/** The words of a piece of a page; its markup where that is built to hold up who reads it. */
function wordsOf(html: string): string {
  return withinBounds(() => wordsIn(inertHtml(html))) ?? html
}

/** A line for each of its elements. */
function wordsIn(root: Element): string {
  const lines: string[] = []
  const walker = document.createTreeWalker(root.querySelector(':scope > body') ?? root, NodeFilter.SHOW_TEXT)
  let block: Element | null = null
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const text = (node.nodeValue ?? '').replace(/\s+/g, ' ')
    const holder = node.parentElement?.closest(BLOCKS) ?? null
    if (holder === block && lines.length > 0) lines.push((lines.pop() ?? '') + text)
    else if (text.trim() !== '') lines.push(text)
    if (text.trim() !== '') block = holder
  }
  return lines.map((line) => line.trim()).join('\n')
}

const BLOCKS = 'p, li, td, th, tr, h1, h2, h3, h4, h5, h6, div, blockquote, pre, dt, dd, figcaption, body'

const note = (text: string): ShownValue => ({ text, isCode: false, isNote: true })
const words = (text: string): ShownValue => ({ text, isCode: false, isNote: false })
const shortened = (text: string) => (text.length > MOST ? `${text.slice(0, MOST)}…` : text)
