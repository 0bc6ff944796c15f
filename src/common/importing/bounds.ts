import { defaultTreeAdapter, parse, type DefaultTreeAdapterMap, type TreeAdapter } from 'parse5'

/** Deeper than browsers build a page. */
const PAGE_DEPTH = 512
/** More than the longest page that people write. */
const PAGE_ELEMENTS = 250_000
const JSON_DEPTH = 200

/**
 * Why a page is not taken in (IM9), as a sentence: a few kilobytes of tags that are never closed can become millions of elements, and what is
 * nested without end stops every program that reads it. Null for all others.
 */
export function pageExcess(html: string): string | null {
  if (hasFewTags(html)) return null
  let excess: string | null = null
  let [depth, elements] = [0, 0]
  const stop = (reason: string): never => {
    excess = reason
    throw new Error(reason)
  }
  const treeAdapter: TreeAdapter<DefaultTreeAdapterMap> = {
    ...defaultTreeAdapter,
    createElement: (...parts) => {
      if (++elements > PAGE_ELEMENTS) stop('This page becomes more elements than are imported (250,000).')
      return defaultTreeAdapter.createElement(...parts)
    },
    onItemPush: () => {
      if (++depth > PAGE_DEPTH) stop('This page is nested deeper than pages are imported (512 levels).')
    },
    onItemPop: () => void depth--
  }
  try {
    parse(html, { treeAdapter })
    return null
  } catch (error) {
    if (excess !== null) return excess
    throw error
  }
}

/** With so few tags, a page is neither deep nor can it grow. */
function hasFewTags(html: string): boolean {
  let count = 0
  for (let at = html.indexOf('<'); at >= 0; at = html.indexOf('<', at + 1))
    if (++count >= PAGE_DEPTH) return false
  return true
}

/** The same for JSON; looks at its brackets alone. */
export function jsonExcess(text: string): string | null {
  let depth = 0
  let quoted = false
  for (let at = 0; at < text.length; at++) {
    const letter = text.charCodeAt(at)
    if (quoted) {
      if (letter === BACKSLASH) at++
      else if (letter === QUOTE) quoted = false
    } else if (letter === QUOTE) quoted = true
    else if (letter === SQUARE || letter === CURLY) {
      if (++depth > JSON_DEPTH) return 'This is nested deeper than what is imported (200 levels).'
    } else if (letter === SQUARE + 2 || letter === CURLY + 2) depth--
  }
  return null
}

const QUOTE = 0x22
const BACKSLASH = 0x5c
const SQUARE = 0x5b
const CURLY = 0x7b
