import { attribute, classesOf, type Element } from '../../../html'
import { declared } from './styles'

/** What Word says of a paragraph that is an item of a list. */
interface WordItem {
  readonly list: string
  readonly level: number
}

/** By `mso-list:l0 level2 lfo1`; `null` for a paragraph that is none. */
export function wordItem(style: string): WordItem | null {
  const [, list, level] = /^(\S+)\s+level(\d{1,2})/.exec(declared(style, 'mso-list')) ?? []
  return list === undefined || level === undefined ? null : { list, level: Math.max(1, Number(level)) }
}

/** The bullet or number that Word has drawn before an item. */
export const isMarker = (style: string): boolean => declared(style, 'mso-list') === 'ignore'

/** Whether a list counts, and from where, by the marker of an item. */
export function markerSays(marker: string): { readonly ordered: boolean; readonly start: number } {
  const text = marker.replace(/[\s\u00a0]+/g, '')
  const number = /^\(?(?:\d+[.\d]*|[a-z]{1,5})[.)\]]+$|^\d[\d.]*$/i.test(text)
  const start = Number(/(\d+)[.)\]]*$/.exec(text)?.[1] ?? 1)
  return { ordered: number, start: number && start > 0 && start < 100_000 ? start : 1 }
}

/** What Word copies along and its reader does not see as the text: comments of people, deleted words. */
export function isLeftOutByWord(element: Element, style: string): boolean {
  const classes = classesOf(element)
  return (
    /^(comment-list|comment|footnote-separator|endnote-separator)$/.test(declared(style, 'mso-element')) ||
    classes.some((name) => /^(MsoCommentReference|msocomanchor|msoDel)$/i.test(name)) ||
    (element.tagName === 'del' && attribute(element, 'cite') !== null) ||
    // holds the widths of columns where cells are merged
    (element.tagName === 'tr' && attribute(element, 'height') === '0')
  )
}

/** The kind of text that a style of Word stands for. */
export function wordKind(element: Element): 'title' | 'quote' | null {
  const classes = classesOf(element)
  if (classes.includes('MsoTitle') || /^MsoTitleCx/.test(classes[0] ?? '')) return 'title'
  return classes.some((name) => /^Mso(Intense)?Quote/.test(name)) ? 'quote' : null
}

/** A description of a picture without what Word says of who has written it. */
export const wordAlt = (alt: string): string =>
  alt
    .replace(
      /\s*(?:Description automatically generated.*|AI-generated content may be incorrect\.?)\s*$/is,
      ''
    )
    .replace(/\s+/g, ' ')
    .trim()
