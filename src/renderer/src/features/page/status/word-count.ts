import type { Node } from 'prosemirror-model'

/** Words that most people read in a minute. */
const A_MINUTE = 230

/** A word, or a sign of a script that is written without blanks. */
const word = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]|[\p{L}\p{N}][\p{L}\p{N}\p{M}'’-]*/gu

/** How many words a text has. */
export const wordsIn = (text: string): number => text.match(word)?.length ?? 0

/** Nodes never change: what was counted in one is true as long as it stands anywhere. */
const counted = new WeakMap<Node, number>()

/**
 * How many words readers of a page find in it: neither metadata nor what is not taken apart counts. After a
 * key it costs what its section costs.
 */
export function wordsOf(node: Node): number {
  const known = counted.get(node)
  if (known !== undefined) return known
  let words = 0
  if (node.isTextblock) words = wordsIn(node.textBetween(0, node.content.size, undefined, ' '))
  else if (!isMetadata(node)) node.forEach((child) => (words += wordsOf(child)))
  counted.set(node, words)
  return words
}

const isMetadata = (node: Node): boolean =>
  node.type.name === 'block' && /^\s*(section-)?metadata(\s|$)/i.test(String(node.attrs['classes']))

/** Minutes that reading so many words takes; at least one. */
export const minutesOf = (words: number): number => Math.max(1, Math.round(words / A_MINUTE))
