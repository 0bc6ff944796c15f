import { bounds, isBeyondBounds } from '../bounds'
import { attribute, isElement, parseHtml, pushReversed, type Node } from '../html'
import type { Problem } from './problem'

/**
 * Links of a page that lead nowhere, at their places, and their addresses as they are written.
 * @param leadsNowhere of an address; asked once for each
 */
export function linkProblems(
  text: string,
  leadsNowhere: (address: string) => boolean
): { readonly problems: Problem[]; readonly broken: ReadonlySet<string> } {
  const problems: Problem[] = []
  const known = new Map<string, boolean>()
  const isBroken = (address: string) => {
    const found = known.get(address) ?? leadsNowhere(address)
    known.set(address, found)
    return found
  }
  const within = bounds.htmlInWindow
  if (text.length <= within.characters) {
    try {
      const waiting: Node[] = [...parseHtml(text, { locations: true, within }).childNodes].reverse()
      for (let node = waiting.pop(); node; node = waiting.pop()) {
        if (!isElement(node)) continue
        pushReversed(waiting, node.childNodes)
        const href = node.tagName === 'a' ? attribute(node, 'href') : null
        const place = node.sourceCodeLocation?.startTag
        if (href === null || !place || !isBroken(href)) continue
        problems.push({
          severity: 'warning',
          message: `The link “${href.slice(0, 200)}” leads to no page of this site.`,
          line: place.startLine,
          column: place.startCol,
          endLine: place.endLine,
          endColumn: place.endCol
        })
      }
    } catch (error) {
      // said by the check of the markup
      if (!isBeyondBounds(error)) throw error
    }
  }
  return { problems, broken: new Set([...known].flatMap(([address, is]) => (is ? [address] : []))) }
}
