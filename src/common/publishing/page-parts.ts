import { outermost, type Element } from '../html'

/** What of a page is delivered; everything else of it reaches no reader. */
export interface PageParts {
  /** `main`, or the body of a page that has none. */
  readonly content: Element | null
  /** The first ones that do not lie in the content. */
  readonly header: Element | null
  readonly footer: Element | null
}

/**
 * The one place that says what delivery keeps (U6): what is drawn for readers is cut from these parts, and
 * `unseenIn` tells of the rest.
 * @param roots the outermost elements of the page
 */
export function partsOf(roots: readonly Element[]): PageParts {
  const [main] = outermost(roots, 'main')
  const [body] = outermost(roots, 'body')
  const content = main ?? body ?? null
  const besides = (tagName: string) =>
    outermost(roots, tagName).find((element) => !liesIn(element, content)) ?? null
  return { content, header: besides('header'), footer: besides('footer') }
}

function liesIn(element: Element, outer: Element | null): boolean {
  for (let at: Element['parentNode'] = element; at !== null; at = 'parentNode' in at ? at.parentNode : null)
    if (at === outer) return true
  return false
}
