import { defaultTreeAdapter, type DefaultTreeAdapterMap, type TreeAdapter } from 'parse5'
import { bounds, tooComplex } from '../bounds'
import { isElement, type HtmlDocument, type KeepPlace, type Node } from './tree'

interface Counted {
  readonly within?: { readonly nodes: number }
  readonly step?: () => void
  readonly locations?: boolean | KeepPlace
}

/**
 * What a parser builds its tree with, counting. One of a parser's rules costs more than the source is long:
 * formatting that was left open is repeated in each paragraph. It is held to a share of the tags that are
 * written, so that the work stays proportional to them.
 */
export function countingAdapter(html: string, { within, step, locations }: Counted) {
  const { depth: maxDepth, attributesOfElement, attributes: maxAttributes, ...limits } = bounds.html
  const maxNodes = within?.nodes ?? limits.nodes
  const tags = tagsIn(html)
  const growth = tags * limits.nodesPerTag + limits.nodesBesides
  let [nodes, attributes, depth] = [0, 0, 0]
  let isMoved = false

  const countNode = () => {
    step?.()
    nodes += 1
    if (nodes > maxNodes) throw excess('elements', maxNodes)
    if (nodes > growth)
      throw excess('elements for its tags, counting formatting that is never closed,', growth)
  }
  const treeAdapter: TreeAdapter<DefaultTreeAdapterMap> = {
    ...defaultTreeAdapter,
    createElement(tagName, namespace, attrs) {
      countNode()
      attributes += attrs.length
      if (attrs.length > attributesOfElement)
        throw excess('attributes in one tag', attributesOfElement, attrs.length, `<${tagName}>`)
      if (attributes > maxAttributes) throw excess('attributes', maxAttributes)
      return defaultTreeAdapter.createElement(tagName, namespace, attrs)
    },
    createCommentNode(data) {
      countNode()
      return defaultTreeAdapter.createCommentNode(data)
    },
    detachNode(node) {
      isMoved = true
      defaultTreeAdapter.detachNode(node)
    },
    onItemPush() {
      depth += 1
      if (depth > maxDepth) throw excess('levels of nesting', maxDepth)
    },
    onItemPop() {
      depth -= 1
    },
    setNodeSourceCodeLocation(node, place) {
      if (typeof locations !== 'function' || locations(node, depth + 1))
        defaultTreeAdapter.setNodeSourceCodeLocation(node, place && { ...place })
    },
    updateNodeSourceCodeLocation(node, end) {
      // a text ends later with each of its words: that made a new place for each of them
      if (node.sourceCodeLocation) Object.assign(node.sourceCodeLocation, end)
    }
  }
  return {
    treeAdapter,
    /** What was moved can lie deeper than the parser had it open. */
    checkDepth(document: HtmlDocument): void {
      if (isMoved && isDeeper(document, maxDepth)) throw excess('levels of nesting', maxDepth)
    }
  }
}

const excess = (of: string, bound: number, found?: number, where?: string) =>
  tooComplex({
    what: 'This page',
    of,
    bound,
    ...(found !== undefined && { found }),
    ...(where !== undefined && { where })
  })

function tagsIn(html: string): number {
  let count = 0
  for (let at = html.indexOf('<'); at >= 0; at = html.indexOf('<', at + 1)) count += 1
  return count
}

/** Level by level, so that no stack is needed. */
function isDeeper(document: HtmlDocument, maxDepth: number): boolean {
  let level: readonly Node[] = document.childNodes.filter(isElement)
  for (let depth = 1; level.length > 0; depth += 1) {
    if (depth > maxDepth) return true
    level = level.flatMap((node) => elementsBelow(node))
  }
  return false
}

const elementsBelow = (node: Node): Node[] =>
  isElement(node)
    ? [...node.childNodes, ...('content' in node ? node.content.childNodes : [])].filter(isElement)
    : []
