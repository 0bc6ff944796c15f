import { bounds } from '../../../../common/bounds'
import { parseHtml } from '../../../../common/html'

/**
 * A page as the browser reads it: nothing of it runs or loads. The browser's own parser has no bounds, and a page of some kilobytes can
 * hold the window up for minutes in it: so it is read with bounds before.
 * @throws GalleyError too-large · too-complex
 */
export function pageDocument(html: string): Document {
  parseHtml(html, { within: bounds.htmlShown })
  return new DOMParser().parseFromString(html, 'text/html')
}

/** The same document once more, as it is written: what a browser has built is well nested, so it does not grow. */
export function copyOf({ documentElement }: Document): Document {
  return new DOMParser().parseFromString(documentElement.outerHTML, 'text/html')
}
