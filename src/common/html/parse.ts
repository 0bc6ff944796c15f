import { parse } from 'parse5'
import { bounds, tooLarge } from '../bounds'
import { countingAdapter } from './counting'
import { isElement, type Element, type HtmlDocument, type KeepPlace, type ParseProblem } from './tree'

interface ParseHtmlOptions {
  /**
   * Where elements, attributes and texts stand in the source. Keeping the places of all of them doubles what
   * reading costs: who needs those of some says of which.
   */
  readonly locations?: boolean | KeepPlace
  /** Fewer characters and nodes than `bounds.html` allows. */
  readonly within?: { readonly characters: number; readonly nodes: number }
  /**
   * Whether what is for browsers without scripting is text, as it is while a page is visited; yes unless
   * told.
   */
  readonly scripting?: boolean
  /** Told of what the standard calls a parse error. */
  readonly onProblem?: (problem: ParseProblem) => void
  /** Called for each element that is made: a caller may end the work by throwing. */
  readonly step?: () => void
}

/**
 * The one door through which HTML is parsed. Broken markup is read as browsers read it; the work is
 * proportional to the source.
 * @throws GalleyError too-large for too many characters · too-complex for what is nested too deep, has too
 * many elements or attributes, or is built to grow while it is read
 */
export function parseHtml(html: string, options: ParseHtmlOptions = {}): HtmlDocument {
  const { characters } = options.within ?? bounds.html
  if (html.length > characters)
    throw tooLarge({ what: 'This page', of: 'characters', bound: characters, found: html.length })
  const counting = countingAdapter(html, options)
  const document = parse(html, {
    treeAdapter: counting.treeAdapter,
    sourceCodeLocationInfo: options.locations !== undefined && options.locations !== false,
    scriptingEnabled: options.scripting ?? true,
    ...(options.onProblem && { onParseError: options.onProblem })
  })
  counting.checkDepth(document)
  return document
}

/**
 * The outermost elements of a page, with their places in the source.
 * @param locations of which elements; of all unless told
 * @throws as `parseHtml`
 */
export function parsePage(html: string, locations: true | KeepPlace = true): Element[] {
  return parseHtml(html, { locations }).childNodes.filter(isElement)
}

/** The same without places, for who only reads. @throws as `parseHtml` */
export function readElements(html: string): Element[] {
  return parseHtml(html).childNodes.filter(isElement)
}

/** The same of a page that is looked at only when it is small. @throws as `parseHtml` */
export function readElementsWithin(
  html: string,
  within: { readonly characters: number; readonly nodes: number }
): Element[] {
  return parseHtml(html, { within }).childNodes.filter(isElement)
}
